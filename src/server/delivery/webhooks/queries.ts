import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Webhook, WebhookDelivery } from '#shared/webhooks/calls.ts';
import { notFound, requireApp } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import {
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
} from '../../platform/db/tables/deliveries.ts';

/** Throws `not-found` or `permission-denied` unless the caller owns the app. */
export async function requireOwnApp(db: Db | Tx, appId: string, caller: Caller): Promise<void> {
  await requireApp(db, appId, { caller, role: 'owner' });
}

const WEBHOOK = defineStatement('webhook', ({ webhookId }: StatementValues<{ webhookId: string }>) => ({
  select: getTableColumns(webhooks),
  from: sql`FROM ${webhooks} WHERE ${webhooks.id} = ${webhookId}`,
}));

/** Returns a webhook of one of the caller's own apps. Throws `not-found`. */
export async function findOwnWebhook(db: Db | Tx, webhookId: string, caller: Caller): Promise<WebhookRow> {
  const webhook = await WEBHOOK.first(db, { webhookId });
  if (!webhook) throw notFound();
  await requireOwnApp(db, webhook.appId, caller);
  return webhook;
}

/** Returns a delivery to a webhook of one of the caller's own apps. Throws `not-found`. */
export async function findOwnDelivery(
  db: Db | Tx,
  deliveryId: string,
  caller: Caller,
): Promise<WebhookDeliveryRow> {
  const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId));
  if (!delivery) throw notFound();
  await findOwnWebhook(db, delivery.webhookId, caller);
  return delivery;
}

/** Returns an app as receivers get it. */
export async function presentAppForReceivers(db: Db | Tx, appId: string) {
  const [app] = await db
    .select({ id: apps.id, platform: apps.platform, applicationId: apps.applicationId, name: apps.name })
    .from(apps)
    .where(eq(apps.id, appId));
  if (!app) throw notFound();
  return app;
}

/** Converts a webhook to the shape of the API, without its secret. */
export function presentWebhook(row: Pick<WebhookRow, keyof Webhook>): Webhook {
  const { id, appId, url, events, createdAt, failingSince, disabledAt } = row;
  return {
    id,
    appId,
    url,
    events,
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

/** Converts a delivery to the shape of the API. */
export function presentDelivery({
  nextAttemptAt,
  createdAt,
  finishedAt,
  ...row
}: WebhookDeliveryRow): WebhookDelivery {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  };
}
