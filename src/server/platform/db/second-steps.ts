import type { ClientBase, Pool } from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { KNOWN_MIGRATIONS, type Migration } from './known-migrations.ts';

/*
 * Servers of the earlier version run while a migration changes their tables. What they could not survive is done in two
 * steps: the first one only adds, with the code that no longer needs the old, and the second one removes it, a release
 * later. A second step names its first one, and needs every running server to know that (docs/decisions/082-migrations.md).
 */

/** The first line of a second step: `-- Second step of 0003_owner_names`. */
const MARK = /^\s*-- Second step of (\w+)/;

/** Returns the first step of a migration that is a second one; null for any other. Throws for one that isn't known. */
export function readFirstStep(migration: string): Migration | null {
  const name = MARK.exec(migration)?.[1];
  if (name === undefined) return null;
  const first = KNOWN_MIGRATIONS.find((known) => known.name === name);
  if (!first) throw new Error(`There is no migration ${name}, of which another one is the second step.`);
  return first;
}

/**
 * Prepares the database for a second step: older servers don't start any more. Throws `StartupError` while one of them
 * runs, and lets them start again unless an earlier run has begun the step.
 */
export async function beginSecondStep(client: ClientBase, madeAt: number, first: Migration): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__second_steps (created_at bigint PRIMARY KEY, first_step_at bigint NOT NULL)',
  );
  const { rowCount } = await client.query(
    'INSERT INTO drizzle.__second_steps VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [madeAt, first.madeAt],
  );
  const older = await findOlderServers(client, first);
  if (older === 0) return;
  // An interrupted run, which may have removed something, leaves its mark: older servers must not start again then.
  if (rowCount === 1) {
    await client.query('DELETE FROM drizzle.__second_steps WHERE created_at = $1', [madeAt]);
  }
  throw new StartupError(
    `Servers or commands of an older version use the database (${older} connections), and this version removes what they need. Stop them, or upgrade them first to the version before this one; then start again: the migration continues once they have stopped.`,
  );
}

/** Returns the number of connections of servers that don't know a first step. The name of a connection has their level. */
export async function findOlderServers(client: ClientBase | Pool, first: Migration): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^quayside (?:calls|essential|jobs)'
      AND coalesce(substring(application_name FROM ' (\\d+)$')::bigint, 0) < $1`,
    [first.madeAt],
  );
  return rows[0]?.count ?? 0;
}

/** Returns the newest migration that a server must know to use a database, by its time; 0 when any will do. */
export async function readRequiredLevel(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows: exists } = await pool.query(
    `SELECT to_regclass('drizzle.__second_steps') IS NOT NULL AS has`,
  );
  if (!exists[0].has) return 0;
  const { rows } = await pool.query('SELECT max(first_step_at)::float8 AS level FROM drizzle.__second_steps');
  return rows[0].level ?? 0;
}
