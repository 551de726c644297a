import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FileProblem } from '#shared/admin/file-problems.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import {
  clearProblem,
  forgetFiles,
  isFeedFile,
  listProblems,
  recordChecked,
  recordProblem,
} from '../file-problems/problems.ts';
import { enqueue } from '../queue/enqueue.ts';
import type { Storage } from '../storage/storage.ts';
import { type Digest, readDigests } from './digests.ts';
import { addExpectedFiles, findExpectedKeys } from './expected-files.ts';

/** A file that was verified is left alone for so long. */
const LEAST_AGE_MS = 7 * 86_400_000;

/** Days within which every file is verified while jobs run. */
export const MAX_AGE_DAYS = 30;

/**
 * Runs in which all files are read once: of 24 a day, in 20 days. With `LEAST_AGE_MS` before it, every file is read
 * within `MAX_AGE_DAYS` even when a tenth of the runs is lost.
 */
const RUNS = 480;

/** Bytes that each run reads at least. */
const LEAST_BYTES = 1024 ** 3;

/** Bytes that a file counts at least, because opening it costs, too. */
const LEAST_FILE_BYTES = 65_536;

/** Files looked up at once. */
const BATCH = 100;

/** Known problems that are looked at again per run, and bytes of damaged files that are read for it. */
const MAX_RECHECKED = 20_000;
const MAX_RECHECKED_BYTES = LEAST_BYTES;

/** The parts that verify files. */
export type VerifyingContext = Pick<Context, 'db' | 'rawStorage' | 'clock' | 'log'> & {
  readonly problems: Pick<Context['problems'], 'forget'>;
};

/** Bounds of a run, which tests change. */
interface Limits {
  readonly maxBytes?: number;
  readonly leastAgeMs?: number;
}

/**
 * Compares the content of stored files with their hashes, those first that were never verified, then those that were not
 * for longest. Each run reads a bounded number of bytes, and the next one continues there. Records files that are damaged
 * or missing, and ends the problems of those that are right again.
 */
export async function verifyFiles(
  context: VerifyingContext,
  signal: AbortSignal,
  { maxBytes, leastAgeMs = LEAST_AGE_MS }: Limits = {},
): Promise<void> {
  const { db, clock } = context;
  await addExpectedFiles(db);
  await recheckProblems(context, signal);
  const before = new Date(clock().getTime() - leastAgeMs);
  let left = maxBytes ?? (await readBytesPerRun(db));
  while (left > 0 && !signal.aborted) {
    const keys = await findDue(db, before);
    if (keys.length === 0) return;
    left -= await verifyBatch(context, keys, (read) => signal.aborted || read >= left);
  }
}

/**
 * Verifies every file once, whenever it was verified last, and yields how many are done. Problems are recorded as by
 * `verifyFiles`.
 */
export async function* verifyAllFiles(
  context: VerifyingContext,
): AsyncGenerator<{ done: number; of: number }> {
  const { db } = context;
  await addExpectedFiles(db);
  const { rows } = await db.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM file_checks`);
  let done = 0;
  for (let after = ''; ; ) {
    const keys = await readKeys(db, sql`WHERE key > ${after} ORDER BY key`);
    const last = keys.at(-1);
    if (last === undefined) return;
    await verifyBatch(context, keys, () => false);
    after = last;
    done += keys.length;
    yield { done, of: Math.max(done, rows[0]?.count ?? 0) };
  }
}

async function readBytesPerRun(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    SELECT (coalesce((SELECT sum(size) FROM versions WHERE file_removed_at IS NULL), 0)
      + coalesce((SELECT sum(size) FROM app_graphics), 0)
      + (SELECT count(*) FROM file_checks) * ${LEAST_FILE_BYTES}::bigint)::float8 AS bytes`);
  return Math.max(LEAST_BYTES, (rows[0]?.bytes ?? 0) / RUNS);
}

function findDue(db: Db, before: Date): Promise<string[]> {
  return readKeys(
    db,
    sql`WHERE problem IS NULL AND (checked_at IS NULL OR checked_at < ${before.toISOString()}::timestamptz)
      ORDER BY checked_at NULLS FIRST, downloads DESC NULLS LAST`,
  );
}

