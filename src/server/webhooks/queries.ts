import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { Webhook, WebhookDelivery } from '#shared/webhooks/calls.ts';
import { requireAppRole } from '../auth/app-access.ts';
import type { Caller } from '../auth/authenticate.ts';
import {
  type WebhookDeliveryRow,
  type WebhookRow,
  webhookDeliveries,
  webhooks,
} from '../db/notification-tables.ts';
import type { Db, Tx } from '../db/open.ts';
import { apps } from '../db/tables.ts';

/** Keeps a webhook's secret apart from everything else that is encrypted at rest. */
export function lockName(webhookId: string): string {
  return `webhook ${webhookId}`;
}

/** Refuses everybody but the owners of an app: throws `not-found` or `permission-denied`. */
export async function requireOwnApp(db: Db | Tx, appId: string, caller: Caller): Promise<void> {
  const [app] = await db.select().from(apps).where(eq(apps.id, appId));
  await requireAppRole(db, app, { caller, role: 'owner' });
}

/** A webhook of one of the caller's own apps; throws `not-found`. */
export async function findOwnWebhook(db: Db | Tx, webhookId: string, caller: Caller): Promise<WebhookRow> {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId));
  if (!webhook) throw new CallError('not-found', 'There is no such webhook, or it is not yours.');
  await requireOwnApp(db, webhook.appId, caller);
  return webhook;
}

/** A delivery to a webhook of one of the caller's own apps; throws `not-found`. */
export async function findOwnDelivery(
  db: Db | Tx,
  deliveryId: string,
  caller: Caller,
): Promise<WebhookDeliveryRow> {
  const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId));
  if (!delivery) throw new CallError('not-found', 'There is no such delivery, or it is not yours.');
  await findOwnWebhook(db, delivery.webhookId, caller);
  return delivery;
}

/** A webhook as calls answer with it: without its secret. */
export function presentWebhook({ id, appId, url, events, createdAt }: WebhookRow): Webhook {
  return { id, appId, url, events, createdAt: createdAt.toISOString() };
}

/** A delivery as calls answer with it. */
export function presentDelivery({
  dueAt,
  createdAt,
  finishedAt,
  ...row
}: WebhookDeliveryRow): WebhookDelivery {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    nextAttemptAt: row.status === 'pending' ? dueAt.toISOString() : null,
  };
}
