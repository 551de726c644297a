import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Notification } from '#shared/notifications/calls.ts';
import type { RowOf, StatementValues } from '../../platform/db/statement.ts';
import { notificationRecipients, notifications } from '../../platform/db/tables/notifications.ts';

export interface ListValues {
  readonly uid: string;
  readonly before: string;
  readonly limit: number;
}

const n = alias(notifications, 'n');
const r = notificationRecipients;

/** The columns of a notification `n` in the list of a recipient `r`. */
export const LISTED = {
  id: sql<string>`${n.id}::text`,
  type: n.type,
  title: n.title,
  message: n.message,
  about: n.about,
  read: sql<boolean>`r.read_at IS NOT NULL`,
  data: n.data,
  createdAt: n.createdAt,
  expiresAt: n.expiresAt,
};

/** Entries at the top of a list, among which unread ones are found in its order. */
export const TOP_OF_LIST = 1_000;

/** Selects the unread ones at the top of the list. They may be too few of them. */
export const topUnread = ({ uid, before }: Pick<StatementValues<ListValues>, 'uid' | 'before'>): SQL => sql`(
  SELECT * FROM (
    SELECT * FROM ${r} WHERE ${r.uid} = ${uid} AND ${r.notificationId} < ${before}
    ORDER BY ${r.notificationId} DESC LIMIT ${sql.raw(String(TOP_OF_LIST))}
  ) AS ${r} WHERE ${r.readAt} IS NULL
) AS ${r}`;

/** Selects all unread ones by their index before they are sorted: in the order of the list it could pass all read ones. */
export const allUnread = ({ uid }: Pick<StatementValues<ListValues>, 'uid'>): SQL =>
  sql`(SELECT * FROM ${r} WHERE ${r.uid} = ${uid} AND ${r.readAt} IS NULL OFFSET 0) AS ${r}`;

/** Larger than any id, where a list without a cursor starts. */
export const NEWEST = '9'.repeat(18);

export type ListedRow = RowOf<typeof LISTED>;

/** Returns a row of the list as the call does. */
export function presentNotification(userId: string, row: ListedRow): Notification {
  const { id, type, title, message, about, read, data, createdAt, expiresAt } = row;
  return {
    id,
    type,
    title,
    message,
    read,
    userId,
    about: about ?? undefined,
    data: data ?? undefined,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
