import { type Column, type GetColumnData, is, noopDecoder, Placeholder, SQL, sql } from 'drizzle-orm';
import { PgCustomColumn, PgDialect } from 'drizzle-orm/pg-core';
import type { QueryConfig } from 'pg';
import { type Prepared, runPrepared } from './named-query.ts';
import { clientOf, type Db, type Tx } from './pools.ts';

/** The columns that a statement returns, by the names of its rows' fields. */
type Columns = Readonly<Record<string, Column | SQL>>;

/** A row as the driver reads it: of columns their type, of expressions the one they declare. */
export type RowOf<Selected extends Columns> = {
  readonly [Key in keyof Selected]: Selected[Key] extends Column
    ? GetColumnData<Selected[Key]>
    : Selected[Key] extends SQL<infer Value>
      ? Value
      : never;
};

/** Stands for the values of a statement while its text is built. */
export type StatementValues<Given> = { readonly [Key in keyof Given]: Placeholder };

interface StatementParts<Selected extends Columns> {
  readonly select: Selected;
  /** Everything after the selected columns, from `FROM` on. */
  readonly from: SQL;
}

/** A read whose SQL is built once, and which PostgreSQL parses and plans once for each connection. */
export interface Statement<Given, Row> {
  /** Returns the rows for these values. */
  readonly all: (db: Db | Tx, values: Given) => Promise<Row[]>;
  /** Returns the first row; null without any. */
  readonly first: (db: Db | Tx, values: Given) => Promise<Row | null>;
  /** Returns the statement as the driver takes it. */
  readonly query: (values: Given) => QueryConfig;
}

interface StatementOptions {
  /** Plans it at each call, for a search whose best plan depends on what is searched. */
  readonly isReplanned?: boolean;
}

const dialect = new PgDialect();

/** A statement's text with its parameters. */
type Built = ReturnType<PgDialect['sqlToQuery']>;
const statements = new Map<string, () => Built>();

/** PostgreSQL truncates longer names, so that two statements could share one. */
const MAX_NAME_BYTES = 63;

/**
 * Defines a named prepared statement. Its rows come from the driver as they are, except for columns of a custom type and
 * expressions with `mapWith`; columns from outer joins are declared with `orNull`. A filter that is optional gives two
 * statements with names of their own, so that every name stands for one text.
 */
export function defineStatement<Given extends object, Selected extends Columns>(
  name: string,
  build: (values: StatementValues<Given>) => StatementParts<Selected>,
  { isReplanned = false }: StatementOptions = {},
): Statement<Given, RowOf<Selected>> {
  // A server defines a hundred of them at its start, and uses few of them soon.
  let built: (Built & { readonly decoders: readonly NamedDecoder[] }) | undefined;
  const read = () => {
    if (built) return built;
    const parts = build(placeholders as StatementValues<Given>);
    built = { ...buildText(parts), decoders: decodersOf(parts.select) };
    return built;
  };
  register(name, read);

  let prepared: Prepared | undefined;
  const prepare = () => {
    prepared ??= { name: isReplanned ? undefined : name, text: read().sql, columns: null };
    return prepared;
  };
  const valuesOf = (given: Given) =>
    read().params.map((param) => (is(param, Placeholder) ? given[param.name as keyof Given] : param));
  const all = async (db: Db | Tx, given: Given) => {
    const rows = await runPrepared<RowOf<Selected>>(clientOf(db), prepare(), valuesOf(given));
    const { decoders } = read();
    return decoders.length === 0 ? rows : rows.map((row) => decodeRow(row, decoders));
  };
  const query = (given: Given) => ({ name, text: read().sql, values: valuesOf(given) });
  return { all, first: async (db, values) => (await all(db, values))[0] ?? null, query };
}

/** Declares a column of a table that an outer join may not find. */
export function orNull<Of extends Column>(column: Of): SQL<Of['_']['data'] | null> {
  return is(column, PgCustomColumn) ? sql`${column}`.mapWith(column) : sql`${column}`;
}

/** Reads a field from what the driver returns. */
type NamedDecoder = readonly [name: string, decode: (value: unknown) => unknown];

function decodersOf(select: Columns): NamedDecoder[] {
  return Object.entries(select).flatMap(([name, selected]): NamedDecoder[] => {
    if (is(selected, PgCustomColumn)) return [[name, (value) => selected.mapFromDriverValue(value as never)]];
    // Drizzle's own types leave it out.
    const { decoder } = selected as unknown as { decoder?: typeof noopDecoder };
    if (!is(selected, SQL) || !decoder || decoder === noopDecoder) return [];
    return [[name, (value) => decoder.mapFromDriverValue(value)]];
  });
}

function decodeRow<Row extends object>(row: Row, decoders: readonly NamedDecoder[]): Row {
  const values = row as Record<string, unknown>;
  const read = decoders
    .filter(([name]) => values[name] !== null && values[name] !== undefined)
    .map(([name, decode]) => [name, decode(values[name])] as const);
  return { ...row, ...Object.fromEntries(read) };
}

function buildText<Selected extends Columns>({ select, from }: StatementParts<Selected>): Built {
  const columns = Object.entries(select).map(([key, value]) => sql`${value} AS ${sql.identifier(key)}`);
  return dialect.sqlToQuery(sql`SELECT ${sql.join(columns, sql`, `)} ${from}`);
}

function register(name: string, read: () => Built): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`the statement name ${name} is too long`);
  const known = statements.get(name);
  if (known && known().sql !== read().sql) throw new Error(`two statements have the name ${name}`);
  statements.set(name, read);
}

const placeholders = new Proxy({}, { get: (_, key) => sql.placeholder(String(key)) });
