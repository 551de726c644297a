import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import type { NotificationContent } from './content.ts';
import { notifyUser } from './notify-user.ts';

/** Maximum admins per notification; a store has few. */
const MAX_ADMINS = 50;

/** Notifies every active admin, in the caller's transaction, and returns who they are. */
export async function notifyAdmins(tx: Tx, content: NotificationContent, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ uid: string }>(sql`
    SELECT uid FROM users
    WHERE role = 'admin' AND suspended_at IS NULL
    ORDER BY created_at LIMIT ${MAX_ADMINS}`);
  for (const { uid } of rows) await notifyUser(tx, content, { uid, now });
  return rows.map(({ uid }) => uid);
}
