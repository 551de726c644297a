import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import {
  type BroadcastRow,
  broadcasts,
  type NotificationRow,
  notifications,
} from '../../platform/db/tables/notifications.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { AddressedNotification } from './add-recipients.ts';
import type { NotificationContent } from './content.ts';
import { insertNotification } from './notify-user.ts';

type NewBroadcast = Pick<BroadcastRow, 'audience'> &
  Partial<Pick<BroadcastRow, 'id' | 'chosenUids' | 'recipients' | 'senderUid' | 'isAnnouncement'>> & {
    readonly now: Date;
  };

/** Sends a notification to an audience, by a job. A duplicate id throws by the database's unique key. */
export async function startBroadcast(
  tx: Tx,
  content: NotificationContent,
  { now, ...options }: NewBroadcast,
): Promise<void> {
  const { id: notificationId } = await insertNotification(tx, content, { now });
  const broadcastId = options.id ?? randomUUID();
  await tx.insert(broadcasts).values({
    isAnnouncement: false,
    ...options,
    id: broadcastId,
    notificationId,
    status: 'sending',
    createdAt: now,
  });
  await enqueue(tx, { name: 'send-broadcast', payload: { broadcastId } });
}

/** A broadcast with its notification. */
export interface LockedBroadcast {
  readonly broadcast: BroadcastRow;
  readonly notification: NotificationRow;
}

/** Locks a broadcast, so that no other server sends or stops it until the transaction ends. */
export async function lockBroadcast(tx: Tx, id: string): Promise<LockedBroadcast | undefined> {
  const [broadcast] = await tx.select().from(broadcasts).where(eq(broadcasts.id, id)).for('update');
  if (!broadcast) return undefined;
  const isSaid = eq(notifications.id, broadcast.notificationId);
  const [notification] = await tx.select().from(notifications).where(isSaid).for('key share');
  return notification && { broadcast, notification };
}

/** Returns the notification of a broadcast and its audience. */
export function withAudience({ broadcast, notification }: LockedBroadcast): AddressedNotification {
  const { audience, chosenUids } = broadcast;
  return { id: notification.id, kind: notification.kind, audience, chosenUids };
}
