import { type Client, escapeIdentifier } from 'pg';
import { StartupError } from '../../platform/config/startup-error.ts';
import { KNOWN_MIGRATIONS } from '../../platform/db/known-migrations.ts';
import { readAppliedMigrations } from '../../platform/db/migration-level.ts';
import { queriesOver } from '../../platform/db/pools.ts';
import { readSettings } from '../../platform/settings.ts';
import { explainDatabaseError } from './database-error.ts';
import { readEveryFunctionName, readEveryTableName, readPresent } from './store-tables.ts';

/** Objects of others that an error names. */
const MAX_NAMED = 10;

/** Returns true when a table of Quayside has a row; tables alone count as empty. */
export async function hasRows(client: Client): Promise<boolean> {
  for (const { name } of await readPresent(client, await readEveryTableName())) {
    const { rows } = await client
      .query(`SELECT FROM ${escapeIdentifier(name)} LIMIT 1`)
      .catch((error: unknown) => {
        throw explainDatabaseError(error, `The table ${name} can’t be read`);
      });
    if (rows.length > 0) return true;
  }
  return false;
}

/** Returns the name of the store in a database; null when it has none. */
export async function readStoreName(client: Client): Promise<string | null> {
  const [settings] = await readPresent(client, ['store_settings']);
  if (!settings) return null;
  return (await readSettings(queriesOver(client))).storeName;
}

/**
 * Drops everything that a store's migrations made, in one transaction, and nothing else: tables and functions of others stay.
 * Throws `StartupError` when that isn't possible, because others depend on something of Quayside or use its names.
 */
export async function emptyDatabase(client: Client): Promise<void> {
  await dropStore(client, 'COMMIT');
}

/** Throws `StartupError` when `emptyDatabase` would. Changes nothing. */
export async function assertCanBeEmptied(client: Client): Promise<void> {
  await dropStore(client, 'ROLLBACK');
}

async function dropStore(client: Client, end: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  const tables = (await readPresent(client, await readEveryTableName())).map(({ name }) => name);
  const routines = await readRoutines(client);
  await assertStoreOfThisVersion(client, [...tables, ...routines.map(({ signature }) => signature)]);
  await client.query('BEGIN');
  try {
    const before = await readOthers(client);
    // Before the tables whose rows they take; one may go with another.
    for (const { signature } of routines) await client.query(`DROP ROUTINE IF EXISTS ${signature} CASCADE`);
    for (const name of tables) await client.query(`DROP TABLE ${escapeIdentifier(name)} CASCADE`);
    await client.query(
      'DROP SCHEMA IF EXISTS graphile_worker CASCADE; DROP SCHEMA IF EXISTS drizzle CASCADE',
    );
    assertNoneLost(before, await readOthers(client));
    await client.query(end);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw explainDatabaseError(error, 'The database can’t be emptied');
  }
}

/** Returns the functions of Quayside that a database has. */
async function readRoutines(client: Client): Promise<{ signature: string }[]> {
  const { rows } = await client.query<{ signature: string }>(
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
     WHERE p.pronamespace = current_schema()::regnamespace AND p.proname = ANY($1) AND NOT EXISTS (
       SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
     ) ORDER BY 1`,
    [await readEveryFunctionName()],
  );
  return rows;
}

/**
 * Throws `StartupError` when what has the names of Quayside's tables and functions was not made by it, or by a newer version,
 * whose other tables this one doesn't know.
 */
async function assertStoreOfThisVersion(client: Client, present: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ has: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS has`,
  );
  if (rows[0]?.has) {
    const known = new Set(KNOWN_MIGRATIONS.map(({ madeAt }) => madeAt));
    if ((await readAppliedMigrations(client)).every((migration) => known.has(migration))) return;
    throw new StartupError(
      'The database has a store of a newer Quayside. Restore into an empty database, or with that version.',
    );
  }
  if (present.length === 0) return;
  throw new StartupError(
    `The database has what isn’t Quayside’s but has the names of its own: ${nameSome(present)}. Use another database.`,
  );
}

const nameSome = (names: readonly string[]) =>
  `${names.slice(0, MAX_NAMED).join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`;

/** Something of somebody else, with its description in PostgreSQL's words, such as "view notes". */
interface ForeignObject {
  readonly id: string;
  readonly description: string;
}

/**
 * Returns tables, views, columns, constraints, triggers and functions of others, of which some may depend on Quayside's:
 * CASCADE would drop these.
 */
async function readOthers(client: Client): Promise<ForeignObject[]> {
  const { rows } = await client.query<ForeignObject>(
    `WITH relations AS (
       SELECT c.oid, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker', 'drizzle')
         AND n.nspname NOT LIKE 'pg\\_t%' AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
         AND NOT (c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1))
     ), objects AS (
       SELECT 'pg_class'::regclass::oid AS class, oid AS object, 0 AS part FROM relations
       UNION ALL SELECT 'pg_class'::regclass, attrelid, attnum FROM pg_attribute
         WHERE attrelid IN (SELECT oid FROM relations) AND attnum > 0 AND NOT attisdropped
       UNION ALL SELECT 'pg_constraint'::regclass, oid, 0 FROM pg_constraint
         WHERE conrelid IN (SELECT oid FROM relations)
       UNION ALL SELECT 'pg_attrdef'::regclass, oid, 0 FROM pg_attrdef WHERE adrelid IN (SELECT oid FROM relations)
       UNION ALL SELECT 'pg_trigger'::regclass, oid, 0 FROM pg_trigger
         WHERE tgrelid IN (SELECT oid FROM relations) AND NOT tgisinternal
       UNION ALL SELECT 'pg_proc'::regclass, p.oid, 0 FROM pg_proc p
         JOIN pg_namespace n ON n.oid = p.pronamespace
         WHERE n.nspname NOT IN ('pg_catalog', 'information_schema', 'graphile_worker', 'drizzle')
           AND NOT (p.pronamespace = current_schema()::regnamespace AND p.proname = ANY($2))
     )
     SELECT class || '.' || object || '.' || part AS id, pg_describe_object(class, object, part) AS description
     FROM objects ORDER BY class, object, part`,
    [await readEveryTableName(), await readEveryFunctionName()],
  );
  return rows;
}

/** Throws `StartupError` when a drop took something of others along. */
function assertNoneLost(before: readonly ForeignObject[], after: readonly ForeignObject[]): void {
  const left = new Set(after.map(({ id }) => id));
  const lost = before.filter(({ id }) => !left.has(id)).map(({ description }) => description);
  if (lost.length === 0) return;
  throw new StartupError(
    `Others in the database depend on Quayside’s tables: ${nameSome(lost)}. Drop them first, or use another database.`,
  );
}
