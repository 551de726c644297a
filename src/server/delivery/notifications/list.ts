import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { invalidCursor, readCursor } from '../../platform/db/paging.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { notificationRecipients, notifications } from '../../platform/db/tables/notifications.ts';
import { readNotificationId } from './notification-id.ts';

interface ListValues {
  readonly uid: string;
  readonly before: string;
  readonly limit: number;
}

const n = alias(notifications, 'n');
const r = notificationRecipients;

/** The page is cut before the texts are joined: a prepared plan doesn't know how few rows there are. */
const listFrom =
  (source: (values: StatementValues<ListValues>) => SQL) => (values: StatementValues<ListValues>) => ({
    select: {
      id: sql<string>`${n.id}::text`,
      type: n.type,
      title: n.title,
      message: n.message,
      about: n.about,
      read: sql<boolean>`r.read_at IS NOT NULL`,
      data: n.data,
      createdAt: n.createdAt,
      expiresAt: n.expiresAt,
    },
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

/** Entries at the top of a list, among which unread ones are found in its order. */
export const TOP_OF_LIST = 1_000;

/** Finds unread ones at the top of the list. It may find too few of them. */
const LIST_TOP_UNREAD = defineStatement(
  'notifications.list:top-unread',
  listFrom(
    ({ uid, before }) => sql`(
          SELECT * FROM (
            SELECT * FROM ${r} WHERE ${r.uid} = ${uid} AND ${r.notificationId} < ${before}
            ORDER BY ${r.notificationId} DESC LIMIT ${sql.raw(String(TOP_OF_LIST))}
          ) AS ${r} WHERE ${r.readAt} IS NULL
        ) AS ${r}`,
  ),
);

/** Finds the unread ones by their index before it sorts them: in the order of the list it could pass all read ones. */
const LIST_UNREAD = defineStatement(
  'notifications.list:unread',
  listFrom(
    ({ uid }) => sql`(SELECT * FROM ${r} WHERE ${r.uid} = ${uid} AND ${r.readAt} IS NULL OFFSET 0) AS ${r}`,
  ),
);

/** The largest `bigint`, where a list without a cursor starts. */
const NEWEST = '9223372036854775807';

/** `notifications.list`: returns the caller's unexpired notifications, newest first, optionally only unread ones. */
export const listNotifications: Handler<'notifications.list'> = async ({ data, caller, context }) => {
  const { unreadOnly, cursor, limit } = data;
  const values = { uid: caller.uid, before: readListCursor(cursor), limit: limit + 1 };
  const rows = await (unreadOnly ? listUnread(context.db, values) : LIST.all(context.db, values));
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  return {
    notifications: listed.map(({ about, data: kept, createdAt, expiresAt, ...row }) => ({
      ...row,
      userId: caller.uid,
      about: about ?? undefined,
      data: kept ?? undefined,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    nextCursor: last ? Buffer.from(JSON.stringify([last.id])).toString('base64url') : null,
  };
};

/** Looks at the top of the list first, because a user with very many unread notifications has a page of them there. */
async function listUnread(db: Db, values: ListValues) {
  const rows = await LIST_TOP_UNREAD.all(db, values);
  return rows.length < values.limit ? LIST_UNREAD.all(db, values) : rows;
}

function readListCursor(cursor: string | undefined): string {
  if (cursor === undefined) return NEWEST;
  const [id = ''] = readCursor(cursor, 1);
  const read = readNotificationId(id);
  if (read === null) throw invalidCursor();
  return read;
}
