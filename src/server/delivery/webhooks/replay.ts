import { TEST_EVENT } from '#shared/events.ts';
import { t } from '#shared/languages/translate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { WebhookDeliveryRow } from '../../platform/db/tables/deliveries.ts';
import { denied } from '../../platform/input/call-error.ts';
import { countEvent, REPLAYS } from './limits.ts';
import { findOwnDelivery, findOwnWebhook, presentDelivery } from './queries.ts';
import { queueWebhookDeliveries } from './queue-deliveries.ts';

/** `webhooks.replay`: sends an event again with the same event id, as a new delivery in the log; not a test event. */
export const replayDelivery: Handler<'webhooks.replay'> = async ({ data, caller, context }) => {
  const { webhookId, eventId, event, payload } = await findOwnDelivery(context.db, data.deliveryId, caller);
  // It would be retried and count against the webhook, which a test never does.
  if (event === TEST_EVENT) throw denied(() => t`Send a new test event instead.`, { reason: 'test-event' });
  const { appId, disabledAt } = await findOwnWebhook(context.db, webhookId, caller);
  if (disabledAt) {
    throw denied(() => t`This webhook is turned off. Turn it on, then send the delivery again.`, {
      reason: 'webhook-off',
    });
  }
  await countEvent(context, REPLAYS, { webhookId, uid: caller.uid });
  return context.db.transaction(async (tx) => {
    const [delivery] = await queueWebhookDeliveries(tx, [{ webhookId, eventId, event, payload }], {
      appId,
      now: context.clock(),
    });
    return { delivery: presentDelivery(delivery as WebhookDeliveryRow) };
  });
};
