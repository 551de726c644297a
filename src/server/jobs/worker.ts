import { Logger, run, type TaskList } from 'graphile-worker';
import type { Context } from '../context.ts';
import { rebuildFdroidFeed } from '../feeds/fdroid/rebuild.ts';
import { analyseVersion } from '../versions/analyse.ts';
import type { JobPayloads } from './enqueue.ts';

type Jobs = { [Name in keyof JobPayloads]: (context: Context, payload: JobPayloads[Name]) => Promise<void> };

/** What each kind of job does. Every one may be interrupted anywhere and run again. */
const JOBS: Jobs = {
  'analyse-version': (context, { versionId }) => analyseVersion(context, versionId),
  'rebuild-feeds': (context) => rebuildFdroidFeed(context),
};

/** Jobs that one server runs at once. */
const CONCURRENCY = 2;

/** Starts taking jobs from the queue, which lives in the database; closing lets the running ones finish. */
export async function startWorker(context: Context): Promise<AsyncDisposable> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(JOBS).map(([name, job]) => [
      name,
      (payload: unknown) => (job as (context: Context, payload: unknown) => Promise<void>)(context, payload),
    ]),
  );
  const runner = await run({
    pgPool: context.pool,
    taskList,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      context.log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](
        { part: 'jobs' },
        message,
      );
    }),
  });
  // The configuration may have changed while the server was down, and the feed states the public address.
  await runner.addJob('rebuild-feeds', {});
  return { [Symbol.asyncDispose]: () => runner.stop() };
}
