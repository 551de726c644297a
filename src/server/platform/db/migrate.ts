import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import { type ClientBase, type ClientConfig, Pool } from 'pg';
import { applyMigrations } from './apply-migrations.ts';

/** Folder of drizzle-kit's migrations and journal. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Errors are thrown; success needs no log line at every start. */
const SILENT = new Logger(() => () => {});

/** An advisory lock number that nothing else in the database uses. */
const MIGRATION_LOCK = 7_282_974;
/** Milliseconds between two attempts to get the lock. */
const POLL_MS = 100;

/**
 * Migrates our tables and the job queue's, over connections without timeouts, because a migration may take
 * long. When several servers start at once, one migrates and the others wait. `upTo` ends with an earlier migration of
 * ours, by its time, for data of that level. `check` examines the result while nobody else migrates.
 */
export async function migrateDatabase(
  connection: ClientConfig,
  upTo = Infinity,
  check?: (client: ClientBase) => Promise<void>,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder }).filter(
    ({ folderMillis }) => folderMillis <= upTo,
  );
  const pool = new Pool({ ...connection, application_name: 'quayside migrations', max: 2 });
  // Errors reach the statement that causes them.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    try {
      await lockMigrations(client);
      await applyMigrations(client, migrations);
      await runMigrations({ pgPool: pool, logger: SILENT });
      await check?.(client);
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * Waits until nobody else migrates. It asks again and again, because an index that is built concurrently waits for every
 * statement that runs, also for one that waits for this lock.
 */
export async function lockMigrations(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [MIGRATION_LOCK]);
    if (rows[0].locked) return;
    await sleep(POLL_MS);
  }
}
