import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/open.ts';

/** What each kind of job is told. */
export interface JobPayloads {
  'analyse-version': { versionId: string };
  'rebuild-feeds': Record<string, never>;
  /** At the date of a publication. */
  'publish-scheduled': { versionId: string };
  /** Every hour: reminds reviewers of what they claimed long ago. */
  'remind-claims': Record<string, never>;
  /** Puts a notice into the lists of its audience. */
  'send-notice': { noticeId: string };
  /** Writes the mails and pushes of a notice into the outbox, in small lots. */
  'mail-notice': { noticeId: string };
  'send-mails': Record<string, never>;
  'send-digests': Record<string, never>;
  'send-pushes': Record<string, never>;
  'send-webhooks': Record<string, never>;
  /** Every minute: takes up what a stopped process left, and what has become due. */
  'pick-up': Record<string, never>;
  /** Every day: deletes what has expired. */
  'delete-expired': Record<string, never>;
  /** Every day: deletes pictures that no listing uses any more. */
  'remove-unused-pictures': Record<string, never>;
}

export type JobName = keyof JobPayloads;

/** Jobs of one queue run one after the other: a mail server that hangs must not hold up everything else. */
const QUEUES: Partial<Record<JobName, string>> = {
  'send-notice': 'notices',
  'mail-notice': 'notice-mails',
  'send-mails': 'mails',
  'send-digests': 'mails',
  'send-pushes': 'pushes',
  'send-webhooks': 'webhooks',
};

/** Adds a job inside the caller's transaction, so that it runs if and only if the action is committed. */
export async function enqueue<Name extends JobName>(
  tx: Tx | Db,
  name: Name,
  payload: JobPayloads[Name],
  /** Not before this time; at once when it is left out. */
  runAt?: Date,
): Promise<void> {
  await tx.execute(sql`
    SELECT graphile_worker.add_job(
      ${name},
      payload := ${JSON.stringify(payload)}::json,
      queue_name := ${QUEUES[name] ?? null},
      run_at := ${runAt?.toISOString() ?? null}::timestamptz
    )`);
}
