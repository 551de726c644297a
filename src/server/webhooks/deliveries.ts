import { and, desc, eq } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { webhookDeliveries } from '../db/notification-tables.ts';
import { after, cursorOf } from '../db/paging.ts';
import { findOwnWebhook, presentDelivery } from './queries.ts';

/** `webhooks.deliveries`: what was sent to a webhook and how that went, newest first. */
export const listDeliveries: Handler<'webhooks.deliveries'> = async ({ data, caller, context: { db } }) => {
  const { id } = await findOwnWebhook(db, data.webhookId, caller);
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, id),
        after(webhookDeliveries.createdAt, webhookDeliveries.id, data),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(data.limit + 1);
  const listed = rows.slice(0, data.limit);
  const last = rows.length > data.limit ? listed.at(-1) : undefined;
  return {
    deliveries: listed.map(presentDelivery),
    nextCursor: last ? cursorOf(last.createdAt, last.id) : null,
  };
};
