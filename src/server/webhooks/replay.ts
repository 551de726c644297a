import { randomUUID } from 'node:crypto';
import type { Handler } from '../callable.ts';
import { type WebhookDeliveryRow, webhookDeliveries } from '../db/notification-tables.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { findOwnDelivery, presentDelivery } from './queries.ts';

/** `webhooks.replay`: sends an event once more, under its own id, as a delivery of its own in the log. */
export const replayDelivery: Handler<'webhooks.replay'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { webhookId, eventId, event, payload } = await findOwnDelivery(tx, data.deliveryId, caller);
    const now = context.clock();
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({ id: randomUUID(), webhookId, eventId, event, payload, dueAt: now, createdAt: now })
      .returning();
    await enqueue(tx, 'send-webhooks', {});
    return { delivery: presentDelivery(delivery as WebhookDeliveryRow) };
  });
