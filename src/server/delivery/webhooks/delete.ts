import { eq } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { webhooks } from '../../platform/db/tables/deliveries.ts';
import { findOwnWebhook } from './queries.ts';

/** `webhooks.delete`: deletes a webhook with its deliveries. */
export const deleteWebhook: Handler<'webhooks.delete'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { id, appId, url } = await findOwnWebhook(tx, data.webhookId, caller);
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    await emit(tx, {
      by: caller.uid,
      name: 'webhook.deleted',
      appId,
      details: { webhookId: id, url },
    });
    return {};
  });
