import { type Column, type GetColumnData, is, Placeholder, type SQL, sql } from 'drizzle-orm';
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
export type Values<Given> = { readonly [Key in keyof Given]: Placeholder };

interface Parts<Selected extends Columns> {
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
interface Built extends ReturnType<PgDialect['sqlToQuery']> {
  /** The columns that read more than the driver, by the names of their fields. */
  readonly custom: readonly (readonly [key: string, column: Column])[];
}
const statements = new Map<string, () => Built>();

/** PostgreSQL truncates longer names, so that two statements could share one. */
const MAX_NAME_BYTES = 63;

/**
 * Defines a named prepared statement. Its rows come from the driver as they are, except for custom columns: columns from outer joins
 * are declared with `orNull`. A filter that is optional gives two statements with names of their own, so that
 * every name stands for one text.
 */
export function defineStatement<Given extends object, Selected extends Columns>(
  name: string,
  build: (values: Values<Given>) => Parts<Selected>,
  { isReplanned = false }: StatementOptions = {},
): Statement<Given, RowOf<Selected>> {
  // A server defines a hundred of them at its start, and uses few of them soon.
  let built: Built | undefined;
  const read = () => (built ??= buildText(build(placeholders as Values<Given>)));
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
    const { custom } = read();
    return custom.length === 0 ? rows : rows.map((row) => readCustom(row, custom));
  };
  const query = (given: Given) => ({ name, text: read().sql, values: valuesOf(given) });
  return { all, first: async (db, values) => (await all(db, values))[0] ?? null, query };
}

/** Declares a column of a table that an outer join may not find. */
export function orNull<Of extends Column>(column: Of): SQL<Of['_']['data'] | null> {
  return sql`${column}`;
}

function buildText<Selected extends Columns>({ select, from }: Parts<Selected>): Built {
  const columns = Object.entries(select).map(([key, value]) => sql`${value} AS ${sql.identifier(key)}`);
  const custom = Object.entries(select).filter((entry): entry is [string, PgCustomColumn<never>] =>
    is(entry[1], PgCustomColumn),
  );
  return { ...dialect.sqlToQuery(sql`SELECT ${sql.join(columns, sql`, `)} ${from}`), custom };
}

function readCustom<Row extends object>(row: Row, custom: Built['custom']): Row {
  const read = custom.map(([key, column]) => {
    const value = row[key as keyof Row];
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return { ...row, ...Object.fromEntries(read) };
}

function register(name: string, read: () => Built): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`the statement name ${name} is too long`);
  const known = statements.get(name);
  if (known && known().sql !== read().sql) throw new Error(`two statements have the name ${name}`);
  statements.set(name, read);
}

const placeholders = new Proxy({}, { get: (_, key) => sql.placeholder(String(key)) });
