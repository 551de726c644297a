import { sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import type { NotificationContent } from './content.ts';
import { notifyUser } from './notify-user.ts';

interface OwnersNotification {
  readonly appId: string;
  /** Returns the notification for an app's name, with the data that leads to its settings. */
  readonly describe: (name: string, data: Record<string, string>) => NotificationContent;
  readonly now: Date;
  /** Notifies the other members of the app as well. */
  readonly alsoOthers?: boolean;
}

/** Notifies all owners of an app, who cannot switch it off, of something that they change in its settings. */
export async function notifyOwners(
  tx: Tx,
  { appId, describe, now, alsoOthers = false }: OwnersNotification,
): Promise<void> {
  const { rows } = await tx.execute<{ uid: string; name: string }>(sql`
    SELECT owner_uid AS uid, name FROM apps WHERE id = ${appId}
    UNION SELECT m.uid, a.name FROM app_members m JOIN apps a ON a.id = m.app_id
    WHERE m.app_id = ${appId} AND (m.role = 'owner' OR ${alsoOthers})`);
  for (const { uid, name } of rows) {
    const content = describe(name, { appId, part: 'settings' });
    await notifyUser(tx, content, { uid, now });
  }
}
