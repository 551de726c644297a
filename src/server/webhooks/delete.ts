import { eq } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { webhooks } from '../db/notification-tables.ts';
import { findOwnWebhook } from './queries.ts';

/** `webhooks.delete`: sends no more to it, and forgets its deliveries. */
export const deleteWebhook: Handler<'webhooks.delete'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { id, appId, url } = await findOwnWebhook(tx, data.webhookId, caller);
    await tx.delete(webhooks).where(eq(webhooks.id, id));
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'webhook.deleted',
      appId,
      details: { webhookId: id, url },
    });
    return {};
  });
