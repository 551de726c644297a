import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Handler } from '../callable.ts';
import { notifications } from '../db/tables.ts';
import { publish } from '../live/publish.ts';
import { ownVisible } from './visible.ts';

/** What anybody is told of a notification that does not exist or is not theirs. */
const notFound = () => new CallError('not-found', 'There is no such notification.');

/** `notifications.markRead`: marks one of the caller's own as read; twice is like once. */
export const markRead: Handler<'notifications.markRead'> = async ({ data, caller, context: { db } }) => {
  const one = and(eq(notifications.id, data.id), ownVisible(caller));
  const { rowCount } = await db.update(notifications).set({ read: true }).where(one);
  if (!rowCount) throw notFound();
  await publish(db, { about: 'unread', uid: caller.uid });
  return {};
};

/** `notifications.markAllRead`: marks all of the caller's unread ones, and says how many there were. */
export const markAllRead: Handler<'notifications.markAllRead'> = async ({ caller, context: { db } }) => {
  const unread = and(ownVisible(caller), eq(notifications.read, false));
  const { rowCount } = await db.update(notifications).set({ read: true }).where(unread);
  if (rowCount) await publish(db, { about: 'unread', uid: caller.uid });
  return { count: rowCount ?? 0 };
};

/** `notifications.delete`: deletes one of the caller's own. */
export const deleteNotification: Handler<'notifications.delete'> = async ({
  data,
  caller,
  context: { db },
}) => {
  const one = and(eq(notifications.id, data.id), ownVisible(caller));
  const { rowCount } = await db.delete(notifications).where(one);
  if (!rowCount) throw notFound();
  await publish(db, { about: 'unread', uid: caller.uid });
  return {};
};
