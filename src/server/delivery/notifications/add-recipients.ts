import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { isAddressed, type NotificationAudience, wantsNotification } from './recipients.ts';

/** The progress after a batch: its last user (null when it is empty), and its size. */
export interface RecipientBatch {
  readonly last: string | null;
  readonly size: number;
}

/** The next users in the order of their ids. */
export interface BatchRange {
  /** The user after whom the batch starts. */
  readonly after: string;
  readonly limit: number;
}

/** A notification and its audience. */
export interface AddressedNotification extends NotificationAudience {
  readonly id: number;
}

/**
 * Adds the next users of the audience as recipients, by one statement. The caller keeps the users from being deleted
 * meanwhile: by `waitForDeletions`, or by a row with a foreign key to its only user.
 */
export async function addRecipients(
  tx: Tx,
  notification: AddressedNotification,
  range: BatchRange,
): Promise<RecipientBatch> {
  const { rows } = await tx.execute<{ last: string | null; size: number }>(sql`
    WITH batch AS MATERIALIZED (${selectBatch(notification, range)}),
    added AS (
      INSERT INTO notification_recipients (notification_id, expires_at, uid)
      SELECT n.id, n.expires_at, u.uid
      FROM batch u CROSS JOIN notifications n WHERE n.id = ${notification.id} AND ${wantsNotification(notification, 'inApp')}
    )
    SELECT max(uid) AS last, count(*)::int AS size FROM batch`);
  return rows[0] as RecipientBatch;
}

/**
 * Waits until users who are being deleted are gone, and keeps others from being deleted until the transaction ends: the
 * trigger that deletes recipients takes the same lock. A lock on each of a million users would write as much as their
 * recipients.
 */
export async function waitForDeletions(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('quayside recipients', 0))`);
}

/** Selects the next users `u` of a notification's audience. */
export function selectBatch(addressed: NotificationAudience, { after, limit }: BatchRange): SQL {
  return sql`
    SELECT u.uid, u.email, u.settings, u.suspended_at FROM users u
    WHERE u.uid > ${after} AND ${isAddressed(addressed)}
    ORDER BY u.uid LIMIT ${limit}`;
}
