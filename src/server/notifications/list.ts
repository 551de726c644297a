import { and, desc, eq } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { after, cursorOf } from '../db/paging.ts';
import { notifications } from '../db/tables.ts';
import { ownVisible } from './visible.ts';

/** `notifications.list`: the caller's own, newest first, unread ones only on request, expired ones never. */
export const listNotifications: Handler<'notifications.list'> = async ({ data, caller, context }) => {
  const rows = await context.db
    .select()
    .from(notifications)
    .where(
      and(
        ownVisible(caller),
        data.unreadOnly ? eq(notifications.read, false) : undefined,
        after(notifications.createdAt, notifications.id, data),
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(data.limit + 1);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1) : undefined;
  return {
    notifications: listed.map(({ data: about, createdAt, expiresAt, ...row }) => ({
      ...row,
      data: about ?? undefined,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString(),
    })),
    nextCursor: last ? cursorOf(last.createdAt, last.id) : null,
  };
};
