import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import { type ClientConfig, Pool } from 'pg';

/** Folder of drizzle-kit's migrations and journal. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Errors are thrown; success needs no log line at every start. */
const SILENT = new Logger(() => () => {});

/** An advisory lock number that nothing else in the database uses. */
const MIGRATION_LOCK = 7_282_974;

/**
 * Migrates our tables and the job queue's, over connections without timeouts, because a migration may take
 * long. When several servers start at once, one migrates and the others wait.
 */
export async function migrateDatabase(connection: ClientConfig): Promise<void> {
  const pool = new Pool({ ...connection, application_name: 'quayside migrations', max: 2 });
  // Errors reach the statement that causes them.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(drizzle(client), { migrationsFolder });
      await runMigrations({ pgPool: pool, logger: SILENT });
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