async function readKeys(db: Db, condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`SELECT key FROM file_checks ${condition} LIMIT ${BATCH}`,
  );
  return rows.map(({ key }) => key);
}

/** Looks at files with problems again, of which someone may have restored or deleted some. */
async function recheckProblems(context: VerifyingContext, signal: AbortSignal): Promise<void> {
  let after = '';
  let read = 0;
  const isDone = (more: number) => signal.aborted || read + more >= MAX_RECHECKED_BYTES;
  for (let done = 0; done < MAX_RECHECKED && !isDone(0); done += BATCH) {
    const files = await listProblems(context.db, after, BATCH);
    const last = files.at(-1);
    if (!last) return;
    after = last.key;
    read += await verifyBatch(
      context,
      files.map(({ key }) => key),
      isDone,
    );
  }
}

/** Verifies files until `isDone`, given the bytes that were read, says so. Returns that number. */
async function verifyBatch(
  context: VerifyingContext,
  keys: readonly string[],
  isDone: (read: number) => boolean,
): Promise<number> {
  const { db } = context;
  const [digests, expected] = await Promise.all([readDigests(db, keys), findExpectedKeys(db, keys)]);
  await forgetFiles(
    db,
    keys.filter((key) => !expected.has(key)),
  );
  let read = 0;
  for (const key of keys) {
    const digest = digests.get(key);
    if (!digest || !expected.has(key)) continue;
    read += Math.max(LEAST_FILE_BYTES, await verifyFile(context, key, digest));
    if (isDone(read)) break;
  }
  return read;
}

/** Verifies a file, records what was found, and returns the number of bytes read. */
async function verifyFile(context: VerifyingContext, key: string, digest: Digest): Promise<number> {
  const { db, rawStorage, problems, clock } = context;
  const found = await examineFile(rawStorage, key, digest);
  // It may have been deleted or stored again meanwhile.
  const problem =
    found.problem !== null && (await findExpectedKeys(db, [key])).has(key)
      ? (await examineFile(rawStorage, key, digest)).problem
      : null;
  if (problem !== null) await report(context, key, problem);
  else {
    if (await clearProblem(db, key)) problems.forget();
    if (found.sha256 !== null && digest.sha256 === null)
      await db.execute(sql`UPDATE file_checks SET sha256 = ${found.sha256} WHERE key = ${key}`);
  }
  await recordChecked(db, key, clock());
  return found.bytes;
}

async function report(context: VerifyingContext, key: string, problem: FileProblem): Promise<void> {
  const { db, rawStorage, problems, clock, log } = context;
  if (!isFeedFile(key)) {
    if (await recordProblem(db, { key, problem, now: clock() }))
      log.error({ key, problem }, 'a stored file is damaged or missing: restore it from a backup');
    return problems.forget();
  }
  log.warn({ key, problem }, 'a file of the feed is damaged or missing: the feed is made again');
  // What is missing is noticed, and made again from the database.
  await rawStorage.delete(key);
  await enqueue(db, { name: 'check-feeds', payload: {} });
}

/** The result of reading a file. */
interface ExaminedFile {
  readonly problem: FileProblem | null;
  /** The hash of its content; null when it couldn't be read. */
  readonly sha256: string | null;
  readonly bytes: number;
}

/** Reads a whole file and compares it. Throws when the storage can't be reached. */
export async function examineFile(storage: Storage, key: string, digest: Digest): Promise<ExaminedFile> {
  const opened = await storage.open(key);
  if (!opened) return { problem: 'missing', sha256: null, bytes: 0 };
  if (digest.size !== null && opened.size !== digest.size) {
    opened.stream.destroy();
    return { problem: 'damaged', sha256: null, bytes: 0 };
  }
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of opened.stream as AsyncIterable<Uint8Array>) {
      hash.update(piece);
      bytes += piece.length;
    }
  } catch (error) {
    // The disk can't read the sectors of this file.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return { problem: 'damaged', sha256: null, bytes };
    throw error;
  }
  const sha256 = hash.digest('hex');
  const isRight = bytes === opened.size && (digest.sha256 ?? sha256) === sha256;
  return { problem: isRight ? null : 'damaged', sha256, bytes };
}
