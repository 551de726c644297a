import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import type { Pool } from 'pg';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** What goes wrong is thrown; what goes well needs no line at every start. */
const SILENT = new Logger(() => () => {});

/** Any number that nothing else in the database uses as an advisory lock. */
const MIGRATION_LOCK = 7_282_974;

/** Brings our tables and the job queue's up to date. Of several servers starting at once one does it and the others wait. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
    await runMigrations({ pgPool: pool, logger: SILENT });
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
