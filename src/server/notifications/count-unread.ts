import type { Pool } from 'pg';
import type { Handler } from '../callable.ts';

/** Polled by every signed-in browser: a named statement on the index of unread rows alone. */
const COUNT_UNREAD = {
  name: 'count-unread',
  text: `SELECT count(*)::int AS count FROM notifications
         WHERE user_id = $1 AND NOT read AND (expires_at IS NULL OR expires_at > now())`,
};

/** How many of a user's notifications are unread and not expired. */
export async function countUnreadOf(pool: Pool, uid: string): Promise<number> {
  const { rows } = await pool.query({ ...COUNT_UNREAD, values: [uid] });
  return rows[0].count;
}

/** `notifications.countUnread`: how many of the caller's own are unread and not expired. */
export const countUnread: Handler<'notifications.countUnread'> = async ({ caller, context: { pool } }) => ({
  count: await countUnreadOf(pool, caller.uid),
});
