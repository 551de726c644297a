import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { StartupError } from '../../platform/config/startup-error.ts';
import { migrationsFolder } from '../../platform/db/migrate.ts';
import { queriesOver } from '../../platform/db/pools.ts';
import { readSettings } from '../../platform/settings.ts';
import { readTables } from './dump.ts';

/** Returns true when a table has a row; tables alone count as empty. */
export async function hasRows(client: Client): Promise<boolean> {
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query(`SELECT FROM ${escapeIdentifier(name)} LIMIT 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Returns the name of the store in a database; null when it has none. */
export async function readStoreName(client: Client): Promise<string | null> {
  const tables = await readTables(client);
  if (!tables.some(({ name }) => name === 'store_settings')) return null;
  return (await readSettings(queriesOver(client))).storeName;
}

/**
 * Drops everything that a store's migrations made, in one transaction. Throws `StartupError` when the database has tables
 * of another program.
 */
export async function emptyDatabase(client: Client): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => name);
  const known = await readKnownTables();
  const others = tables.filter((name) => !known.has(name));
  if (others.length > 0) {
    throw new StartupError(
      `The database has tables that aren’t Quayside’s: ${others.slice(0, 10).join(', ')}. Use a database of its own.`,
    );
  }
  const { rows } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text AS name FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    )`);
  await client.query(
    [
      'BEGIN',
      // Before the tables whose rows they take; one may go with another.
      ...rows.map(({ name }) => `DROP ROUTINE IF EXISTS ${name} CASCADE`),
      ...tables.map((name) => `DROP TABLE ${escapeIdentifier(name)} CASCADE`),
      'DROP SCHEMA IF EXISTS graphile_worker CASCADE',
      'DROP SCHEMA IF EXISTS drizzle CASCADE',
      'COMMIT',
    ].join(';\n'),
  );
}

/** Returns the tables of this version, from the newest of drizzle-kit's snapshots. */
async function readKnownTables(): Promise<ReadonlySet<string>> {
  const meta = join(migrationsFolder, 'meta');
  const journal = JSON.parse(await readFile(join(meta, '_journal.json'), 'utf8')) as {
    entries: { idx: number }[];
  };
  const newest = String(journal.entries.at(-1)?.idx ?? 0).padStart(4, '0');
  const snapshot = JSON.parse(await readFile(join(meta, `${newest}_snapshot.json`), 'utf8')) as {
    tables: Record<string, { name: string }>;
  };
  return new Set(Object.values(snapshot.tables).map(({ name }) => name));
}
