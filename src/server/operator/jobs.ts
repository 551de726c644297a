import type { DatabaseConnections } from '../platform/db/pools.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { createLog } from '../platform/log/log.ts';
import { retryFailedJobs } from '../platform/queue/retry-jobs.ts';
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
    run: onQueue(retryJobs),
  },
];

/** Runs a command on the queue of a server, also beside one with the embedded database. */
function onQueue(run: (connections: DatabaseConnections) => Promise<string>): OperatorCommand['run'] {
  return async (config) => {
    await using reached = await reachDatabase(config, createLog('error'));
    return await run(reached);
  };
}

async function listFailedJobs({ pool }: DatabaseConnections): Promise<string> {
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

async function retryJobs({ db }: DatabaseConnections): Promise<string> {
  const { length: count } = await retryFailedJobs(db);
  if (count === 0) return 'No failed job is waiting.';
  return `${count === 1 ? '1 job runs' : `${count} jobs run`} again as soon as a server or worker is running.`;
}
