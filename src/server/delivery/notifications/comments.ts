import { and, between, desc, eq, gt, isNotNull, min, ne, sql } from 'drizzle-orm';
import { COMMENT_BATCH_MS } from '#shared/users/message-limits.ts';
import { publish } from '../../events/publish-live.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { outbox } from '../../platform/db/tables/deliveries.ts';
import { notificationRecipients, notifications } from '../../platform/db/tables/notifications.ts';
import { addRecipients } from './add-recipients.ts';
import { contentOf, type NotificationContent } from './content.ts';
import { insertNotification, notifyUser } from './notify-user.ts';

/** Maximum characters of a message quoted in a notification. */
const QUOTE_LENGTH = 300;

interface Comment {
  readonly app: AppRow;
  readonly versionId: string;
  /** The recipient's uid. */
  readonly to: string;
  readonly text: string;
  /** The author's uid. */
  readonly by: string;
  readonly now: Date;
}

/**
 * Notifies the other side of a review about a message. Messages to a user about one app within five minutes share one
 * notification with their number, and messages about all apps share one email. The caller holds the app's lock.
 */
export async function notifyComment(tx: Tx, comment: Comment): Promise<void> {
  const { to, by, now } = comment;
  const open = await lockOpenNotification(tx, comment);
  if (open) return replaceNotification(tx, open, comment);
  const mailAt = await findEmailTime(tx, comment);
  await notifyUser(tx, commentContent(comment, 1), {
    uid: to,
    now,
    mailAt,
    causedBy: by,
    messagesSince: now,
  });
}

/** Replaces the open notification by a new one, so that it becomes the newest, and moves its queued deliveries. */
async function replaceNotification(tx: Tx, open: OpenNotification, comment: Comment): Promise<void> {
  const { to, now } = comment;
  const { messagesSince } = open;
  const content = commentContent(comment, open.count + 1);
  const { id, kind } = await insertNotification(tx, content, { now, uid: to, messagesSince });
  await tx.update(outbox).set({ notificationId: id }).where(eq(outbox.notificationId, open.id));
  await tx.delete(notifications).where(eq(notifications.id, open.id));
  await addRecipients(tx, { id, kind, audience: 'chosen', chosenUids: [to] }, { after: '', limit: 1 });
  await publish(tx, { about: 'unread', uid: to });
}

function commentContent({ app, versionId, text }: Comment, count: number): NotificationContent {
  const quote = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH - 1)}…` : text;
  const data = { appId: app.id, versionId, messages: String(count) };
  return contentOf('newMessages', { name: app.name, count, quote }, data);
}

/** A notification that groups the messages of a few minutes. */
interface OpenNotification {
  readonly id: number;
  readonly messagesSince: Date;
  readonly count: number;
}

/**
 * Finds the notification that this comment belongs to: started within the last minutes, unread, and with an unsent
 * email. Locks the email, so that it isn't sent before it contains this comment.
 */
async function lockOpenNotification(tx: Tx, { app, to, now }: Comment): Promise<OpenNotification | null> {
  const since = new Date(now.getTime() - COMMENT_BATCH_MS);
  const [open] = await tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.uid, to),
        gt(notifications.messagesSince, since),
        sql`${notifications.data}->>'appId' = ${app.id}`,
      ),
    )
    .orderBy(desc(notifications.messagesSince))
    .limit(1);
  if (!open?.messagesSince) return null;
  const isRead = and(
    eq(notificationRecipients.uid, to),
    eq(notificationRecipients.notificationId, open.id),
    isNotNull(notificationRecipients.readAt),
  );
  if ((await tx.$count(notificationRecipients, isRead)) > 0) return null;
  const emails = await tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.notificationId, open.id), ne(outbox.channel, 'push')))
    .for('update');
  const isWaiting = emails.every(({ status, attempts }) => status === 'pending' && attempts === 0);
  if (!isWaiting) return null;
  return { id: open.id, messagesSince: open.messagesSince, count: Number(open.data?.messages ?? 0) };
}

/**
 * Returns the time of the email about a first message: with one that is waiting for this user, or in five minutes.
 */
async function findEmailTime(tx: Tx, { to, now }: Comment): Promise<Date> {
  const latest = new Date(now.getTime() + COMMENT_BATCH_MS);
  const [waiting] = await tx
    .select({ dueAt: min(outbox.dueAt) })
    .from(outbox)
    .where(
      and(
        eq(outbox.uid, to),
        eq(outbox.channel, 'digest'),
        eq(outbox.status, 'pending'),
        eq(outbox.attempts, 0),
        between(outbox.dueAt, now, latest),
      ),
    );
  return waiting?.dueAt ?? latest;
}
