import type { Pool } from 'pg';

/** The job of every minute finishes much sooner, unless no server takes jobs. */
const DELAY_SECONDS = 300;

/**
 * Returns true when due jobs wait because no server adds or takes the job of every minute (`recover-jobs`).
 */
export async function areJobsDelayed(pool: Pool): Promise<boolean> {
  // Before that, possibly no server was running to add it.
  const isSettled = process.uptime() > DELAY_SECONDS;
  const { rows } = await pool.query<{ delayed: boolean }>(
    `WITH late AS (SELECT now() - $1 * interval '1 second' AS before)
    SELECT EXISTS (
      SELECT FROM graphile_worker.jobs, late WHERE task_identifier = 'recover-jobs' AND run_at < late.before
    ) OR $2 AND EXISTS (
      SELECT FROM graphile_worker._private_known_crontabs, late
      WHERE identifier = 'recover-jobs' AND greatest(last_execution, known_since) < late.before
    ) AS delayed`,
    [DELAY_SECONDS, isSettled],
  );
  return rows[0]?.delayed ?? false;
}
