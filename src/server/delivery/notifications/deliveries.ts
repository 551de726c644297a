import { sql } from 'drizzle-orm';
import type { NotificationSubject, NotificationType } from '#shared/notifications/notification-records.ts';
import type { NotificationKind } from '#shared/notifications/preferences.ts';
import type { Context } from '../../platform/context.ts';
import type { OutboxChannel, OutboxRow } from '../../platform/db/tables/deliveries.ts';
import { broadcasts } from '../../platform/db/tables/notifications.ts';
import type { SendOutcome } from '../outbox/channel.ts';
import { takesEmail, wantsNotification } from './recipients.ts';

/** A leased email or push with its content and recipient. */
export interface Delivery {
  readonly id: number;
  readonly channel: OutboxChannel;
  /** The push subscription. */
  readonly target: string;
  readonly uid: string;
  readonly email: string;
  readonly language: string | null;
  readonly notificationId: string;
  readonly kind: NotificationKind;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly about: NotificationSubject | null;
  readonly data: Readonly<Record<string, string>> | null;
}

/** The reason for skipping an item that its recipient no longer wants. */
export const OPTED_OUT: SendOutcome = { result: 'skip', reason: 'The recipient opted out.' };

/**
 * Reads the content of outbox items, in their order. Null for items that their recipient no longer wants, because
 * hours can pass between the event and an attempt.
 */
export async function readWantedDeliveries(
  context: Context,
  items: readonly OutboxRow[],
): Promise<(Delivery | null)[]> {
  const { rows } = await context.db.execute<Record<string, unknown>>(sql`
    SELECT o.id::float8 AS id, o.channel, o.target, u.uid, u.email, u.language, n.id::text AS "notificationId",
           n.kind, n.type, n.title, n.message, n.about, n.data
    FROM outbox o JOIN notifications n ON n.id = o.notification_id JOIN users u ON u.uid = o.uid
    WHERE o.id = ANY(${sql.param(items.map(({ id }) => id))}::bigint[])`);
  const known = new Map((rows as unknown as Delivery[]).map((delivery) => [delivery.id, delivery]));
  return Promise.all(
    items.map(async ({ id }) => {
      const delivery = known.get(id);
      return delivery && (await isWanted(context, delivery)) ? delivery : null;
    }),
  );
}

async function isWanted({ db }: Context, { id, kind, channel }: Delivery): Promise<boolean> {
  const addressed = { kind, audience: 'chosen', chosenUids: null } as const;
  const isPush = channel === 'push';
  const { rows } = await db.execute(sql`
    SELECT FROM outbox o JOIN users u ON u.uid = o.uid
    WHERE o.id = ${id} AND ${wantsNotification(addressed, isPush ? 'push' : 'email')}
      AND ${isPush ? sql`true` : takesEmail(addressed)}`);
  return rows.length > 0;
}

/** Counts a sent email or push for its broadcast, if there is one. */
export async function countSent({ db }: Context, { notificationId, channel }: OutboxRow): Promise<void> {
  const column = channel === 'push' ? broadcasts.pushes : broadcasts.emails;
  const name = channel === 'push' ? 'pushes' : 'emails';
  await db
    .update(broadcasts)
    .set({ [name]: sql`${column} + 1` })
    .where(sql`${broadcasts.notificationId} = ${notificationId}`);
}
