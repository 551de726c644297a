import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { copyOut } from '../../platform/db/copy.ts';
import { readAppliedMigrations } from '../../platform/db/migration-level.ts';
import { makeDirectory } from '../../platform/process/private-files.ts';
import { explainDatabaseError } from './database-error.ts';
import type { DatabaseDump, TableDump } from './manifest.ts';
import { RowDigest } from './row-digest.ts';
import { assertHasTables, type CopiedTable, readTablesAfter } from './store-tables.ts';

/** Higher levels take much longer and save little. */
const GZIP_LEVEL = 3;

/** The columns of a job that another database's queue can take over. */
export const JOB_COLUMNS = [
  'identifier',
  'payload',
  'queue_name',
  'run_at',
  'attempts',
  'max_attempts',
  'last_error',
  'key',
  'priority',
  'flags',
] as const;

/** All jobs in their order. Who runs one at the moment does not count: its process does not come along. */
const JOBS = `
  SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.attempts, j.max_attempts, j.last_error, j.key, j.priority,
    j.flags
  FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  ORDER BY j.id`;

/** Returns the SQL of a table and its columns, as COPY takes them. */
export function copyTarget({ name, columns }: CopiedTable): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
}

/** Returns the file of a table's rows in a dump. */
export function dumpFile(folder: string, name: string): string {
  return join(folder, `${name}.copy.gz`);
}

/** The name of the file with the jobs, which no table of ours has. */
const JOBS_NAME = 'graphile_worker_jobs';

/**
 * Writes the rows of Quayside's tables and all jobs to compressed files in a new folder. The connection must be in a
 * transaction with one snapshot. The schema is not written: its migrations name it. Other tables in the database belong to
 * somebody else, and may be such that nobody can read them. Throws `StartupError` when a table of Quayside can't be read.
 */
export async function dumpDatabase(client: ClientBase, folder: string): Promise<DatabaseDump> {
  const migrations = await readAppliedMigrations(client);
  const known = await readTablesAfter(migrations);
  await assertHasTables(client, known);
  await makeDirectory(folder);
  const tables: TableDump[] = [];
  for (const table of known) {
    const rows = await dumpRows(client, copyTarget(table), dumpFile(folder, table.name)).catch((error) => {
      throw explainDatabaseError(error, `The table ${table.name} can’t be read`);
    });
    tables.push({ name: table.name, columns: [...table.columns], ...rows });
  }
  const jobs = await dumpRows(client, `(${JOBS})`, dumpFile(folder, JOBS_NAME)).catch((error) => {
    throw explainDatabaseError(error, 'The jobs can’t be read');
  });
  return {
    migrations,
    tables,
    jobs: { name: JOBS_NAME, columns: [...JOB_COLUMNS], ...jobs },
    sequences: await readSequences(client, known),
  };
}

type Rows = Pick<TableDump, 'rows' | 'file'> & { readonly digest: string };

async function dumpRows(client: ClientBase, source: string, path: string): Promise<Rows> {
  const digest = new RowDigest();
  const compressed = createHash('sha256');
  let size = 0;
  const write = (bytes: Readable) =>
    pipeline(
      bytes,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          digest.update(piece);
          yield piece;
        }
      },
      createGzip({ level: GZIP_LEVEL }),
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          compressed.update(piece);
          size += piece.length;
          yield piece;
        }
      },
      createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
    );
  const rows = await copyOut(client, `COPY ${source} TO STDOUT`, write);
  return { rows, digest: digest.digest(), file: { size, sha256: compressed.digest('hex') } };
}

/** Returns the number and the digest of the rows that a table has now, to compare it with its dump. */
export async function digestRows(
  client: ClientBase,
  table: CopiedTable | 'jobs',
): Promise<Omit<Rows, 'file'>> {
  const digest = new RowDigest();
  const source = table === 'jobs' ? `(${JOBS})` : copyTarget(table);
  const rows = await copyOut(client, `COPY ${source} TO STDOUT`, async (bytes) => {
    for await (const piece of bytes as AsyncIterable<Buffer>) digest.update(piece);
  });
  return { rows, digest: digest.digest() };
}

/**
 * Returns the last number of each sequence of these tables. Sequences are not part of a snapshot, so theirs are read after the
 * rows and are never behind.
 */
async function readSequences(
  client: ClientBase,
  tables: readonly CopiedTable[],
): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `SELECT s.sequencename::text AS name, s.last_value::text AS last
     FROM pg_sequences s
     JOIN pg_class c ON c.relname = s.sequencename AND c.relnamespace = current_schema()::regnamespace
     JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
       AND d.refclassid = 'pg_class'::regclass
     JOIN pg_class t ON t.oid = d.refobjid AND t.relnamespace = c.relnamespace
     WHERE s.schemaname = current_schema() AND t.relname = ANY($1)
     ORDER BY s.sequencename`,
    [tables.map(({ name }) => name)],
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
