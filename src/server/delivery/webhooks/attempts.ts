import { and, eq, sql } from 'drizzle-orm';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { emit } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { outbox, webhookDeliveries } from '../../platform/db/tables/deliveries.ts';
import { MAX_ATTEMPTS, nextAttempt } from '../outbox/back-off.ts';
import type { SendOutcome } from '../outbox/channel.ts';

/** The longest pause of a failing webhook before its next attempt, for any delivery. */
const MAX_PAUSE_MS = 3_600_000;

/** Most attempts at a delivery: about one an hour while its receiver is down for a day. */
export const MOST_ATTEMPTS = 40;

/** The time after which a delivery is given up, in milliseconds. */
const GIVE_UP_MS = 24 * 3_600_000;

/** The result of one attempt. */
export interface Attempt {
  readonly isDelivered: boolean;
  /** No later attempt can succeed. */
  readonly isFinal: boolean;
  readonly responseStatus: number | null;
  readonly response: string;
  readonly durationMs: number;
}

interface AttemptedDelivery {
  readonly id: string;
  /** Its place in the order. */
  readonly outboxId: number;
  readonly webhookId: string;
  /** Attempts at this delivery, including this one. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/**
 * Records an attempt in the webhook's log and on the webhook: repeated failures increase its pause, and turn it off
 * after days. Returns the outcome for the delivery.
 */
export async function recordAttempt(
  tx: Tx,
  delivery: AttemptedDelivery,
  { attempt, now }: TimedAttempt,
): Promise<SendOutcome> {
  const failing = await recordForWebhook(tx, delivery, { attempt, now });
  const isOver = attempt.isDelivered || attempt.isFinal || hasFailedEnough(delivery, now);
  const retryAt = failing && !isOver ? retryTime(delivery, { failing, now }) : null;
  await tx
    .update(webhookDeliveries)
    .set({
      status: attempt.isDelivered ? 'delivered' : isOver ? 'failed' : 'pending',
      attempts: delivery.attempts,
      responseStatus: attempt.responseStatus,
      response: attempt.response,
      durationMs: attempt.durationMs,
      nextAttemptAt: retryAt,
      finishedAt: isOver ? now : null,
    })
    .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.status, 'pending')));
  if (attempt.isDelivered) return { result: 'sent' };
  const reason = attempt.response;
  if (!failing) return { result: 'fail', reason };
  if (hasFailedForDays(failing.since, now)) {
    await disableWebhook(tx, delivery.webhookId, now);
    return { result: 'fail', reason };
  }
  return retryAt ? { result: 'retry', reason, retryAt } : { result: 'fail', reason, wakeAt: failing.retryAt };
}

/** Returns true after a day, and at least as many attempts as other channels make. */
function hasFailedEnough({ attempts, createdAt }: AttemptedDelivery, now: Date): boolean {
  const isOld = now.getTime() - createdAt.getTime() >= GIVE_UP_MS;
  return attempts >= MOST_ATTEMPTS || (isOld && attempts >= MAX_ATTEMPTS);
}

/**
 * Returns the time of the next attempt at a delivery. While the receiver accepts nothing, this is the end of the
 * webhook's pause, so that the oldest event is the first one again; otherwise it isn't before that.
 */
function retryTime({ attempts }: AttemptedDelivery, { failing, now }: { failing: Failing; now: Date }): Date {
  if (failing.failures >= attempts) return failing.retryAt;
  const next = nextAttempt(attempts, now);
  return failing.retryAt > next ? failing.retryAt : next;
}

interface TimedAttempt {
  readonly attempt: Attempt;
  readonly now: Date;
}

interface Failing {
  /** Failed attempts in a row, for any delivery. */
  readonly failures: number;
  readonly since: Date;
  /** The end of its pause. */
  readonly retryAt: Date;
}

/** Counts the attempt on the webhook. Returns how it has been failing; null when it works. */
async function recordForWebhook(
  tx: Tx,
  { outboxId, webhookId, attempts }: AttemptedDelivery,
  { attempt, now }: TimedAttempt,
): Promise<Failing | null> {
  if (attempt.isDelivered) {
    await tx.execute(sql`
      UPDATE webhooks SET failures = 0, failing_since = NULL, retry_at = NULL
      WHERE id = ${webhookId} AND failures > 0`);
    return null;
  }
  const { rows } = await tx.execute<{ failures: number; since: Date | string }>(sql`
    UPDATE webhooks SET
      failures = failures + 1, failing_since = coalesce(failing_since, ${now.toISOString()}::timestamptz)
    WHERE id = ${webhookId} AND disabled_at IS NULL
    RETURNING failures, failing_since AS since`);
  const [row] = rows;
  if (!row) return null;
  const longest = new Date(now.getTime() + MAX_PAUSE_MS);
  const wanted = nextAttempt(row.failures, now);
  const retryAt = wanted < longest ? wanted : longest;
  // The next delivery is tried at once, which tells whether the receiver is down or rejects this one alone.
  const isPaused =
    attempts < WEBHOOK_LIMITS.holdingAttempts ||
    attempt.isFinal ||
    !(await isAnotherDue(tx, { outboxId, webhookId, now }));
  const pauseEnd = isPaused ? sql`${retryAt.toISOString()}::timestamptz` : sql`NULL`;
  await tx.execute(sql`UPDATE webhooks SET retry_at = ${pauseEnd} WHERE id = ${webhookId}`);
  // Those before it are tried before it again.
  await tx.execute(sql`
    UPDATE outbox SET due_at = ${retryAt.toISOString()}::timestamptz
    WHERE webhook_id = ${webhookId} AND id < ${outboxId} AND status = 'pending'
      AND due_at > ${retryAt.toISOString()}::timestamptz`);
  return { failures: row.failures, since: new Date(row.since), retryAt };
}

interface Place {
  readonly outboxId: number;
  readonly webhookId: string;
  readonly now: Date;
}

/** Returns true when a delivery behind this one waits for nothing else. */
async function isAnotherDue(tx: Tx, { outboxId, webhookId, now }: Place): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM outbox
    WHERE webhook_id = ${webhookId} AND id > ${outboxId} AND status = 'pending'
      AND due_at <= ${now.toISOString()}::timestamptz
    LIMIT 1`);
  return rows.length > 0;
}

function hasFailedForDays(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= WEBHOOK_LIMITS.failingDays * 86_400_000;
}

/** Turns a webhook off, and cancels its deliveries. */
async function disableWebhook(tx: Tx, webhookId: string, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ appId: string; url: string }>(sql`
    UPDATE webhooks SET disabled_at = ${now.toISOString()}::timestamptz, retry_at = NULL
    WHERE id = ${webhookId} AND disabled_at IS NULL
    RETURNING app_id AS "appId", url`);
  const [webhook] = rows;
  if (!webhook) return;
  await tx.delete(outbox).where(eq(outbox.webhookId, webhookId));
  await tx.execute(sql`
    UPDATE webhook_deliveries SET
      status = 'failed', finished_at = ${now.toISOString()}::timestamptz, next_attempt_at = NULL,
      response = coalesce(response, 'The webhook was turned off before this was sent.')
    WHERE webhook_id = ${webhookId} AND status = 'pending'`);
  await emit(tx, {
    name: 'webhook.disabled',
    by: null,
    appId: webhook.appId,
    details: { webhookId, url: webhook.url },
  });
}
