import { sql } from 'drizzle-orm';
import type { NotificationType } from '#shared/notifications/notification-record.ts';
import type { NotificationSubject } from '#shared/notifications/notification-records.ts';
import type { NotificationKind } from '#shared/notifications/preferences.ts';
import type { Platform } from '#shared/packages/platform.ts';
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
  /** The app that it is about; null without one, or when that is gone. */
  readonly app: NotifiedApp | null;
}

/** An app that a notification is about, with what its recipient can open. */
export interface NotifiedApp {
  readonly platform: Platform;
  readonly applicationId: string;
  /** The recipient works on it, or is an admin. */
  readonly isInConsole: boolean;
  readonly isPublished: boolean;
}

/** The reason for skipping an item that its recipient no longer wants. */
export const OPTED_OUT: SendOutcome = { result: 'skip', reason: 'The recipient opted out, or has read it.' };

/**
 * Reads the content of outbox items of one channel, in their order. Null for items that their recipient no longer wants,
 * because hours can pass between the event and an attempt.
 */
export async function readWantedDeliveries(
  context: Context,
  items: readonly OutboxRow[],
): Promise<(Delivery | null)[]> {
  const { rows } = await context.db.execute<Record<string, unknown>>(sql`
    SELECT o.id::float8 AS id, o.channel, o.target, u.uid, u.email, u.language, n.id::text AS "notificationId",
           n.kind, n.type, n.title, n.message, n.about, n.data,
           CASE WHEN a.id IS NOT NULL THEN jsonb_build_object(
             'platform', a.platform, 'applicationId', a.application_id, 'isPublished', a.status = 'published',
             'isInConsole', u.role = 'admin' OR a.owner_uid = u.uid
               OR EXISTS (SELECT FROM app_members m WHERE m.app_id = a.id AND m.uid = u.uid)
           ) END AS app
    FROM outbox o JOIN notifications n ON n.id = o.notification_id JOIN users u ON u.uid = o.uid
      LEFT JOIN apps a ON a.id = n.data->>'appId'
    WHERE o.id = ANY(${sql.param(items.map(({ id }) => id))}::bigint[])`);
  const deliveries = rows as unknown as Delivery[];
  const wanted = await findWanted(context, deliveries);
  const known = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return items.map(({ id }) => (wanted.has(id) ? (known.get(id) ?? null) : null));
}

/** Returns the ids of the deliveries that their recipients still want. What they have read is left out of digests. */
async function findWanted({ db }: Context, deliveries: readonly Delivery[]): Promise<Set<number>> {
  const wanted = new Set<number>();
  for (const [kind, ofKind] of Map.groupBy(deliveries, (delivery) => delivery.kind)) {
    const addressed = { kind, audience: 'chosen', chosenUids: null } as const;
    const ids = ofKind.map(({ id }) => id);
    const { rows } = await db.execute<{ id: number }>(sql`
      SELECT o.id::float8 AS id FROM outbox o JOIN users u ON u.uid = o.uid
      WHERE o.id = ANY(${sql.param(ids)}::bigint[])
        AND CASE WHEN o.channel = 'push' THEN ${wantsNotification(addressed, 'push')}
          ELSE ${wantsNotification(addressed, 'email')} AND ${takesEmail(addressed)} END
        AND (o.channel <> 'digest' OR NOT EXISTS (
          SELECT FROM notification_recipients r
          WHERE r.uid = o.uid AND r.notification_id = o.notification_id AND r.read_at IS NOT NULL))`);
    for (const { id } of rows) wanted.add(id);
  }
  return wanted;
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
