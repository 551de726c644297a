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
import type { DatabaseDump, TableDump } from './manifest.ts';

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

/** A table with the columns that have values of their own. */
export type CopiedTable = Pick<TableDump, 'name' | 'columns'>;

/** Returns the tables of the store by name; those of extensions belong to them. */
export async function readTables(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
      )
    GROUP BY c.oid, c.relname ORDER BY c.relname`);
  return rows;
}

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
 * Writes the rows of all tables and all jobs to compressed files in a new folder. The connection must be in a
 * transaction with one snapshot. The schema is not written: its migrations name it.
 */
export async function dumpDatabase(client: ClientBase, folder: string): Promise<DatabaseDump> {
  await makeDirectory(folder);
  const tables: TableDump[] = [];
  for (const table of await readTables(client)) {
    tables.push({ ...table, ...(await dumpRows(client, copyTarget(table), dumpFile(folder, table.name))) });
  }
  const columns = [...JOB_COLUMNS];
  const jobs = await dumpRows(client, `(${JOBS})`, dumpFile(folder, JOBS_NAME));
  return {
    migrations: await readAppliedMigrations(client),
    tables,
    jobs: { name: JOBS_NAME, columns, ...jobs },
    sequences: await readSequences(client),
  };
}

type Rows = Pick<TableDump, 'rows' | 'sha256' | 'file'>;

async function dumpRows(client: ClientBase, source: string, path: string): Promise<Rows> {
  const [plain, compressed] = [createHash('sha256'), createHash('sha256')];
  let size = 0;
  const write = (bytes: Readable) =>
    pipeline(
      bytes,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          plain.update(piece);
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
  return { rows, sha256: plain.digest('hex'), file: { size, sha256: compressed.digest('hex') } };
}

/** Returns the number and the hash of the rows that a table has now, to compare it with its dump. */
export async function hashRows(client: ClientBase, table: CopiedTable | 'jobs'): Promise<Omit<Rows, 'file'>> {
  const hash = createHash('sha256');
  const source = table === 'jobs' ? `(${JOBS})` : copyTarget(table);
  const rows = await copyOut(client, `COPY ${source} TO STDOUT`, (bytes) => pipeline(bytes, hash));
  return { rows, sha256: hash.digest('hex') };
}

/** Sequences are not part of a snapshot, so theirs are read after the rows and are never behind. */
async function readSequences(client: ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; last: string | null }>(`
    SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = current_schema() ORDER BY sequencename`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
