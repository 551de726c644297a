import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { notices } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { nextDigest } from '../deliveries/schedule.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { insertDeliveries } from './insert.ts';
import { lockNotice } from './send-notice.ts';

/** Users whose mails and pushes are written down in one transaction. */
const LOT = 500;

/** Mails and pushes of one notice that wait at most: others' must not wait behind a million. */
const MOST_WAITING = 1_000;

/** How long the job waits for the earlier ones to leave. */
const PAUSE_MS = 5_000;

/**
 * The job that writes the mails and pushes of a notice into the outbox, while the earlier ones leave it.
 * Each lot and the cursor behind it are one transaction, as in `sendNotice`.
 */
export async function mailNotice(context: Context, noticeId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const next = await context.db.transaction((tx) => mailLot(context, tx, noticeId));
    if (next === 'finished') return;
    if (next === 'wait' || signal.aborted) {
      const runAt = new Date(context.clock().getTime() + PAUSE_MS);
      return enqueue(context.db, 'mail-notice', { noticeId }, runAt);
    }
  }
}

async function mailLot({ clock }: Context, tx: Tx, noticeId: string): Promise<'more' | 'wait' | 'finished'> {
  const notice = await lockNotice(tx, noticeId);
  if (notice?.status !== 'mailing') return 'finished';
  if ((await countWaiting(tx, noticeId)) >= MOST_WAITING) return 'wait';

  const now = clock();
  const portion = { after: notice.mailCursor, limit: LOT, now, digestAt: nextDigest(now) };
  const { last, size, mails, pushes } = await insertDeliveries(tx, notice, portion);
  const isLast = size < LOT;
  await tx
    .update(notices)
    .set({
      mailCursor: last ?? notice.mailCursor,
      mailReached: notice.mailReached + size,
      ...(isLast && { status: 'sent', finishedAt: now }),
    })
    .where(eq(notices.id, noticeId));
  if (mails > 0) await enqueue(tx, 'send-mails', {});
  if (pushes > 0) await enqueue(tx, 'send-pushes', {});
  return isLast ? 'finished' : 'more';
}

async function countWaiting(tx: Tx, noticeId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM notice_deliveries
      WHERE notice_id = ${noticeId} AND status = 'pending' AND channel <> 'digest' LIMIT ${MOST_WAITING}
    ) AS waiting`);
  return rows[0]?.count ?? 0;
}
