import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Client, type ClientBase, type ClientConfig, escapeIdentifier } from 'pg';
import { StartupError } from '../../platform/config/startup-error.ts';
import { copyIn } from '../../platform/db/copy.ts';
import { migrateDatabase } from '../../platform/db/migrate.ts';
import { openCopyClient } from './copy-client.ts';
import { explainDatabaseError } from './database-error.ts';
import { copyTarget, digestRows, dumpFile, JOB_COLUMNS } from './dump.ts';
import type { DatabaseDump, TableDump } from './manifest.ts';
import { RowDigest } from './row-digest.ts';
import { assertHasTables, type CopiedTable, readTablesAfter } from './store-tables.ts';

/**
 * Loads a dump into a database without Quayside's tables: its migrations make the tables, then all rows, jobs and sequences are
 * written in one transaction, and compared with the dump. `folder` has the dump's files. Returns the tables of the dump that
 * aren't Quayside's and were left out: earlier backups have them. Throws `StartupError`.
 */
export async function loadDatabase(
  connection: ClientConfig,
  folder: string,
  dump: DatabaseDump,
): Promise<string[]> {
  const known = await readTablesAfter(dump.migrations);
  assertSameTables(known, dump);
  const isKnown = ({ name }: TableDump) => known.some((table) => table.name === name);
  try {
    await migrateDatabase(connection, Math.max(...dump.migrations));
    await using copying = await openCopyClient(connection);
    await assertHasTables(copying.client, known);
    await writeRows(copying.client, folder, { ...dump, tables: dump.tables.filter(isKnown) });
  } catch (error) {
    throw explainDatabaseError(error, 'The rows can’t be written');
  }
  return dump.tables.filter((table) => !isKnown(table)).map(({ name }) => name);
}

async function writeRows(client: Client, folder: string, dump: DatabaseDump): Promise<void> {
  await client.query('BEGIN');
  const addForeignKeys = await dropForeignKeys(client, dump);
  const written: WrittenTable[] = [];
  for (const table of dump.tables) {
    const digest = await loadTable(client, table, dumpFile(folder, table.name));
    written.push({ ...table, digest: table.digest ?? digest });
  }
  const digestOfJobs = await loadJobs(client, dump.jobs, dumpFile(folder, dump.jobs.name));
  const jobs: WrittenTable = { ...dump.jobs, digest: dump.jobs.digest ?? digestOfJobs };
  await setSequences(client, dump);
  await client.query(addForeignKeys);
  await assertSameRows(client, { tables: written, jobs });
  await client.query('COMMIT');
  await client.query(`ANALYZE ${dump.tables.map(({ name }) => escapeIdentifier(name)).join(', ')}`);
}

/** A table with what it must have now: the digest of the dump, or of what its file contains. */
type WrittenTable = TableDump & { readonly digest: string };

/** Throws `StartupError` when the dump lacks a table of its migrations, or its columns are others. */
function assertSameTables(known: readonly CopiedTable[], { tables }: DatabaseDump): void {
  const describe = ({ name, columns }: CopiedTable) => `${name} (${columns.toSorted().join(', ')})`;
  const dumped = new Set(tables.map(describe));
  const other = known.map(describe).filter((table) => !dumped.has(table));
  if (other.length === 0) return;
  throw new StartupError(
    `The dump’s tables aren’t those of its migrations: ${other.slice(0, 3).join('; ')}. It was made by another version of Quayside.`,
  );
}

/**
 * Drops the foreign keys until the end, because tables reference each other in circles, and one check of all rows is
 * faster. Returns the statements that add them again.
 */
async function dropForeignKeys(client: ClientBase, { tables }: DatabaseDump): Promise<string> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) AS add
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE contype = 'f' AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY($1)`,
    [tables.map(({ name }) => name)],
  );
  await client.query(rows.map(({ drop }) => drop).join(';\n'));
  return rows.map(({ add }) => add).join(';\n');
}

/** Writes the rows of a table, and returns their digest. Triggers stay off: what they would write is in the dump as well. */
async function loadTable(client: ClientBase, table: TableDump, path: string): Promise<string> {
  const name = escapeIdentifier(table.name);
  await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const digest = await copyFile(client, copyTarget(table), path);
  await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  return digest;
}

/** Copies the rows of a file into a table, and returns their digest. */
async function copyFile(client: ClientBase, target: string, path: string): Promise<string> {
  const bytes = createGunzip();
  const digest = new RowDigest();
  const digested = async function* () {
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      digest.update(piece);
      yield piece;
    }
  };
  const reading = pipeline(createReadStream(path), bytes);
  await Promise.all([copyIn(client, `COPY ${target} FROM STDIN`, digested()), reading]);
  return digest.digest();
}

/**
 * Adds the jobs by the queue's own function, so that they suit the tables of its current version. Those that ran are free
 * again and run once more, as after a crash. Attempts and errors are kept: a job that was given up stays so. Returns the digest
 * of the dumped jobs.
 */
async function loadJobs(client: ClientBase, jobs: TableDump, path: string): Promise<string> {
  await client.query(`
    CREATE TEMPORARY TABLE dumped_jobs (
      position bigint GENERATED ALWAYS AS IDENTITY, identifier text, payload json, queue_name text, run_at timestamptz,
      attempts int, max_attempts int, last_error text, key text, priority int, flags jsonb
    ) ON COMMIT DROP`);
  const target = copyTarget({ name: 'dumped_jobs', columns: JOB_COLUMNS });
  const digest = await copyFile(client, target, path);
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
  return digest;
}

async function setSequences(client: ClientBase, { sequences }: DatabaseDump): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    // Earlier backups also name sequences of others, which aren't there.
    if (last !== null)
      await client.query('SELECT setval(found, $2) FROM to_regclass($1) AS found WHERE found IS NOT NULL', [
        escapeIdentifier(name),
        last,
      ]);
  }
}

interface WrittenRows {
  readonly tables: readonly WrittenTable[];
  readonly jobs: WrittenTable;
}

async function assertSameRows(client: ClientBase, { tables, jobs }: WrittenRows): Promise<void> {
  const wrong: string[] = [];
  for (const table of [...tables, jobs]) {
    const found = await digestRows(client, table === jobs ? 'jobs' : table);
    if (found.rows !== table.rows || found.digest !== table.digest)
      wrong.push(`${table.name} (${found.rows} of ${table.rows} rows)`);
  }
  if (wrong.length === 0) return;
  throw new StartupError(
    `The database wrote other rows than it was given, and they were not kept: ${wrong.join(', ')}. It may have triggers of its own.`,
  );
}
