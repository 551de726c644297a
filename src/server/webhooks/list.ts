import { desc, eq } from 'drizzle-orm';
import type { Handler } from '../callable.ts';
import { webhooks } from '../db/notification-tables.ts';
import { presentWebhook, requireOwnApp } from './queries.ts';

/** `webhooks.list`: where the events of one of the caller's own apps are sent. */
export const listWebhooks: Handler<'webhooks.list'> = async ({ data, caller, context: { db } }) => {
  await requireOwnApp(db, data.appId, caller);
  const rows = await db
    .select()
    .from(webhooks)
    .where(eq(webhooks.appId, data.appId))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));
  return { webhooks: rows.map(presentWebhook) };
};
