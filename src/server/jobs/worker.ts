import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Context } from '../context.ts';
import { sendDigests } from '../deliveries/send-digests.ts';
import { sendMails } from '../deliveries/send-mails.ts';
import { sendPushes } from '../deliveries/send-pushes.ts';
import { rebuildFdroidFeed } from '../feeds/fdroid/rebuild.ts';
import { removeUnusedPictures } from '../listings/remove-unused.ts';
import { deleteExpired } from '../notifications/delete-expired.ts';
import { mailNotice } from '../notifications/mail-notice.ts';
import { sendNotice } from '../notifications/send-notice.ts';
import { publishScheduled } from '../releases/schedule.ts';
import { remindClaims } from '../reviews/remind-claims.ts';
import { analyseVersion } from '../versions/analyse.ts';
import { sendWebhooks } from '../webhooks/send-webhooks.ts';
import type { JobName, JobPayloads } from './enqueue.ts';
import { releaseJobsOfTheDead, showAlive } from './liveness.ts';
import { pickUp } from './pick-up.ts';

/** `signal` is aborted when the server stops: a long job then puts itself back into the queue. */
type Job<Name extends JobName> = (
  context: Context,
  payload: JobPayloads[Name],
  signal: AbortSignal,
) => Promise<void>;

/** What each kind of job does. Every one may be interrupted anywhere and run again. */
const JOBS: { [Name in JobName]: Job<Name> } = {
  'analyse-version': (context, { versionId }) => analyseVersion(context, versionId),
  'rebuild-feeds': (context) => rebuildFdroidFeed(context),
  'publish-scheduled': (context, { versionId }) => publishScheduled(context, versionId),
  'remind-claims': (context) => remindClaims(context),
  'send-notice': (context, { noticeId }, signal) => sendNotice(context, noticeId, signal),
  'mail-notice': (context, { noticeId }, signal) => mailNotice(context, noticeId, signal),
  'send-mails': (context, _, signal) => sendMails(context, signal),
  'send-digests': (context, _, signal) => sendDigests(context, signal),
  'send-pushes': (context, _, signal) => sendPushes(context, signal),
  'send-webhooks': (context, _, signal) => sendWebhooks(context, signal),
  'pick-up': (context) => pickUp(context),
  'delete-expired': (context, _, signal) => deleteExpired(context, signal),
  'remove-unused-pictures': (context, _, signal) => removeUnusedPictures(context, signal),
};

/** In UTC, in the manner of cron. Of several servers one adds the job. */
const SCHEDULE: { task: JobName; match: string }[] = [
  { task: 'pick-up', match: '* * * * *' },
  { task: 'delete-expired', match: '23 3 * * *' },
  { task: 'remove-unused-pictures', match: '41 3 * * *' },
  { task: 'remind-claims', match: '7 * * * *' },
];

/** Jobs that one server runs at once: one of each of the five queues, and two more. */
const CONCURRENCY = 7;

/** Starts taking jobs from the queue, which lives in the database; closing lets the running ones finish. */
export async function startWorker(context: Context): Promise<AsyncDisposable> {
  const { log, pool } = context;
  const stopping = new AbortController();
  const taskList: TaskList = Object.fromEntries(
    Object.entries(JOBS).map(([name, job]) => [
      name,
      (payload: unknown) => (job as Job<JobName>)(context, payload as never, stopping.signal),
    ]),
  );
  const workerIds: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => workerIds.push(worker.workerId));
  const options: RunnerOptions = {
    pgPool: pool,
    taskList,
    parsedCronItems: parseCronItems(SCHEDULE),
    events,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug']({ part: 'jobs' }, message);
    }),
  };
  const runner = await run(options);
  await using opening = new AsyncDisposableStack();
  opening.defer(async () => {
    stopping.abort();
    await runner.stop();
  });
  const alive = await showAlive(pool, log, workerIds);
  await releaseJobsOfTheDead(pool);
  await pickUp(context);

  const stop = opening.move();
  return {
    async [Symbol.asyncDispose]() {
      await stop.disposeAsync();
      await alive[Symbol.asyncDispose]();
    },
  };
}
