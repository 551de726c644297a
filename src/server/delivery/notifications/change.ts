import { type SQL, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { publish } from '../../events/publish-live.ts';
import type { Call, Handler } from '../../identity/handler.ts';
import { callError } from '../../platform/input/call-error.ts';
import { readNotificationId } from './notification-id.ts';

const notFound = () => callError('not-found', () => t`This notification doesn’t exist.`);

/** Expired notifications can't be changed. */
const IS_VISIBLE = sql`expires_at > now()`;

/** `notifications.markRead`: marks one of the caller's notifications as read. Repeating has no effect. */
export const markRead: Handler<'notifications.markRead'> = async (input) => {
  const now = input.context.clock().toISOString();
  return changeOne(
    input,
    (isOwn) => sql`
      UPDATE notification_recipients SET read_at = coalesce(read_at, ${now}::timestamptz)
      WHERE ${isOwn} AND ${IS_VISIBLE}`,
  );
};

/** `notifications.delete`: deletes one of the caller's notifications. */
export const deleteNotification: Handler<'notifications.delete'> = async (input) =>
  changeOne(
    input,
    (isOwn) => sql`
      DELETE FROM notification_recipients WHERE ${isOwn} AND ${IS_VISIBLE}`,
  );

async function changeOne(
  { data, caller, context: { db } }: Call<'notifications.markRead'> | Call<'notifications.delete'>,
  change: (isOwn: SQL) => SQL,
): Promise<Record<string, never>> {
  const id = readNotificationId(data.id);
  if (id === null) throw notFound();
  const { rowCount } = await db.execute(change(sql`uid = ${caller.uid} AND notification_id = ${id}`));
  if (!rowCount) throw notFound();
  await publish(db, { about: 'unread', uid: caller.uid });
  return {};
}
