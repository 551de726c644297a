import { EventEmitter } from 'node:events';
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { type Context, useJobs } from '../context.ts';
import { STOP_PARTS, waitAtMost } from '../process/stopping.ts';
import { traced } from '../tracing/tracing.ts';
import { type JobName, type JobPayloads, queueOfScheduled } from './enqueue.ts';
import { releaseOrphanedJobs, showAlive } from './liveness.ts';
import { countRunningJobs, type RunningJobs, watchLostJobs } from './lost-jobs.ts';

/** `signal` is aborted when the server stops: long jobs then return to the queue. */
type Job<Name extends JobName> = (
  context: Context,
  payload: JobPayloads[Name],
  signal: AbortSignal,
) => Promise<void>;

export type Jobs = { readonly [Name in JobName]: Job<Name> };

/** Workers for some kinds of jobs. */
export interface WorkerPool {
  /** Maximum jobs running at once. */
  readonly concurrency: number;
  readonly names: readonly JobName[];
  /** Cron format in UTC. Only one of several servers adds the job. */
  readonly schedule: readonly { readonly task: JobName; readonly match: string }[];
}

/**
 * Starts taking jobs from the queue in the database. Closing signals running jobs to stop and waits briefly
 * for them to return unfinished work; the next start recovers the rest.
 */
export async function startWorker(
  parts: Context,
  definitions: Jobs,
  pools: readonly WorkerPool[],
): Promise<AsyncDisposable> {
  const context = useJobs(parts);
  const { log, pool } = context;
  const stopping = new AbortController();
  // A job is locked by the pool that took it, not by a worker of the pool.
  const poolIds: string[] = [];
  const running = countRunningJobs();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => poolIds.push(workerPool.id));
  const runners: Runner[] = [];
  await using opening = new AsyncDisposableStack();
  opening.defer(async () => {
    stopping.abort();
    await waitAtMost(STOP_PARTS.jobsMs, Promise.all(runners.map((runner) => runner.stop())));
  });
  for (const { concurrency, names, schedule } of pools) {
    const runner = await run({
      pgPool: pool,
      taskList: taskList(names, { context, definitions, running, signal: stopping.signal }),
      parsedCronItems: parseCronItems(schedule.map(withQueue)),
      events,
      concurrency,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug']({ part: 'jobs' }, message);
      }),
    });
    runners.push(runner);
  }
  opening.use(watchLostJobs({ pool, log, poolIds, running }));
  const alive = await showAlive(pool, log, poolIds);
  await releaseOrphanedJobs(pool);

  const stop = opening.move();
  return {
    async [Symbol.asyncDispose]() {
      await stop.disposeAsync();
      await alive[Symbol.asyncDispose]();
    },
  };
}

interface WorkerParts {
  readonly context: Context;
  readonly definitions: Jobs;
  readonly running: RunningJobs;
  readonly signal: AbortSignal;
}

/** Adds a scheduled job to the queue of its kind, so that at most one of them runs across all servers. */
function withQueue({ task, match }: WorkerPool['schedule'][number]) {
  const queueName = queueOfScheduled(task);
  return { task, match, options: queueName === null ? {} : { queueName } };
}

function taskList(
  names: readonly JobName[],
  { context, definitions, running, signal }: WorkerParts,
): TaskList {
  return Object.fromEntries(
    names.map((name) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        traced(
          { name: `job ${name}`, kind: 'consumer', attributes: { 'quayside.attempt': job.attempts } },
          () =>
            running.run(job.id, () => (definitions[name] as Job<JobName>)(context, payload as never, signal)),
        ),
    ]),
  );
}
