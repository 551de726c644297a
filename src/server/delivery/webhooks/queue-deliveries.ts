import { randomUUID } from 'node:crypto';
import { publishChanges } from '../../events/publish-changes.ts';
import type { Tx } from '../../platform/db/open.ts';
import { outbox, type WebhookDeliveryRow, webhookDeliveries } from '../../platform/db/tables/deliveries.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';

type NewDelivery = Pick<WebhookDeliveryRow, 'webhookId' | 'eventId' | 'event' | 'payload'>;

interface Queued {
  /** The app of the webhooks. */
  readonly appId: string;
  readonly now: Date;
}

/** Adds deliveries to the webhooks' logs and to the outbox, in the event's transaction. */
export async function queueWebhookDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  { appId, now }: Queued,
): Promise<WebhookDeliveryRow[]> {
  const logged = await tx
    .insert(webhookDeliveries)
    .values(
      deliveries.map((delivery) => ({ ...delivery, id: randomUUID(), createdAt: now, nextAttemptAt: now })),
    )
    .returning();
  await tx.insert(outbox).values(
    logged.map(({ id, webhookId }) => ({
      channel: 'webhook' as const,
      webhookId,
      target: id,
      dueAt: now,
      createdAt: now,
    })),
  );
  await enqueue(tx, { name: 'send-outbox', payload: { channel: 'webhook' } });
  await publishChanges(tx, { areas: ['webhooks'], appId });
  return logged;
}
