import type { Pool } from 'pg';
import { reachDatabase } from '../platform/db/reach.ts';
import { createLog } from '../platform/log/log.ts';
import type { OperatorCommand } from './command.ts';

/** Jobs shown by name; the others are counted. */
const MAX_SHOWN = 50;

const MAX_ERROR_LENGTH = 200;

interface FailedJob {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAt: Date;
  readonly error: string;
}

/** The commands that show and retry failed jobs. */
export const JOB_COMMANDS: readonly OperatorCommand[] = [
  {
    usage: 'jobs list',
    purpose: 'list jobs that failed, with their errors',
    options: {},
    run: onQueue(listFailedJobs),
  },
  {
    usage: 'jobs retry',
    purpose: 'run jobs that failed again now, also those that were given up',
    options: {},
    run: onQueue(retryFailedJobs),
  },
];

/** Runs a command on the queue of a server, also beside one with the embedded database. */
function onQueue(run: (pool: Pool) => Promise<string>): OperatorCommand['run'] {
  return async (config) => {
    await using reached = await reachDatabase(config, createLog('error'));
    return await run(reached.pool);
  };
}

async function listFailedJobs(pool: Pool): Promise<string> {
  const { rows } = await pool.query<FailedJob>(
    `SELECT id::text AS id, task_identifier AS name, attempts, max_attempts AS "maxAttempts", run_at AS "nextAt",
       left(split_part(last_error, E'\\n', 1), $1) AS error
     FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY id LIMIT $2`,
    [MAX_ERROR_LENGTH, MAX_SHOWN + 1],
  );
  if (rows.length === 0) return 'No job has failed.';
  const lines = rows.slice(0, MAX_SHOWN).flatMap((job) => [describeJob(job), `    ${job.error}`]);
  return [...lines, ...(rows.length > MAX_SHOWN ? [`Only the first ${MAX_SHOWN} are shown.`] : [])].join(
    '\n',
  );
}

function describeJob({ id, name, attempts, maxAttempts, nextAt }: FailedJob): string {
  const next = attempts >= maxAttempts ? 'given up' : `next attempt ${nextAt.toISOString()}`;
  return `${id} ${name}: attempt ${attempts} of ${maxAttempts} failed, ${next}`;
}

/** Jobs that are running are left alone. */
async function retryFailedJobs(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ count: number }>(
    `WITH retried AS (
       SELECT * FROM graphile_worker.reschedule_jobs(
         ARRAY(SELECT id FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND locked_at IS NULL),
         run_at := now(), attempts := 0)
     ) SELECT count(*)::int AS count FROM retried`,
  );
  const count = rows[0]?.count ?? 0;
  if (count === 0) return 'No failed job is waiting.';
  return `${count === 1 ? '1 job runs' : `${count} jobs run`} again as soon as a server or worker is running.`;
}
