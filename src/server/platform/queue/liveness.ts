import type { Pool, PoolClient } from 'pg';
import { keepSession } from '../db/session.ts';
import type { Log } from '../log/log.ts';

/** Returns SQL for the advisory lock number of a worker pool. */
const LOCK_OF = (id: string) => `hashtextextended('quayside worker ' || ${id}, 0)`;

/**
 * Shows other processes that these worker pools are alive: each pool holds an advisory lock, which PostgreSQL
 * releases as soon as the process ends for any reason.
 */
export async function showAlive(pool: Pool, log: Log, poolIds: readonly string[]): Promise<AsyncDisposable> {
  const prepare = async (client: PoolClient) => {
    await client.query(`SELECT pg_advisory_lock(${LOCK_OF('id')}) FROM unnest($1::text[]) AS id`, [poolIds]);
  };
  return keepSession({ pool, log, prepare });
}

/**
 * Returns jobs of ended processes to the queue. graphile-worker itself would wait four hours:
 * https://worker.graphile.org/docs/error-handling
 */
export async function releaseOrphanedJobs(pool: Pool): Promise<void> {
  await pool.query(`
    SELECT graphile_worker.force_unlock_workers(array_agg(orphaned.id))
    FROM (
      SELECT holder.id FROM (
        SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
      ) AS holder
      WHERE pg_try_advisory_xact_lock(${LOCK_OF('holder.id')})
    ) AS orphaned
    HAVING count(*) > 0`);
}
