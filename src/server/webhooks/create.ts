import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { recordAudit } from '../audit/record.ts';
import type { Handler } from '../callable.ts';
import { type WebhookRow, webhooks } from '../db/notification-tables.ts';
import { encryptAtRest } from '../feeds/signing/encryption.ts';
import { whyNotPostTo } from '../outbound/post.ts';
import { lockName, presentWebhook, requireOwnApp } from './queries.ts';
import { createSecret } from './signature.ts';

/** Webhooks that one app has at most. */
const MOST = 10;

/** `webhooks.create`: sends an app's events to an address, signed with a secret that is told this once. */
export const createWebhook: Handler<'webhooks.create'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    await requireOwnApp(tx, data.appId, caller);
    const refusal = whyNotPostTo(new URL(data.url), context.config);
    if (refusal) throw new CallError('failed-precondition', refusal, { reason: refusal, field: 'url' });
    if ((await tx.$count(webhooks, eq(webhooks.appId, data.appId))) >= MOST) {
      throw new CallError('resource-exhausted', `An app has at most ${MOST} webhooks. Delete one first.`);
    }
    const id = randomUUID();
    const secret = createSecret();
    const lock = { secret: context.secret, name: lockName(id) };
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
    await recordAudit(tx, {
      actorUid: caller.uid,
      event: 'webhook.created',
      appId: data.appId,
      details: { webhookId: id, url: data.url },
    });
    return { webhook: presentWebhook(webhook as WebhookRow), secret };
  });
