import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { MAX_REPORTED_KEYS } from '#shared/admin/calls.ts';
import type { FileProblem } from '#shared/admin/file-problems.ts';
import type { Db } from '../db/open.ts';
import { defineStatement, type StatementValues } from '../db/statement.ts';
import { fileChecks } from '../db/tables/files.ts';

/** A problem of a stored file. */
export interface FoundProblem {
  readonly key: string;
  readonly problem: FileProblem;
  readonly now: Date;
}

/** Returns true for a file that is made from the database, and is made again rather than restored. */
export function isFeedFile(key: string): boolean {
  return key.startsWith('feeds/');
}

/** Records a problem of a file, of which a job notifies staff once. Returns true when it is a new one. */
export async function recordProblem(db: Db, { key, problem, now }: FoundProblem): Promise<boolean> {
  const { rows } = await db.execute<{ isNew: boolean }>(sql`
    WITH before AS (SELECT problem FROM file_checks WHERE key = ${key} FOR UPDATE)
    INSERT INTO file_checks AS known (key, problem, since)
    VALUES (${key}, ${problem}, ${now.toISOString()}::timestamptz)
    ON CONFLICT (key) DO UPDATE SET problem = excluded.problem, since = coalesce(known.since, excluded.since)
    RETURNING (SELECT problem FROM before) IS NULL AS "isNew"`);
  return rows[0]?.isNew ?? false;
}

/** Records that a file was verified, without a problem or with the one that is known. */
export async function recordChecked(db: Db, key: string, now: Date): Promise<void> {
  await db.execute(
    sql`UPDATE file_checks SET checked_at = ${now.toISOString()}::timestamptz WHERE key = ${key}`,
  );
}

/** Ends the problem of a file that was restored, or stored again. Returns true when it had one. */
export async function clearProblem(db: Db, key: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE file_checks SET problem = NULL, since = NULL, notified_at = NULL
    WHERE key = ${key} AND problem IS NOT NULL`);
  return (rowCount ?? 0) > 0;
}

/** Forgets files that nothing references any more. */
export async function forgetFiles(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await db.execute(sql`DELETE FROM file_checks WHERE key = ANY(${sql.param([...keys])}::text[])`);
}

/** A file with a problem. */
export interface ProblemFile extends Record<string, unknown> {
  readonly key: string;
  readonly problem: FileProblem;
  readonly since: Date;
}

const PROBLEMS_AFTER = defineStatement(
  'file-problems:after',
  ({ after, limit }: StatementValues<{ after: string; limit: number }>) => ({
    select: { key: fileChecks.key, problem: sql<FileProblem>`problem`, since: sql<string>`since::text` },
    from: sql`FROM ${fileChecks} WHERE problem IS NOT NULL AND key > ${after} ORDER BY key LIMIT ${limit}`,
  }),
);

/** Returns files with problems ordered by key, after one of them. */
export async function listProblems(db: Db, after: string, limit: number): Promise<ProblemFile[]> {
  const rows = await PROBLEMS_AFTER.all(db, { after, limit });
  return rows.map(({ since, ...file }) => ({ ...file, since: new Date(since) }));
}

/** Returns true when a stored file is known to be damaged or missing. */
export async function hasProblemFiles(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    'SELECT EXISTS (SELECT FROM file_checks WHERE problem IS NOT NULL) AS has',
  );
  return rows[0]?.has ?? false;
}

const PROBLEMS = defineStatement('file-problems', ({ limit }: StatementValues<{ limit: number }>) => ({
  select: {
    key: fileChecks.key,
    problem: sql<FileProblem>`problem`,
    since: sql<string>`since::text`,
    damaged: sql<number>`(count(*) FILTER (WHERE problem = 'damaged') OVER ())::int`,
    missing: sql<number>`(count(*) FILTER (WHERE problem = 'missing') OVER ())::int`,
  },
  from: sql`FROM ${fileChecks} WHERE problem IS NOT NULL ORDER BY since, key LIMIT ${limit}`,
}));

/** Returns how many files have problems, and those that have had one for longest. */
export async function readProblems(db: Db) {
  const rows = await PROBLEMS.all(db, { limit: MAX_REPORTED_KEYS });
  return {
    damaged: rows[0]?.damaged ?? 0,
    missing: rows[0]?.missing ?? 0,
    files: rows.map(({ key, problem, since }) => ({ key, problem, since: new Date(since).toISOString() })),
  };
}
