import type { Handler } from '../callable.ts';

/** Polled by every signed-in browser: a named statement on the index of unread rows alone. */
const COUNT_UNREAD = {
  name: 'count-unread',
  text: `SELECT count(*)::int AS count FROM notifications
         WHERE user_id = $1 AND NOT read AND (expires_at IS NULL OR expires_at > now())`,
};

/** `notifications.countUnread`: how many of the caller's own are unread and not expired. */
export const countUnread: Handler<'notifications.countUnread'> = async ({ caller, context }) => {
  const { rows } = await context.pool.query({ ...COUNT_UNREAD, values: [caller.uid] });
  return { count: rows[0].count };
};
