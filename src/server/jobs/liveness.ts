import type { Pool, PoolClient } from 'pg';
import { keepSession } from '../db/session.ts';
import type { Log } from '../log.ts';

/** Turns a worker's id into the number of an advisory lock. */
const LOCK_OF = (id: string) => `hashtextextended('quayside worker ' || ${id}, 0)`;

/**
 * Shows to other processes that these workers live: each holds an advisory lock for as long as its process does,
 * which PostgreSQL lets go the moment the process is gone, however it ended.
 */
export async function showAlive(
  pool: Pool,
  log: Log,
  workerIds: readonly string[],
): Promise<AsyncDisposable> {
  const prepare = async (client: PoolClient) => {
    await client.query(`SELECT pg_advisory_lock(${LOCK_OF('id')}) FROM unnest($1::text[]) AS id`, [
      workerIds,
    ]);
  };
  return keepSession({ pool, log, prepare });
}

/**
 * Gives the jobs of workers whose process is gone back to the queue. graphile-worker itself would wait four hours:
 * https://worker.graphile.org/docs/error-handling
 */
export async function releaseJobsOfTheDead(pool: Pool): Promise<void> {
  await pool.query(`
    SELECT graphile_worker.force_unlock_workers(array_agg(dead.id))
    FROM (
      SELECT holder.id FROM (
        SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
      ) AS holder
      WHERE pg_try_advisory_xact_lock(${LOCK_OF('holder.id')})
    ) AS dead
    HAVING count(*) > 0`);
}
