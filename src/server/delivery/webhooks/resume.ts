import { eq } from 'drizzle-orm';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { type WebhookRow, webhooks } from '../../platform/db/tables/deliveries.ts';
import { findOwnWebhook, presentWebhook } from './queries.ts';

/** `webhooks.resume`: turns a webhook on that was turned off after days of failures. Repeating has no effect. */
export const resumeWebhook: Handler<'webhooks.resume'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const webhook = await findOwnWebhook(tx, data.webhookId, caller);
    if (!webhook.disabledAt) return { webhook: presentWebhook(webhook) };
    const [resumed] = await tx
      .update(webhooks)
      .set({ failures: 0, failingSince: null, retryAt: null, disabledAt: null })
      .where(eq(webhooks.id, webhook.id))
      .returning();
    await emit(tx, {
      by: caller.uid,
      name: 'webhook.resumed',
      appId: webhook.appId,
      details: { webhookId: webhook.id, url: webhook.url },
    });
    return { webhook: presentWebhook(resumed as WebhookRow) };
  });
