import type { Pool } from 'pg';
import type { Log } from '../log/log.ts';

/** Interval between checks for lost jobs, in milliseconds. */
const LOOK_MS = 10_000;

/**
 * Time for which a job may be locked before it starts and after it ends, in milliseconds: each takes one
 * statement.
 */
const TRANSIT_MS = 10_000;

/** The jobs that a process runs. */
export interface RunningJobs {
  /** Runs a job's work, and counts it as running until its end should be saved. */
  run<Result>(jobId: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns the ids of jobs that are running or just ended. */
  ids(): string[];
}

/** Creates an empty record of running jobs. */
export function countRunningJobs(transitMs = TRANSIT_MS): RunningJobs {
  const counts = new Map<string, number>();
  const add = (jobId: string, by: number) => {
    const count = (counts.get(jobId) ?? 0) + by;
    if (count > 0) counts.set(jobId, count);
    else counts.delete(jobId);
  };
  return {
    async run(jobId, work) {
      add(jobId, 1);
      try {
        return await work();
      } finally {
        setTimeout(() => add(jobId, -1), transitMs).unref();
      }
    },
    ids: () => [...counts.keys()],
  };
}

interface LockedJobs {
  readonly pool: Pool;
  readonly log: Log;
  /** The ids under which this process locks jobs. */
  readonly poolIds: readonly string[];
  readonly running: RunningJobs;
}

/**
 * Regularly returns jobs to the queue that this process has locked but does not run. graphile-worker 0.18
 * leaves a job locked when the database is unavailable at the moment its start or end is saved
 * (`batchFailJobs`); no other process would take it while this one lives.
 */
export function watchLostJobs(watched: LockedJobs): Disposable {
  const timer = setInterval(() => {
    releaseLostJobs(watched).catch((error: unknown) => {
      watched.log.warn({ err: error }, 'jobs that were lost could not be looked for');
    });
  }, LOOK_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Returns lost jobs to the queue once, as `watchLostJobs` does. Jobs locked for less than `transitMs` are
 * left alone.
 */
export async function releaseLostJobs(
  { pool, log, poolIds, running }: LockedJobs,
  transitMs = TRANSIT_MS,
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH released AS (
       UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL
       WHERE locked_by = ANY ($1::text[]) AND id <> ALL ($2::bigint[])
         AND locked_at <= now() - make_interval(secs => $3::float8 / 1000)
       RETURNING id, job_queue_id
     ), queues AS (
       UPDATE graphile_worker._private_job_queues q SET locked_by = NULL, locked_at = NULL
       FROM released WHERE q.id = released.job_queue_id AND q.locked_by = ANY ($1::text[])
     )
     SELECT id FROM released`,
    [poolIds, running.ids(), transitMs],
  );
  if (rows.length > 0) log.warn({ jobs: rows.length }, 'jobs whose end could not be written down run again');
}
