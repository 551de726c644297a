import { and, eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Handler } from '../callable.ts';
import { notifications } from '../db/tables.ts';

/** What anybody is told of a notification that does not exist or is not theirs. */
const notFound = () => new CallError('not-found', 'There is no such notification.');

/** `notifications.markRead`: marks one of the caller's own as read; twice is like once. */
export const markRead: Handler<'notifications.markRead'> = async ({ data, caller, context }) => {
  const own = and(eq(notifications.id, data.id), eq(notifications.userId, caller.uid));
  const { rowCount } = await context.db.update(notifications).set({ read: true }).where(own);
  if (!rowCount) throw notFound();
  return {};
};

/** `notifications.markAllRead`: marks all of the caller's unread ones, and says how many there were. */
export const markAllRead: Handler<'notifications.markAllRead'> = async ({ caller, context }) => {
  const unread = and(eq(notifications.userId, caller.uid), eq(notifications.read, false));
  const { rowCount } = await context.db.update(notifications).set({ read: true }).where(unread);
  return { count: rowCount ?? 0 };
};

/** `notifications.delete`: deletes one of the caller's own. */
export const deleteNotification: Handler<'notifications.delete'> = async ({ data, caller, context }) => {
  const own = and(eq(notifications.id, data.id), eq(notifications.userId, caller.uid));
  const { rowCount } = await context.db.delete(notifications).where(own);
  if (!rowCount) throw notFound();
  return {};
};
