import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Handler } from '../../identity/handler.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { notificationRecipients } from '../../platform/db/tables/notifications.ts';

const { readAt, expiresAt } = notificationRecipients;

/** Finds the rows by the index of unread ones, because every signed-in browser polls it. */
export const COUNT_UNREAD = defineStatement(
  'notifications.countUnread',
  ({ uid }: StatementValues<{ uid: string }>) => ({
    select: { count: sql<number>`count(*)::int` },
    from: sql`
    FROM ${notificationRecipients}
    WHERE ${notificationRecipients.uid} = ${uid} AND ${readAt} IS NULL AND ${expiresAt} > now()`,
  }),
);

/** Counts the unread notifications of several users. */
export async function countUnreadOfMany(pool: Pool, uids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query(
    `SELECT u.uid, (SELECT count(*)::int FROM notification_recipients r
       WHERE r.uid = u.uid AND r.read_at IS NULL AND r.expires_at > now()) AS count
     FROM unnest($1::text[]) AS u (uid)`,
    [uids],
  );
  return new Map(rows.map(({ uid, count }) => [uid, count]));
}

/** `notifications.countUnread`: returns the number of the caller's unread notifications. */
export const countUnread: Handler<'notifications.countUnread'> = async ({ caller, context: { db } }) => ({
  count: (await COUNT_UNREAD.first(db, { uid: caller.uid }))?.count ?? 0,
});
