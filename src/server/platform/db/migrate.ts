import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Logger, runMigrations } from 'graphile-worker';
import { type ClientConfig, Pool } from 'pg';

/** Folder of drizzle-kit's migrations and journal. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Copies the migrations up to one of them to a temporary folder, because the migrator runs all that it finds. */
async function copyMigrations(upTo: number): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'quayside-migrations-'));
  await cp(migrationsFolder, path, { recursive: true });
  const journal = join(path, 'meta/_journal.json');
  const content = JSON.parse(await readFile(journal, 'utf8')) as { entries: { when: number }[] };
  const entries = content.entries.filter(({ when }) => when <= upTo);
  await writeFile(journal, JSON.stringify({ ...content, entries }));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Errors are thrown; success needs no log line at every start. */
const SILENT = new Logger(() => () => {});

/** An advisory lock number that nothing else in the database uses. */
const MIGRATION_LOCK = 7_282_974;

/**
 * Migrates our tables and the job queue's, over connections without timeouts, because a migration may take
 * long. When several servers start at once, one migrates and the others wait. `upTo` ends with an earlier migration of
 * ours, by its time, for data of that level.
 */
export async function migrateDatabase(connection: ClientConfig, upTo?: number): Promise<void> {
  await using folder = upTo === undefined ? null : await copyMigrations(upTo);
  const pool = new Pool({ ...connection, application_name: 'quayside migrations', max: 2 });
  // Errors reach the statement that causes them.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  try {
    const client = await pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await migrate(drizzle(client), { migrationsFolder: folder?.path ?? migrationsFolder });
      await runMigrations({ pgPool: pool, logger: SILENT });
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}
