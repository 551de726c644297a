import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import { isMisdatedJob } from './misdated-work.ts';

/** A job whose last attempt failed, or that is due implausibly late. */
export interface FailedJob extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
}

/**
 * Runs jobs again now that failed or are due implausibly late, with all their attempts; the one with this id, or all. Returns
 * them, without those that run already or are about to.
 */
export async function retryFailedJobs(db: Db | Tx, id: string | null = null): Promise<FailedJob[]> {
  // The lock makes a second request at the same time see the first one's change.
  const { rows } = await db.execute<FailedJob>(sql`
    WITH failed AS MATERIALIZED (
      SELECT id FROM graphile_worker._private_jobs j
      WHERE (last_error IS NOT NULL AND locked_at IS NULL AND (attempts > 0 OR run_at > clock_timestamp())
          OR ${isMisdatedJob()})
        AND (${id}::bigint IS NULL OR id = ${id}::bigint)
      FOR UPDATE
    ), retried AS (
      SELECT id FROM graphile_worker.reschedule_jobs(
        ARRAY(SELECT id FROM failed), run_at := now(), attempts := 0)
    )
    SELECT id::text, task_identifier AS name FROM graphile_worker.jobs JOIN retried USING (id)`);
  return rows;
}

/** Returns true when the last attempt of a job failed, or it is due implausibly late; null when the queue has no such job. */
export async function isJobFailing(db: Db | Tx, id: string): Promise<boolean | null> {
  const { rows } = await db.execute<{ is_failing: boolean }>(
    sql`SELECT last_error IS NOT NULL OR ${isMisdatedJob()} AS is_failing
      FROM graphile_worker._private_jobs j WHERE id::text = ${id}`,
  );
  return rows[0]?.is_failing ?? null;
}
