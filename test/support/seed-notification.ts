import type { Pool } from 'pg';

/** A notification in somebody's list; what is left out is a new, unread one that lasts for years. */
export interface SeededNotification {
  readonly title?: string;
  readonly type?: string;
  readonly isRead?: boolean;
  readonly createdAt?: string;
  readonly expiresAt?: string;
}

/** Puts a notification straight into a user's list, as the newest one. Returns its id, as calls name it. */
export async function seedNotification(
  pool: Pool,
  uid: string,
  {
    title = 'Hello',
    type = 'system_message',
    isRead = false,
    createdAt,
    expiresAt = '2999-01-01',
  }: SeededNotification = {},
): Promise<string> {
  const { rows } = await pool.query(
    `WITH seeded AS (
       INSERT INTO notifications (kind, type, title, message, created_at, expires_at)
       VALUES ('systemAnnouncements', $1, $2, 'Hello', coalesce($3::timestamptz, now()), $4)
       RETURNING id, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid, read_at)
     SELECT id, expires_at, $5, CASE WHEN $6 THEN now() END FROM seeded RETURNING notification_id::text AS id`,
    [type, title, createdAt ?? null, expiresAt, uid, isRead],
  );
  return rows[0].id;
}
