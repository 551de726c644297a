import { NOTIFICATION_PERIODS } from '#shared/notifications/notification-record.ts';
import { retentionMs } from '#shared/settings/retention.ts';
import { publish } from '../../events/publish-live.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type NotificationRow, notifications } from '../../platform/db/tables/notifications.ts';
import { readSettings } from '../../platform/settings.ts';
import { type AddressedNotification, addRecipients } from './add-recipients.ts';
import type { NotificationContent } from './content.ts';
import { queueDeliveries } from './queue-deliveries.ts';

interface ToUser {
  readonly uid: string;
  readonly now: Date;
  /** When the email leaves, together with others that wait until then; immediately when omitted. */
  readonly mailAt?: Date;
  /** The uid of the user whose action caused it; emails take turns by this user. */
  readonly causedBy?: string;
  /** The time of the first message that it groups. */
  readonly messagesSince?: Date;
}

/**
 * Notifies one user in the caller's transaction: adds the notification to their list, and queues the emails and
 * pushes that they want.
 */
export async function notifyUser(
  tx: Tx,
  content: NotificationContent,
  { uid, now, mailAt, causedBy = uid, messagesSince }: ToUser,
): Promise<void> {
  const { id, kind } = await insertNotification(tx, content, { now, uid, messagesSince });
  const notification: AddressedNotification = { id, kind, audience: 'chosen', chosenUids: [uid] };
  const range = { after: '', limit: 1 };
  await addRecipients(tx, notification, range);
  await queueDeliveries(tx, notification, { ...range, now, emailAt: mailAt, cause: causedBy });
  await publish(tx, { about: 'unread', uid });
}

interface NewNotification {
  readonly now: Date;
  /** The only recipient; omitted for a broadcast. */
  readonly uid?: string;
  readonly messagesSince?: Date | undefined;
}

/** Inserts a notification. */
export async function insertNotification(
  tx: Tx,
  content: NotificationContent,
  { now, ...about }: NewNotification,
): Promise<NotificationRow> {
  const { retention } = await readSettings(tx);
  const lifetime = retentionMs(NOTIFICATION_PERIODS[content.type], retention);
  const [row] = await tx
    .insert(notifications)
    .values({
      ...content,
      ...about,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetime),
    })
    .returning();
  return row as NotificationRow;
}
