import { type SQL, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { publish } from '../../events/publish-live.ts';
import type { Call, Handler } from '../../identity/handler.ts';
import { callError } from '../../platform/input/call-error.ts';
import { TOP_OF_LIST } from './listed-rows.ts';
import { readNotificationId } from './notification-id.ts';

const notFound = () => callError('not-found', () => t`This notification doesn’t exist.`);

/** Expired notifications can't be changed. */
const IS_VISIBLE = sql`expires_at > now()`;

/** `notifications.markRead`: marks a row of the caller's notifications as read. Repeating has no effect. */
export const markRead: Handler<'notifications.markRead'> = async (input) => {
  const now = input.context.clock().toISOString();
  return changeRow(
    input,
    (isOwn) => sql`
      UPDATE notification_recipients SET read_at = coalesce(read_at, ${now}::timestamptz)
      WHERE ${isOwn} AND ${IS_VISIBLE}`,
  );
};

/** `notifications.delete`: deletes a row of the caller's notifications. */
export const deleteNotification: Handler<'notifications.delete'> = async (input) =>
  changeRow(
    input,
    (isOwn) => sql`
      DELETE FROM notification_recipients WHERE ${isOwn} AND ${IS_VISIBLE}`,
  );

async function changeRow(
  { data, caller, context: { db } }: Call<'notifications.markRead'> | Call<'notifications.delete'>,
  change: (isOwn: SQL) => SQL,
): Promise<Record<string, never>> {
  const id = readNotificationId(data.id);
  if (id === null) throw notFound();
  const { rowCount } = await db.execute(change(isOfRow(caller.uid, id, data.oldest)));
  if (!rowCount) throw notFound();
  await publish(db, { about: 'unread', uid: caller.uid });
  return {};
}

/** Returns the condition on the recipients of a notification, or of the updates from `oldest` up to it. */
function isOfRow(uid: string, id: string, oldest: string | undefined): SQL {
  if (oldest === undefined) return sql`uid = ${uid} AND notification_id = ${id}`;
  const first = readNotificationId(oldest);
  if (first === null) throw notFound();
  return sql`uid = ${uid} AND notification_id IN (
    SELECT r.notification_id FROM notification_recipients r JOIN notifications n ON n.id = r.notification_id
    WHERE r.uid = ${uid} AND r.notification_id BETWEEN ${first} AND ${id} AND n.type = 'app_update'
    ORDER BY r.notification_id DESC LIMIT ${TOP_OF_LIST})`;
}
