import { eq } from 'drizzle-orm';
import { publishChanges } from '../../events/publish-changes.ts';
import { publish } from '../../events/publish-live.ts';
import type { Context } from '../../platform/context.ts';
import { allowLongTransaction, type Tx } from '../../platform/db/open.ts';
import { broadcasts } from '../../platform/db/tables/notifications.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { addRecipients, waitForDeletions } from './add-recipients.ts';
import { lockBroadcast, withAudience } from './broadcasts.ts';

/**
 * Users added in one transaction: about 100 ms, so that nobody waits for it long, with few enough commits.
 */
const BATCH = 5_000;

/**
 * Adds a notification to the list of everyone in its audience, batch by batch. Each batch is one transaction with the
 * cursor behind it, so the job can stop anywhere and continue without duplicates or gaps.
 */
export async function sendBroadcast(
  context: Context,
  broadcastId: string,
  signal: AbortSignal,
): Promise<void> {
  while (await context.jobs.db.transaction((tx) => sendBatch(context, tx, broadcastId))) {
    if (signal.aborted) return enqueue(context.db, { name: 'send-broadcast', payload: { broadcastId } });
  }
}

/** Returns true when there are more users. */
async function sendBatch({ clock }: Context, tx: Tx, broadcastId: string): Promise<boolean> {
  await allowLongTransaction(tx);
  await waitForDeletions(tx);
  const locked = await lockBroadcast(tx, broadcastId);
  if (locked?.broadcast.status !== 'sending') return false;
  const { cursor, reached } = locked.broadcast;
  const { last, size } = await addRecipients(tx, withAudience(locked), { after: cursor, limit: BATCH });
  const isLast = size < BATCH;
  await tx
    .update(broadcasts)
    .set({ cursor: last ?? cursor, reached: reached + size, status: isLast ? 'mailing' : 'sending' })
    .where(eq(broadcasts.id, broadcastId));
  await publish(tx, { about: 'unread' });
  if (locked.broadcast.isAnnouncement) await publishChanges(tx, { areas: ['announcements'] });
  if (isLast) await enqueue(tx, { name: 'queue-broadcast', payload: { broadcastId }, runAt: clock() });
  return !isLast;
}
