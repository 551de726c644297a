import { eq, sql } from 'drizzle-orm';
import { publishChanges } from '../../events/publish-changes.ts';
import type { Context } from '../../platform/context.ts';
import { allowLongTransaction, type Tx } from '../../platform/db/open.ts';
import { broadcasts } from '../../platform/db/tables/notifications.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { lockBroadcast, withAudience } from './broadcasts.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Users whose emails and pushes are queued in one transaction. */
const BATCH = 500;

/** Maximum queued emails and pushes per broadcast: other users' must not wait behind a million. */
const MAX_WAITING = 1_000;

/** The pause of the job while the queue is full. */
const PAUSE_MS = 5_000;

/**
 * Queues the emails and pushes of a broadcast while earlier ones are sent. Each batch is one transaction with the
 * cursor behind it, as in `sendBroadcast`.
 */
export async function queueBroadcast(
  context: Context,
  broadcastId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const next = await context.jobs.db.transaction((tx) => queueBatch(context, tx, broadcastId));
    if (next === 'finished') return;
    if (next === 'wait' || signal.aborted) {
      const runAt = new Date(context.clock().getTime() + PAUSE_MS);
      return enqueue(context.db, { name: 'queue-broadcast', payload: { broadcastId }, runAt });
    }
  }
}

async function queueBatch(
  { clock }: Context,
  tx: Tx,
  broadcastId: string,
): Promise<'more' | 'wait' | 'finished'> {
  await allowLongTransaction(tx);
  const locked = await lockBroadcast(tx, broadcastId);
  if (locked?.broadcast.status !== 'mailing') return 'finished';
  const { mailCursor, mailReached, notificationId } = locked.broadcast;
  if ((await countWaiting(tx, notificationId)) >= MAX_WAITING) return 'wait';

  const now = clock();
  const range = { after: mailCursor, limit: BATCH, now, cause: broadcastId };
  const { last, size } = await queueDeliveries(tx, withAudience(locked), range);
  const isLast = size < BATCH;
  await tx
    .update(broadcasts)
    .set({
      mailCursor: last ?? mailCursor,
      mailReached: mailReached + size,
      ...(isLast && { status: 'sent', finishedAt: now }),
    })
    .where(eq(broadcasts.id, broadcastId));
  if (locked.broadcast.isAnnouncement) await publishChanges(tx, { areas: ['announcements'] });
  return isLast ? 'finished' : 'more';
}

async function countWaiting(tx: Tx, notificationId: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM outbox
      WHERE notification_id = ${notificationId} AND status = 'pending' AND channel <> 'digest' LIMIT ${MAX_WAITING}
    ) AS waiting`);
  return rows[0]?.count ?? 0;
}
