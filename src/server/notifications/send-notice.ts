import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { type NoticeRow, notices } from '../db/notification-tables.ts';
import type { Tx } from '../db/open.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { publish } from '../live/publish.ts';
import { insertNotifications } from './insert.ts';

/**
 * Users whose lists are seen to in one transaction: about 100 ms, so that nobody waits for it long, and few enough
 * commits that they cost little.
 */
const LOT = 5_000;

/**
 * The job that puts a notice into the list of everybody in its audience, lot by lot. Each lot and the cursor behind it
 * are one transaction, so wherever the job stops, it goes on without doubles or gaps.
 */
export async function sendNotice(context: Context, noticeId: string, signal: AbortSignal): Promise<void> {
  while (await context.db.transaction((tx) => sendLot(context, tx, noticeId))) {
    if (signal.aborted) return enqueue(context.db, 'send-notice', { noticeId });
  }
}

/** Whether there is more to do. */
async function sendLot({ clock }: Context, tx: Tx, noticeId: string): Promise<boolean> {
  const notice = await lockNotice(tx, noticeId);
  if (notice?.status !== 'sending') return false;
  const { last, size } = await insertNotifications(tx, notice, { after: notice.cursor, limit: LOT });
  const isLast = size < LOT;
  await tx
    .update(notices)
    .set({
      cursor: last ?? notice.cursor,
      reached: notice.reached + size,
      status: isLast ? 'mailing' : 'sending',
    })
    .where(eq(notices.id, noticeId));
  await publish(tx, { about: 'unread' });
  if (isLast) await enqueue(tx, 'mail-notice', { noticeId }, clock());
  return !isLast;
}

/** The notice, which nobody else works on or stops until the transaction ends; undefined when it is gone. */
export async function lockNotice(tx: Tx, noticeId: string): Promise<NoticeRow | undefined> {
  const [notice] = await tx.select().from(notices).where(eq(notices.id, noticeId)).for('update');
  return notice;
}
