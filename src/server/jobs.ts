import { INSPECTION_THREADS } from './catalog/inspection/inspect-pool.ts';
import { eraseDecidedCredentials } from './catalog/lifecycle/test-credentials.ts';
import { renderListings } from './catalog/listings/html.ts';
import { indexMarks } from './catalog/lookalikes/index-marks.ts';
import { haltRollout } from './catalog/releases/halt-rollout.ts';
import { publishScheduled } from './catalog/releases/schedule.ts';
import { carryOutRequests } from './catalog/removals/carry-out.ts';
import { remindClaims } from './catalog/reviews/remind-claims.ts';
import { expireFiles } from './catalog/uploads/expire.ts';
import { analyseVersion } from './catalog/versions/analyse.ts';
import { CHANNEL_DEFINITIONS } from './delivery/channels.ts';
import { finishMarkingAllRead } from './delivery/notifications/mark-all-read.ts';
import { notifyOfFiles } from './delivery/notifications/notify-of-files.ts';
import { queueBroadcast } from './delivery/notifications/queue-broadcast.ts';
import { sendBroadcast } from './delivery/notifications/send-broadcast.ts';
import { sendOutbox } from './delivery/outbox/send-outbox.ts';
import { finishFeeds } from './feeds/rebuild/finish-feeds.ts';
import { checkFeed, rebuildChangedApps } from './feeds/rebuild/jobs.ts';
import { signDailyCheckpoint } from './feeds/transparency/sign-daily.ts';
import { warnOfExpiry } from './identity/tokens/warn-of-expiry.ts';
import { removeExpiredExports } from './people/account/exports.ts';
import { prepareExport } from './people/account/prepare-export.ts';
import { deleteExpired } from './people/retention/delete-expired.ts';
import { type Context, useJobs } from './platform/context.ts';
import { removeUnused } from './platform/files/remove.ts';
import { sweepFiles } from './platform/files/sweep.ts';
import { verifyFiles } from './platform/files/verify-files.ts';
import { enqueue, type JobName } from './platform/queue/enqueue.ts';
import { recoverJobs, watchOrphans } from './platform/queue/recover-jobs.ts';
import { type Jobs, startWorker, type WorkerPool } from './platform/queue/worker.ts';

/** Maps every kind of job to its implementation. Every job may stop anywhere and run again. */
const JOBS: Jobs = {
  'analyse-version': (context, { versionId }, signal) => analyseVersion(context, versionId, signal),
  'prepare-export': (context, payload, signal) => prepareExport(context, payload, signal),
  'rebuild-feeds': (context, _, signal) => rebuildChangedApps(context, signal),
  'check-feeds': (context, _, signal) => checkFeed(context, signal),
  'finish-feeds': (context, _, signal) => finishFeeds(context, signal),
  'render-listings': (context, _, signal) => renderListings(context, signal),
  'index-marks': (context, _, signal) => indexMarks(context, signal),
  'publish-scheduled': (context, payload) => publishScheduled(context, payload),
  'erase-credentials': (context, payload) => eraseDecidedCredentials(context, payload),
  'halt-rollout': (context, { versionId }) => haltRollout(context, versionId),
  'remind-claims': (context) => remindClaims(context),
  'carry-out-requests': (context, _, signal) => carryOutRequests(context, signal),
  'send-broadcast': (context, { broadcastId }, signal) => sendBroadcast(context, broadcastId, signal),
  'queue-broadcast': (context, { broadcastId }, signal) => queueBroadcast(context, broadcastId, signal),
  'send-outbox': (context, { channel }, signal) => sendOutbox(context, CHANNEL_DEFINITIONS[channel], signal),
  'mark-all-read': (context, payload, signal) => finishMarkingAllRead(context, payload, signal),
  'recover-jobs': (context) => recoverJobs(context),
  'delete-expired': (context, _, signal) => deleteExpired(context, signal),
  'sign-checkpoint': (context) => signDailyCheckpoint(context),
  'remove-expired-exports': (context, _, signal) => removeExpiredExports(context, signal),
  'warn-of-token-expiry': (context, _, signal) => warnOfExpiry(context, signal),
  'remove-files': async (context, { keys }) => {
    await removeUnused(context, keys, null);
  },
  'expire-files': (context, _, signal) => expireFiles(context, signal),
  'sweep-files': (context, _, signal) => sweepFiles(context, signal),
  'verify-files': (context, _, signal) => verifyFiles(context, signal),
  'notify-of-files': (context) => notifyOfFiles(context),
};

/** In UTC, in the manner of cron. Of several servers one adds the job. */
const SCHEDULE: WorkerPool['schedule'] = [
  { task: 'recover-jobs', match: '* * * * *' },
  { task: 'delete-expired', match: '23 3 * * *' },
  { task: 'sign-checkpoint', match: '47 2 * * *' },
  { task: 'remove-expired-exports', match: '11 * * * *' },
  { task: 'expire-files', match: '11 * * * *' },
  { task: 'sweep-files', match: '41 * * * *' },
  { task: 'notify-of-files', match: '* * * * *' },
  { task: 'verify-files', match: '19 * * * *' },
  { task: 'check-feeds', match: '53 * * * *' },
  { task: 'index-marks', match: '37 * * * *' },
  { task: 'remind-claims', match: '7 * * * *' },
  { task: 'carry-out-requests', match: '37 * * * *' },
  { task: 'warn-of-token-expiry', match: '29 * * * *' },
];

/** Packages of strangers can take long, so emails and announcements have workers of their own. */
const POOLS: readonly WorkerPool[] = [
  {
    /** One of each of the thirteen queues, and two more. */
    concurrency: 15,
    names: (Object.keys(JOBS) as JobName[]).filter((name) => name !== 'analyse-version'),
    schedule: SCHEDULE,
  },
  { concurrency: INSPECTION_THREADS, names: ['analyse-version'], schedule: [] },
];

/** Starts running the store's jobs, first those that a stopped server left. Disposing stops them. */
export async function startJobs(context: Context): Promise<AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  opening.use(await startWorker(context, JOBS, POOLS));
  await recoverJobs(useJobs(context));
  await enqueue(context.jobs.db, { name: 'check-feeds', payload: {} });
  await enqueue(context.jobs.db, { name: 'index-marks', payload: {} });
  opening.use(watchOrphans(useJobs(context)));
  return opening.move();
}
