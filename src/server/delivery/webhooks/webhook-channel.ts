import { and, eq, sql } from 'drizzle-orm';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/pools.ts';
import { type OutboxRow, webhookDeliveries, webhooks } from '../../platform/db/tables/deliveries.ts';
import { PrivateAddressError } from '../../platform/safe-fetch/lookup.ts';
import { postSafely } from '../../platform/safe-fetch/safe-fetch.ts';
import { decryptAtRest, webhookLockName } from '../../platform/secrets/encryption.ts';
import type { ChannelDefinition, SendDecision } from '../outbox/channel.ts';
import { type Attempt, MOST_ATTEMPTS, recordAttempt } from './attempts.ts';
import { logChanges } from './log-changes.ts';
import { signatureHeaders } from './signature.ts';

/**
 * Matches items that nothing may overtake: those that may still succeed, and those that a server is sending now, whose
 * attempt isn't in the webhook's log yet.
 */
const HOLDS = sql.raw(`o.attempts < ${WEBHOOK_LIMITS.holdingAttempts} OR (
  SELECT d.attempts < o.attempts FROM webhook_deliveries d WHERE d.id = o.target
)`);

/**
 * Deliveries to webhooks, in the order of their events: one holds back those behind it until it is delivered, given up
 * or has failed `holdingAttempts` times. Owners take turns, and slow receivers delay only their own webhooks.
 */
export const WEBHOOKS: ChannelDefinition = {
  name: 'webhook',
  total: 24,
  maxAttempts: MOST_ATTEMPTS,
  laneLimits: {
    webhook: 1,
    app: 2,
    owner: 4,
    receiver: 4,
    // Keeps one owner from filling a receiver that many share, such as a chat service.
    'owner-receiver': 2,
    // Webhooks whose last attempt failed, so that working ones never wait for them.
    failing: 8,
  },
  pausesOnOutage: false,
  // The webhook's log keeps them instead.
  keepsFinished: 'none',
  selectDue: (isDue, now) => sql`
    SELECT first.id::text AS key, ARRAY[first.id] AS ids, first.due_at, a.owner_uid AS turn, r.receiver,
      ARRAY['webhook ' || w.id, 'app ' || w.app_id, 'owner ' || a.owner_uid, 'receiver ' || r.receiver,
        'owner-receiver ' || a.owner_uid || ' ' || r.receiver]
        || CASE WHEN w.failures > 0 THEN ARRAY['failing'] ELSE '{}' END AS lanes
    FROM (
      SELECT o.webhook_id, min(o.id) FILTER (WHERE ${isDue}) AS id, min(o.id) FILTER (WHERE ${HOLDS}) AS held_after
      FROM outbox o WHERE o.channel = 'webhook' AND o.status = 'pending' GROUP BY o.webhook_id
    ) next
    JOIN outbox first ON first.id = next.id AND first.id <= coalesce(next.held_after, first.id)
    JOIN webhooks w ON w.id = next.webhook_id JOIN apps a ON a.id = w.app_id
    CROSS JOIN LATERAL (SELECT coalesce(substring(lower(w.url) from '^https?://([^/?#]+)'), '') AS receiver) r
    WHERE w.disabled_at IS NULL AND (w.retry_at IS NULL OR w.retry_at <= ${now})`,
  send: async (context, [item], signal) => [await sendWebhook(context, item, signal)],
  onFailed: finishFailedDelivery,
  onAttempted: (context, { webhookId }) => context.services.get(logChanges).note(context, webhookId),
};

/** Finishes a delivery in the log that the store itself could not attempt; otherwise the last attempt finished it. */
async function finishFailedDelivery(tx: Tx, { target, attempts }: OutboxRow, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({
      status: 'failed',
      attempts,
      response: sql`coalesce(${webhookDeliveries.response}, 'The store could not send this.')`,
      nextAttemptAt: null,
      finishedAt: now,
    })
    .where(and(eq(webhookDeliveries.id, target), eq(webhookDeliveries.status, 'pending')));
}

/** The delivery's payload and destination. */
interface WebhookPost {
  readonly webhookId: string;
  readonly eventId: string;
  readonly payload: string;
  readonly url: string;
  readonly encryptedSecret: string;
}

async function sendWebhook(context: Context, item: OutboxRow, signal: AbortSignal): Promise<SendDecision> {
  const [posted] = await context.db
    .select({
      webhookId: webhooks.id,
      eventId: webhookDeliveries.eventId,
      payload: webhookDeliveries.payload,
      url: webhooks.url,
      encryptedSecret: webhooks.encryptedSecret,
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, item.target));
  if (!posted) return { result: 'skip', reason: 'The webhook was deleted.' };
  const attempt = await tryToPost(context, posted, signal);
  if (signal.aborted && !attempt.isDelivered) return null;
  const { id, target, attempts, createdAt } = item;
  const delivery = { id: target, outboxId: id, webhookId: posted.webhookId, attempts, createdAt };
  return (tx) => recordAttempt(tx, delivery, { attempt, now: context.clock() });
}

/** Posts one delivery; any response other than 2xx is a failure. */
export async function tryToPost(
  { config, secret, clock }: Context,
  { webhookId, eventId, payload, url, encryptedSecret }: WebhookPost,
  signal?: AbortSignal,
): Promise<Attempt> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    const lock = { secret, name: webhookLockName(webhookId) };
    const signed = { id: eventId, sentAt: clock(), body: payload };
    const signature = signatureHeaders(signed, decryptAtRest(encryptedSecret, lock).toString());
    const headers = { 'Content-Type': 'application/json', ...signature };
    const { status, body } = await postSafely(
      url,
      { headers, body: payload, ...(signal && { signal }) },
      config,
    );
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, isFinal: false, responseStatus: status, response: body, durationMs: durationMs() };
  } catch (error) {
    return {
      isDelivered: false,
      isFinal: error instanceof PrivateAddressError,
      responseStatus: null,
      response: (error as Error).message,
      durationMs: durationMs(),
    };
  }
}
