import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ClientBase, type ClientConfig, escapeIdentifier } from 'pg';
import { StartupError } from '../../platform/config/startup-error.ts';
import { copyIn } from '../../platform/db/copy.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { openCopyClient } from './copy-client.ts';
import { copyTarget, dumpFile, hashRows, JOB_COLUMNS, readTables } from './dump.ts';
import type { DatabaseDump, TableDump } from './manifest.ts';

/**
 * Loads a dump into an empty database: its migrations make the tables, then all rows, jobs and sequences are written in
 * one transaction, and compared with the dump. `folder` has the dump's files.
 */
export async function loadDatabase(
  connection: ClientConfig,
  folder: string,
  dump: DatabaseDump,
): Promise<void> {
  await migrateDatabase(connection, Math.max(...dump.migrations));
  await using copying = await openCopyClient(connection);
  const { client } = copying;
  await client.query('BEGIN');
  await assertSameTables(client, dump);
  const addForeignKeys = await dropForeignKeys(client);
  for (const table of dump.tables) await loadTable(client, table, dumpFile(folder, table.name));
  await loadJobs(client, dump.jobs, dumpFile(folder, dump.jobs.name));
  await setSequences(client, dump);
  await client.query(addForeignKeys);
  await assertSameRows(client, dump);
  await client.query('COMMIT');
  await client.query(`ANALYZE ${dump.tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
}

async function assertSameTables(client: ClientBase, { tables }: DatabaseDump): Promise<void> {
  const describe = ({ name, columns }: Pick<TableDump, 'name' | 'columns'>) =>
    `${name} (${columns.join(', ')})`;
  const present = new Set((await readTables(client)).map(describe));
  const other = tables.map(describe).filter((table) => !present.has(table));
  if (other.length === 0 && present.size === tables.length) return;
  throw new StartupError(
    `The dump’s tables aren’t those of its migrations${other.length > 0 ? `: ${other.slice(0, 3).join('; ')}` : ''}. It was made by another version of Quayside.`,
  );
}

/**
 * Drops the foreign keys until the end, because tables reference each other in circles, and one check of all rows is
 * faster. Returns the statements that add them again.
 */
async function dropForeignKeys(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
    FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`);
  await client.query(rows.map(({ drop }) => drop).join(';\n'));
  return rows.map(({ add }) => add).join(';\n');
}

/** Triggers stay off: what they would write is in the dump as well. */
async function loadTable(client: ClientBase, table: TableDump, path: string): Promise<void> {
  const name = escapeIdentifier(table.name);
  await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await copyFile(client, copyTarget(table), path);
  await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

async function copyFile(client: ClientBase, target: string, path: string): Promise<void> {
  const bytes = createGunzip();
  const reading = pipeline(createReadStream(path), bytes);
  await Promise.all([copyIn(client, `COPY ${target} FROM STDIN`, bytes), reading]);
}

/**
 * Adds the jobs by the queue's own function, so that they suit the tables of its current version. Those that ran are free
 * again and run once more, as after a crash. Attempts and errors are kept: a job that was given up stays so.
 */
async function loadJobs(client: ClientBase, jobs: TableDump, path: string): Promise<void> {
  await client.query(`
    CREATE TEMPORARY TABLE dumped_jobs (
      position bigint GENERATED ALWAYS AS IDENTITY, identifier text, payload json, queue_name text, run_at timestamptz,
      attempts int, max_attempts int, last_error text, key text, priority int, flags jsonb
    ) ON COMMIT DROP`);
  await copyFile(client, copyTarget({ name: 'dumped_jobs', columns: [...JOB_COLUMNS] }), path);
  const { rowCount } = await client.query(`
    WITH added AS MATERIALIZED (
      SELECT attempts, last_error, (graphile_worker.add_job(
        identifier, payload := payload, queue_name := queue_name, run_at := run_at, max_attempts := max_attempts,
        job_key := key, priority := priority,
        flags := (SELECT array_agg(flag) FROM jsonb_object_keys(flags) AS flag)
      )).id AS id
      FROM (SELECT * FROM dumped_jobs ORDER BY position) AS ordered
    )
    SELECT id, attempts, last_error INTO TEMPORARY added_jobs FROM added`);
  await client.query(`
    UPDATE graphile_worker._private_jobs j SET attempts = a.attempts, last_error = a.last_error
    FROM added_jobs a WHERE a.id = j.id AND (a.attempts > 0 OR a.last_error IS NOT NULL)`);
  await client.query('DROP TABLE added_jobs');
  if (rowCount !== jobs.rows) throw new Error(`${rowCount} of ${jobs.rows} jobs were added`);
}

async function setSequences(client: ClientBase, { sequences }: DatabaseDump): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    if (last !== null) await client.query('SELECT setval($1::regclass, $2)', [escapeIdentifier(name), last]);
  }
}

async function assertSameRows(client: ClientBase, dump: DatabaseDump): Promise<void> {
  const wrong: string[] = [];
  for (const table of [...dump.tables, dump.jobs]) {
    const found = await hashRows(client, table === dump.jobs ? 'jobs' : table);
    if (found.rows !== table.rows || found.sha256 !== table.sha256)
      wrong.push(`${table.name} (${found.rows} of ${table.rows} rows)`);
  }
  if (wrong.length === 0) return;
  throw new StartupError(
    `The database wrote other rows than it was given, and they were not kept: ${wrong.join(', ')}. It may have another version or triggers of its own.`,
  );
}
