import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { StartupError } from '../../platform/config/startup-error.ts';
import { KNOWN_MIGRATIONS, type Migration } from '../../platform/db/known-migrations.ts';
import { migrationsFolder } from '../../platform/db/migrate.ts';

/** A table with the columns that have values of their own. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The part of drizzle-kit's snapshots that is read. */
interface Snapshot {
  readonly tables: Readonly<
    Record<string, { readonly name: string; readonly columns: Readonly<Record<string, Column>> }>
  >;
}

interface Column {
  readonly name: string;
  /** The expression of a generated column. */
  readonly generated?: unknown;
}

const byName = (a: CopiedTable, b: CopiedTable) => (a.name < b.name ? -1 : 1);

/**
 * Returns the tables that a database has after some migrations of this version, by name. A database may have others, which are
 * of no concern: they belong to somebody else.
 */
export async function readTablesAfter(migrations: readonly number[]): Promise<CopiedTable[]> {
  const last = Math.max(...migrations);
  const migration = KNOWN_MIGRATIONS.find(({ madeAt }) => madeAt === last);
  if (!migration)
    throw new StartupError(
      'The tables are those of a newer Quayside than this one. Use that version for this.',
    );
  return readSnapshot(migration);
}

/** Returns the names of all tables that any migration of this version has made. */
export async function readEveryTableName(): Promise<string[]> {
  const snapshots = await Promise.all(KNOWN_MIGRATIONS.map(readSnapshot));
  return [...new Set(snapshots.flat().map(({ name }) => name))].sort();
}

/** Returns the names of all functions that migrations of this version have made. */
export async function readEveryFunctionName(): Promise<string[]> {
  const texts = await Promise.all(
    KNOWN_MIGRATIONS.map(({ name }) => readFile(join(migrationsFolder, `${name}.sql`), 'utf8')),
  );
  const made = texts.flatMap((text) => [
    ...text.matchAll(/^\s*CREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\s+"?(\w+)"?/gim),
  ]);
  return [...new Set(made.map(([, name = '']) => name))].sort();
}

/** Reads drizzle-kit's snapshot of the tables after a migration. */
async function readSnapshot({ name: migration }: Migration): Promise<CopiedTable[]> {
  const path = join(migrationsFolder, 'meta', `${migration.split('_')[0]}_snapshot.json`);
  const { tables } = JSON.parse(await readFile(path, 'utf8')) as Snapshot;
  return Object.values(tables)
    .map(({ name, columns }) => ({
      name,
      columns: Object.values(columns)
        .filter(({ generated }) => generated === undefined)
        .map((column) => column.name),
    }))
    .sort(byName);
}

/** Returns which of these tables a database has, with all of its columns that have values of their own. */
export async function readPresent(client: ClientBase, names: readonly string[]): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname = ANY($1)
     GROUP BY c.oid, c.relname`,
    [names],
  );
  return rows.sort(byName);
}

/** Throws `StartupError` naming tables and columns that a database lacks. */
export async function assertHasTables(client: ClientBase, tables: readonly CopiedTable[]): Promise<void> {
  const present = await readPresent(
    client,
    tables.map(({ name }) => name),
  );
  const columnsOf = new Map(present.map(({ name, columns }) => [name, new Set(columns)]));
  const missing = tables.flatMap(({ name, columns }) => {
    const has = columnsOf.get(name);
    return has ? columns.filter((column) => !has.has(column)).map((column) => `${name}.${column}`) : [name];
  });
  if (missing.length === 0) return;
  throw new StartupError(
    `The database lacks what its migrations made: ${missing.slice(0, 10).join(', ')}${missing.length > 10 ? ', …' : ''}. Somebody changed its tables, or a development version of Quayside made it.`,
  );
}
