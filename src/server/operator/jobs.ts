import { sql } from 'drizzle-orm';
import type { DatabaseConnections } from '../platform/db/pools.ts';
import { reachDatabase } from '../platform/db/reach.ts';
import { createLog } from '../platform/log/log.ts';
import {
  correctMisdatedWork,
  describeMisdated,
  findMisdatedWork,
  isMisdatedJob,
} from '../platform/queue/misdated-work.ts';
import { retryFailedJobs } from '../platform/queue/retry-jobs.ts';
import type { OperatorCommand } from './command.ts';

/** Jobs shown by name; the others are counted. */
const MAX_SHOWN = 50;

const MAX_ERROR_LENGTH = 200;

interface FailedJob extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly nextAt: string;
  /** Null without a failed attempt, when it is due implausibly late. */
  readonly error: string | null;
}

/** The commands that show and retry failed jobs. */
export const JOB_COMMANDS: readonly OperatorCommand[] = [
  {
    usage: 'jobs list',
    purpose: 'list jobs that failed, with their errors, and those due too late',
    options: {},
    run: onQueue(listFailedJobs),
  },
  {
    usage: 'jobs retry',
    purpose: 'run jobs that failed again now, also those given up, and work due too late',
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

async function listFailedJobs({ db }: DatabaseConnections): Promise<string> {
  const { rows } = await db.execute<FailedJob>(sql`
    SELECT j.id::text AS id, t.identifier AS name, attempts, max_attempts AS "maxAttempts",
      run_at AS "nextAt", left(split_part(last_error, E'\\n', 1), ${MAX_ERROR_LENGTH}) AS error
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE last_error IS NOT NULL OR ${isMisdatedJob()} ORDER BY j.id LIMIT ${MAX_SHOWN + 1}`);
  const lines = rows
    .slice(0, MAX_SHOWN)
    .flatMap((job) => [describeJob(job), ...(job.error === null ? [] : [`    ${job.error}`])]);
  const others = (await findMisdatedWork(db)).filter(({ name }) => name !== 'jobs');
  const all = [
    ...lines,
    ...(rows.length > MAX_SHOWN ? [`Only the first ${MAX_SHOWN} are shown.`] : []),
    ...others.map((work) => `Due too late: ${describeMisdated(work)}`),
  ];
  return all.length === 0 ? 'No job has failed.' : all.join('\n');
}

function describeJob({ id, name, attempts, maxAttempts, nextAt, error }: FailedJob): string {
  const at = new Date(nextAt).toISOString();
  if (error === null) return `${id} ${name}: due too late, ${at}, because the database’s clock was wrong`;
  const next = attempts >= maxAttempts ? 'given up' : `next attempt ${at}`;
  return `${id} ${name}: attempt ${attempts} of ${maxAttempts} failed, ${next}`;
}

async function retryJobs({ db }: DatabaseConnections): Promise<string> {
  const [jobs, others] = await db.transaction(async (tx) => [
    (await retryFailedJobs(tx)).length,
    await correctMisdatedWork(tx),
  ]);
  if (jobs + others === 0) return 'No failed job is waiting.';
  const when = 'again as soon as a server or worker is running.';
  return [
    ...(jobs > 0 ? [`${jobs === 1 ? '1 job runs' : `${jobs} jobs run`} ${when}`] : []),
    ...(others > 0
      ? [
          `${others === 1 ? '1 time' : `${others} times`} of other work too far ahead ${others === 1 ? 'is' : 'are'} now.`,
        ]
      : []),
  ].join('\n');
}
