import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import {
  type AddressedNotification,
  type BatchRange,
  type RecipientBatch,
  selectBatch,
} from './add-recipients.ts';
import { prefersDigest, takesEmail, wantsNotification } from './recipients.ts';

/** The hour of the day, in UTC, at which daily digests are sent. */
const DIGEST_HOUR = 7;

interface DeliveryRange extends BatchRange {
  readonly now: Date;
  /** When emails outside of the daily digest are sent, several in one; immediately and separately when omitted. */
  readonly emailAt?: Date | undefined;
  /** The cause: a user's uid, or the id of the broadcast. */
  readonly cause: string;
}

interface QueuedBatch extends RecipientBatch {
  readonly emails: number;
  readonly digests: number;
  readonly pushes: number;
}

/**
 * Adds the emails and pushes of a notification for the next addressed users to the outbox, and wakes it. A user gets
 * one per channel and target, however often this runs.
 */
export async function queueDeliveries(
  tx: Tx,
  notification: AddressedNotification,
  range: DeliveryRange,
): Promise<RecipientBatch> {
  const { emailAt } = range;
  const batch = await insertDeliveries(tx, notification, range);
  if (batch.emails > 0) await enqueue(tx, { name: 'send-outbox', payload: { channel: 'email' } });
  if (batch.digests > 0 && emailAt)
    await enqueue(tx, { name: 'send-outbox', payload: { channel: 'digest' }, runAt: emailAt });
  if (batch.pushes > 0) await enqueue(tx, { name: 'send-outbox', payload: { channel: 'push' } });
  return batch;
}

async function insertDeliveries(
  tx: Tx,
  notification: AddressedNotification,
  range: DeliveryRange,
): Promise<QueuedBatch> {
  const { id } = notification;
  const now = sql`${range.now.toISOString()}::timestamptz`;
  const digestAt = sql`${nextDigest(range.now).toISOString()}::timestamptz`;
  const emailAt = sql`${(range.emailAt ?? range.now).toISOString()}::timestamptz`;
  const channel = range.emailAt ? 'digest' : 'email';
  const isDaily = prefersDigest(notification);
  const { rows } = await tx.execute<Record<string, unknown>>(sql`
    WITH batch AS MATERIALIZED (${selectBatch(notification, range)}),
    queued AS (
      INSERT INTO outbox (notification_id, uid, channel, target, cause, due_at, created_at)
      SELECT ${id}::bigint, u.uid, CASE WHEN ${isDaily} THEN 'digest' ELSE ${channel} END, '', ${range.cause},
             CASE WHEN ${isDaily} THEN ${digestAt} ELSE ${emailAt} END, ${now}
      FROM batch u
      WHERE ${wantsNotification(notification, 'email')} AND ${takesEmail(notification)}
      UNION ALL
      SELECT ${id}::bigint, u.uid, 'push', s.id, ${range.cause}, ${now}, ${now}
      FROM batch u JOIN push_subscriptions s ON s.uid = u.uid
      WHERE ${wantsNotification(notification, 'push')}
      ON CONFLICT DO NOTHING
      RETURNING channel
    )
    SELECT (SELECT max(uid) FROM batch) AS last, (SELECT count(*)::int FROM batch) AS size,
           count(*) FILTER (WHERE channel = 'email')::int AS emails,
           count(*) FILTER (WHERE channel = 'digest')::int AS digests,
           count(*) FILTER (WHERE channel = 'push')::int AS pushes
    FROM queued`);
  return rows[0] as unknown as QueuedBatch;
}

/** Returns the time of the next daily digest. */
export function nextDigest(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR);
  return new Date(today > now.getTime() ? today : today + 86_400_000);
}
