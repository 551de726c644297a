import { type SQL, sql } from 'drizzle-orm';
import type { Call, Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { invalidCursor, readCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { notificationRecipients, notifications } from '../../platform/db/tables/notifications.ts';
import { listGrouped } from './list-grouped.ts';
import {
  allUnread,
  LISTED,
  type ListValues,
  NEWEST,
  presentNotification,
  TOP_OF_LIST,
  topUnread,
} from './listed-rows.ts';
import { readNotificationId } from './notification-id.ts';

const r = notificationRecipients;

/** The page is cut before the texts are joined: a prepared plan doesn't know how few rows there are. */
const listFrom =
  (source: (values: StatementValues<ListValues>) => SQL) => (values: StatementValues<ListValues>) => ({
    select: LISTED,
    from: sql`
      FROM (
        SELECT ${r.notificationId} AS id, ${r.readAt} AS read_at FROM ${source(values)}
        WHERE ${r.uid} = ${values.uid} AND ${r.notificationId} < ${values.before} AND ${r.expiresAt} > now()
        ORDER BY ${r.notificationId} DESC LIMIT ${values.limit}
      ) r CROSS JOIN LATERAL (SELECT * FROM ${notifications} WHERE ${notifications.id} = r.id OFFSET 0) n
      ORDER BY r.id DESC`,
  });

export const LIST = defineStatement(
  'notifications.list',
  listFrom(() => sql`${r}`),
);

const LIST_TOP_UNREAD = defineStatement('notifications.list:top-unread', listFrom(topUnread));
const LIST_UNREAD = defineStatement('notifications.list:unread', listFrom(allUnread));

interface UpdatesValues extends ListValues {
  readonly newest: string;
  readonly oldest: string;
  readonly unreadOnly: boolean;
}

/** Finds the updates of one row of a grouped list. */
const LIST_UPDATES = defineStatement(
  'notifications.list:updates',
  ({ uid, before, limit, newest, oldest, unreadOnly }: StatementValues<UpdatesValues>) => ({
    select: LISTED,
    from: sql`
      FROM (
        SELECT ${r.notificationId} AS id, ${r.readAt} AS read_at FROM ${r}
        WHERE ${r.uid} = ${uid} AND ${r.notificationId} < ${before} AND ${r.expiresAt} > now()
          AND ${r.notificationId} BETWEEN ${oldest} AND ${newest} AND NOT (${unreadOnly}::boolean AND ${r.readAt} IS NOT NULL)
        ORDER BY ${r.notificationId} DESC LIMIT ${sql.raw(String(TOP_OF_LIST))}
      ) r CROSS JOIN LATERAL (SELECT * FROM ${notifications} WHERE ${notifications.id} = r.id OFFSET 0) n
      WHERE n.type = 'app_update'
      ORDER BY r.id DESC LIMIT ${limit}`,
  }),
);

/**
 * `notifications.list`: returns the caller's unexpired notifications, newest first, optionally only unread ones. `grouped`
 * and `updates` are the two levels of a list in which updates don't bury the others.
 */
export const listNotifications: Handler<'notifications.list'> = async (call) => {
  if (call.data.grouped) return listGrouped(call);
  const rows = await readRows(call);
  const listed = rows.slice(0, call.data.limit);
  const last = rows.length > call.data.limit ? listed.at(-1) : undefined;
  return {
    notifications: listed.map((row) => presentNotification(call.caller.uid, row)),
    nextCursor: last ? writeListCursor(last.id) : null,
  };
};

async function readRows({ data, caller, context: { db } }: Call<'notifications.list'>) {
  const { unreadOnly = false, cursor, limit, updates } = data;
  const values = { uid: caller.uid, before: readListCursor(cursor), limit: limit + 1 };
  if (updates === undefined) return unreadOnly ? listUnread(db, values) : LIST.all(db, values);
  const newest = readNotificationId(updates.id);
  const oldest = readNotificationId(updates.oldest);
  if (newest === null || oldest === null) return [];
  return LIST_UPDATES.all(db, { ...values, newest, oldest, unreadOnly });
}

/** Looks at the top of the list first, because a user with very many unread notifications has a page of them there. */
async function listUnread(db: Db, values: ListValues) {
  const rows = await LIST_TOP_UNREAD.all(db, values);
  return rows.length < values.limit ? LIST_UNREAD.all(db, values) : rows;
}

function writeListCursor(id: string): string {
  return Buffer.from(JSON.stringify([id])).toString('base64url');
}

/** Returns the id before which a page starts. Throws `invalid-argument` for an invalid cursor. */
function readListCursor(cursor: string | undefined): string {
  if (cursor === undefined) return NEWEST;
  const [id = ''] = readCursor(cursor, 1);
  const read = readNotificationId(id);
  if (read === null) throw invalidCursor();
  return read;
}
