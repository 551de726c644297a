import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';
import type { OutboxChannel } from '../db/tables/deliveries.ts';

/** The payload of each kind of job. */
export interface JobPayloads {
  'analyse-version': { versionId: string };
  /** Exports a user's data to a file. */
  'prepare-export': { uid: string; exportId: string };
  /** Rebuilds the feed after a visible change; only `queueRebuild` adds it. */
  'rebuild-feeds': Record<string, never>;
  /** At every start and every hour: recreates lost or damaged files of the feed. */
  'check-feeds': Record<string, never>;
  /** After each rebuild: makes `index.xml` and the compressed copies of the current generation. */
  'finish-feeds': Record<string, never>;
  /** Renders public descriptions that were not rendered when saved. */
  'render-listings': Record<string, never>;
  /** At every start and every hour: stores by what apps are compared where that is missing. */
  'index-marks': Record<string, never>;
  /** Runs at the date of a publication, or when a decision (by its time) can no longer be undone. */
  'publish-scheduled': { versionId: string; decidedAt?: string };
  /** Erases the test credentials of a version whose decision (by its time) can no longer be undone at once. */
  'erase-credentials': { versionId: string; decidedAt: string };
  /** Halts a rollout whose reports exceed its rule. */
  'halt-rollout': { versionId: string };
  /** Every hour: reminds reviewers of their old claims. */
  'remind-claims': Record<string, never>;
  /** Every hour: removes apps and deletes accounts on the dates that their publishers asked for. */
  'carry-out-requests': Record<string, never>;
  /** Adds a notification to the lists of its audience. */
  'send-broadcast': { broadcastId: string };
  /** Adds its emails and pushes to the outbox in small batches. */
  'queue-broadcast': { broadcastId: string };
  /** Marks a user's notifications as read, up to this id. */
  'mark-all-read': { uid: string; upTo: string; readAt: string };
  /** Sends due messages of an outbox channel. */
  'send-outbox': { channel: OutboxChannel };
  /** Every minute: recovers jobs of stopped processes, and wakes channels with due messages. */
  'recover-jobs': Record<string, never>;
  /** Every day: deletes what has expired or is older than the settings keep it. */
  'delete-expired': Record<string, never>;
  /** Every day: verifies the audit log and signs a checkpoint of it. */
  'sign-checkpoint': Record<string, never>;
  /** At every start and every day: merges the changes of the user count into one number. */
  'warn-of-token-expiry': Record<string, never>;
  /** Every hour: deletes exports that have expired. */
  'remove-expired-exports': Record<string, never>;
  /** Deletes stored files of a failed transaction. */
  'remove-files': { keys: readonly string[] };
  /** Every hour: expires abandoned uploads, and deletes files of versions that failed inspection or were rejected. */
  'expire-files': Record<string, never>;
  /** Every hour: continues the day's comparison of stored files with the rows that reference them. */
  'sweep-files': Record<string, never>;
  /** Every hour: continues to verify the content of stored files. */
  'verify-files': Record<string, never>;
  /** Every minute: notifies admins of damaged and missing files that were found. */
  'notify-of-files': Record<string, never>;
}

export type JobName = keyof JobPayloads;
/** Rebuilds are queued by `queue-rebuild.ts`. */
export type EnqueuedJob = Exclude<JobName, 'rebuild-feeds'>;

/** Jobs of one queue run one after the other, so that a hanging mail server only delays its own queue. */
const QUEUES: { readonly [Name in JobName]?: string | ((payload: JobPayloads[Name]) => string) } = {
  'prepare-export': 'exports',
  'check-feeds': 'feeds',
  'finish-feeds': 'finished feeds',
  'render-listings': 'listings',
  'index-marks': 'listings',
  'send-broadcast': 'broadcasts',
  'queue-broadcast': 'broadcast-deliveries',
  'send-outbox': ({ channel }) => `outbox ${channel}`,
  'remove-files': 'files',
  'expire-files': 'files',
  'sweep-files': 'files',
  'verify-files': 'verification',
};

function queueOf<Name extends JobName>(name: Name, payload: JobPayloads[Name]): string | null {
  const queue = QUEUES[name];
  return typeof queue === 'function' ? queue(payload) : (queue ?? null);
}

/** Jobs that accounts share fairly: each account has a queue, so at most one of its jobs runs at once. */
interface FairJob<Name extends JobName> {
  readonly name: Name;
  readonly payload: JobPayloads[Name];
  /** The account whose turn it is. */
  readonly uid: string;
}

/**
 * Adds a job after one waiting job of every other account, however many this account has waiting. Its turn is
 * its priority in the queue: the one after the account's last turn, or the queue's current one.
 */
export async function enqueueFairly<Name extends JobName>(
  tx: Tx | Db,
  { name, payload, uid }: FairJob<Name>,
): Promise<void> {
  const queue = `${name} of ${uid}`;
  await tx.execute(sql`
    SELECT graphile_worker.add_job(
      ${name},
      payload := ${JSON.stringify(payload)}::json,
      queue_name := ${queue},
      priority := least(${LAST_TURN}, greatest(
        (SELECT min(priority) FROM graphile_worker.jobs WHERE task_identifier = ${name}),
        (SELECT max(priority) + 1 FROM graphile_worker.jobs WHERE queue_name = ${queue}),
        0
      ))
    )`);
}

/** Maximum priority of a job; turns restart at 0 whenever the queue is empty. */
const LAST_TURN = 32_767;

interface NewJob<Name extends EnqueuedJob> {
  readonly name: Name;
  readonly payload: JobPayloads[Name];
  /** Earliest start; immediately by default. */
  readonly runAt?: Date | undefined;
}

/** Returns the queue of a scheduled job, which has no payload; null for one that may run beside others. */
export function queueOfScheduled(name: JobName): string | null {
  const queue = QUEUES[name];
  return typeof queue === 'string' ? queue : null;
}

/** Adds a job in the caller's transaction, so that it runs if and only if the action is committed. */
export async function enqueue<Name extends EnqueuedJob>(
  tx: Tx | Db,
  { name, payload, runAt }: NewJob<Name>,
): Promise<void> {
  await tx.execute(sql`
    SELECT graphile_worker.add_job(
      ${name},
      payload := ${JSON.stringify(payload)}::json,
      queue_name := ${queueOf(name, payload)},
      run_at := ${runAt?.toISOString() ?? null}::timestamptz
    )`);
}
