import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { MAX_ATTEMPTS, nextAttempt } from '../deliveries/schedule.ts';
import { decryptAtRest } from '../feeds/signing/encryption.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { AddressRefused, post } from '../outbound/post.ts';
import { lockName } from './queries.ts';
import { signatureHeaders } from './signature.ts';

/** Deliveries that are on their way at once. */
const LOT = 10;

/** How long a taken delivery stays taken: longer than any attempt. */
const LEASE_MS = 60_000;

interface Due {
  readonly id: string;
  readonly eventId: string;
  readonly payload: string;
  readonly attempts: number;
  readonly webhookId: string;
  readonly url: string;
  readonly encryptedSecret: string;
}

interface Attempt {
  readonly isDelivered: boolean;
  readonly isFinal: boolean;
  readonly responseStatus: number | null;
  readonly response: string;
  readonly durationMs: number;
}

/** The job that sends the webhook deliveries that are due, and sees to it that what failed is tried again. */
export async function sendWebhooks(context: Context, signal: AbortSignal): Promise<void> {
  let earliest: Date | null = null;
  while (!signal.aborted) {
    const lot = await takeDue(context);
    if (lot.length === 0) break;
    const retries = await Promise.all(
      lot.map(async (due) => finish(context, due, await attempt(context, due))),
    );
    for (const retry of retries) if (retry && (!earliest || retry < earliest)) earliest = retry;
  }
  if (earliest) await enqueue(context.db, 'send-webhooks', {}, earliest);
}

/** Takes due deliveries; they fall due again when this process does not say what became of them. */
async function takeDue({ db, clock }: Context): Promise<Due[]> {
  const now = clock();
  const { rows } = await db.execute(sql`
    WITH taken AS (
      UPDATE webhook_deliveries SET
        attempts = attempts + 1,
        due_at = ${new Date(now.getTime() + LEASE_MS).toISOString()}::timestamptz
      WHERE id IN (
        SELECT id FROM webhook_deliveries
        WHERE status = 'pending' AND due_at <= ${now.toISOString()}::timestamptz
        ORDER BY due_at LIMIT ${LOT} FOR UPDATE SKIP LOCKED
      )
      RETURNING id, webhook_id, event_id, payload, attempts
    )
    SELECT t.id, t.event_id AS "eventId", t.payload, t.attempts, w.id AS "webhookId", w.url,
           w.encrypted_secret AS "encryptedSecret"
    FROM taken t JOIN webhooks w ON w.id = t.webhook_id`);
  return rows as unknown as Due[];
}

/** Posts one delivery; anything but an answer 2xx is a failure. */
async function attempt({ config, secret, clock }: Context, due: Due): Promise<Attempt> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    const lock = { secret, name: lockName(due.webhookId) };
    const signed = { id: due.eventId, sentAt: clock(), body: due.payload };
    const signature = signatureHeaders(signed, decryptAtRest(due.encryptedSecret, lock).toString());
    const headers = { 'Content-Type': 'application/json', ...signature };
    const { status, body } = await post(due.url, { headers, body: due.payload }, config);
    const isDelivered = status >= 200 && status < 300;
    return { isDelivered, isFinal: false, responseStatus: status, response: body, durationMs: durationMs() };
  } catch (error) {
    return {
      isDelivered: false,
      isFinal: error instanceof AddressRefused,
      responseStatus: null,
      response: (error as Error).message,
      durationMs: durationMs(),
    };
  }
}

/** Writes down what became of an attempt. Gives the time of the next one when there is one. */
async function finish({ db, clock }: Context, { id, attempts }: Due, tried: Attempt): Promise<Date | null> {
  const now = clock();
  const isOver = tried.isDelivered || tried.isFinal || attempts >= MAX_ATTEMPTS;
  const status = tried.isDelivered ? 'delivered' : isOver ? 'failed' : 'pending';
  const next = isOver ? null : nextAttempt(attempts, now);
  await db.execute(sql`
    UPDATE webhook_deliveries SET
      status = ${status}, response_status = ${tried.responseStatus}, response = ${tried.response},
      duration_ms = ${tried.durationMs}, due_at = coalesce(${next?.toISOString() ?? null}::timestamptz, due_at),
      finished_at = ${isOver ? now.toISOString() : null}::timestamptz
    WHERE id = ${id} AND status = 'pending'`);
  return next;
}
