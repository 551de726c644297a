import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { TEST_EVENT } from '#shared/events.ts';
import type { testDataSchema } from '#shared/webhooks/payloads.ts';
import { publishChanges } from '../../events/publish-changes.ts';
import { notFound } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { type WebhookDeliveryRow, webhookDeliveries, webhooks } from '../../platform/db/tables/deliveries.ts';
import { countEvent, TESTS } from './limits.ts';
import { findOwnWebhook, presentAppForReceivers, presentDelivery } from './queries.ts';
import { tryToPost } from './webhook-channel.ts';

/**
 * `webhooks.sendTest`: posts a signed test event under the rules of all deliveries, and logs how that ended. The result
 * says nothing about other events, so the webhook is neither turned on nor counted as failing by it.
 */
export const sendTestEvent: Handler<'webhooks.sendTest'> = async ({
  data: { webhookId: id },
  caller,
  context,
}) => {
  const { db, clock } = context;
  const { id: webhookId, appId, url, encryptedSecret } = await findOwnWebhook(db, id, caller);
  await countEvent(context, TESTS, { webhookId, uid: caller.uid });
  const createdAt = clock();
  const eventId = randomUUID();
  const data: z.input<typeof testDataSchema> = {
    app: await presentAppForReceivers(db, appId),
    webhook: { id: webhookId },
  };
  const payload = JSON.stringify({
    id: eventId,
    type: TEST_EVENT,
    timestamp: createdAt.toISOString(),
    data,
  });
  const { isDelivered, responseStatus, response, durationMs } = await tryToPost(context, {
    webhookId,
    eventId,
    payload,
    url,
    encryptedSecret,
  });
  return db.transaction(async (tx) => {
    // It may have been deleted meanwhile.
    const [kept] = await tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(eq(webhooks.id, webhookId))
      .for('key share');
    if (!kept) throw notFound();
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({
        id: randomUUID(),
        webhookId,
        eventId,
        event: TEST_EVENT,
        payload,
        status: isDelivered ? 'delivered' : 'failed',
        attempts: 1,
        responseStatus,
        response,
        durationMs,
        createdAt,
        finishedAt: clock(),
      })
      .returning();
    await publishChanges(tx, { areas: ['webhooks'], appId });
    return { delivery: presentDelivery(delivery as WebhookDeliveryRow) };
  });
};
