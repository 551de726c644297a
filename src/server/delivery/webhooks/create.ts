import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { emit } from '../../events/emit.ts';
import type { Handler } from '../../identity/handler.ts';
import { defineCountLimit, requireRoom } from '../../platform/db/count-limit.ts';
import { type WebhookRow, webhooks } from '../../platform/db/tables/deliveries.ts';
import { callError, requireAllowed } from '../../platform/input/call-error.ts';
import { urlDenialReason } from '../../platform/safe-fetch/safe-fetch.ts';
import { encryptAtRest, webhookLockName } from '../../platform/secrets/encryption.ts';
import { presentWebhook, requireOwnApp } from './queries.ts';
import { createWebhookSecret } from './signature.ts';

const PER_APP = defineCountLimit<string>({
  name: 'webhooks',
  key: (appId) => appId,
  count: (tx, appId) => tx.$count(webhooks, eq(webhooks.appId, appId)),
  max: () => WEBHOOK_LIMITS.perApp,
  error: ({ max }) =>
    callError('resource-exhausted', () => t`An app can have up to ${max} webhooks. Delete one first.`, {
      reason: 'too-many-webhooks',
    }),
});

/** `webhooks.create`: creates a webhook for an app's events. Its signing secret is returned only here. */
export const createWebhook: Handler<'webhooks.create'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    await requireOwnApp(tx, data.appId, caller);
    requireAllowed(() => urlDenialReason(new URL(data.url), context.config), {
      reason: 'unsafe-url',
      field: 'url',
    });
    await requireRoom(tx, PER_APP, data.appId);
    const id = randomUUID();
    const secret = createWebhookSecret();
    const lock = { secret: context.secret, name: webhookLockName(id) };
    const [webhook] = await tx
      .insert(webhooks)
      .values({
        id,
        appId: data.appId,
        url: data.url,
        events: [...new Set(data.events)],
        encryptedSecret: encryptAtRest(Buffer.from(secret), lock),
        createdAt: context.clock(),
      })
      .returning();
    await emit(tx, {
      by: caller.uid,
      name: 'webhook.created',
      appId: data.appId,
      details: { webhookId: id, url: data.url },
    });
    return { webhook: presentWebhook(webhook as WebhookRow), secret };
  });
