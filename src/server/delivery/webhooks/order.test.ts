import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { wakeOutbox } from '#test/support/emails.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import { PATIENCE_MS } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { type ReceivedPost, type Receiver, startReceiver } from '#test/support/receiver.ts';
import { setUpTestServer } from '#test/support/set-up.ts';
import { CHANNEL_DEFINITIONS } from '../channels.ts';
import { sendOutbox } from '../outbox/send-outbox.ts';
import { queueWebhookDeliveries } from './queue-deliveries.ts';

let owner: Person;
let appId: string;
let webhookId: string;
/** The statuses of the receiver's responses, by the event; 200 for others. */
const statuses = new Map<string, number>();
const server = setUpTestServer({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
let receiver: Receiver;

const eventOf = ({ headers }: ReceivedPost) => String(headers['webhook-id']);
const arrived = () => receiver.received.map(eventOf);

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver.statusOf = (post) => statuses.get(eventOf(post)) ?? 200;
  receiver.received.length = 0;
  statuses.clear();
  ({ owner, appId } = await createOwnApp(server));
  webhookId = (await owner.call('webhooks.create', { appId, url: receiver.url })).webhook.id;
});

/** Queues events of these names, each in a transaction of its own. */
async function queue(...names: string[]): Promise<void> {
  for (const eventId of names) {
    const delivery = { webhookId, eventId, event: 'version.submitted', payload: '{}' } as const;
    await server.context.db.transaction((tx) =>
      queueWebhookDeliveries(tx, [delivery], { appId, now: server.context.clock() }),
    );
  }
}

/** Lets the pauses of the webhook and its deliveries end, except for one that is being sent. */
async function endPauses(): Promise<void> {
  const { pool } = server.context;
  await pool.query(
    `UPDATE outbox o SET due_at = now() FROM webhook_deliveries d
     WHERE o.webhook_id = $1 AND d.id = o.target AND d.attempts = o.attempts`,
    [webhookId],
  );
  await pool.query('UPDATE webhooks SET retry_at = now() WHERE id = $1', [webhookId]);
  await wakeOutbox(pool, 'webhook');
}

async function attemptsAt(eventId: string): Promise<number> {
  const { rows } = await server.context.pool.query(
    'SELECT attempts FROM webhook_deliveries WHERE webhook_id = $1 AND event_id = $2',
    [webhookId, eventId],
  );
  return rows[0]?.attempts;
}

/** Returns whether the webhook pauses, and whether all its deliveries are due at the end of that. */
async function readPause(): Promise<object> {
  const { rows } = await server.context.pool.query(
    `SELECT w.retry_at > now() + interval '1 minute' AS "isPaused",
       (SELECT bool_and(due_at <= w.retry_at) FROM outbox WHERE webhook_id = w.id) AS "areDueThen"
     FROM webhooks w WHERE w.id = $1`,
    [webhookId],
  );
  return rows[0];
}

/** Lets attempts at an event fail until it has so many. */
async function fail(eventId: string, until: number): Promise<void> {
  for (let attempts = await attemptsAt(eventId); attempts < until; attempts += 1) {
    const tryAgain = async () => {
      const now = await attemptsAt(eventId);
      if (now <= attempts) await endPauses();
      return now;
    };
    await expect.poll(tryAgain, { interval: 300 }).toBeGreaterThan(attempts);
  }
}

describe('events of a webhook arrive in their order', () => {
  test('after the receiver rejected one once', async () => {
    statuses.set('1', 500);
    await queue('1', '2', '3');
    await expect.poll(() => attemptsAt('1')).toBe(1);
    statuses.clear();
    await expect.poll(arrived).toEqual(['1', '1', '2', '3']);
  });

  test('after the receiver was down for hours, also those that happened meanwhile', async () => {
    for (const event of ['1', '2', '3']) statuses.set(event, 503);
    await queue('1', '2');
    await fail('1', WEBHOOK_LIMITS.holdingAttempts + 3);
    await expect.poll(() => attemptsAt('2')).toBeGreaterThanOrEqual(3);
    await queue('3');
    // Nothing overtakes what waits for the end of the pause.
    await expect.poll(readPause).toEqual({ isPaused: true, areDueThen: true });
    const before = arrived().length;
    statuses.clear();
    await endPauses();
    await expect.poll(() => arrived().slice(before)).toEqual(['1', '2', '3']);
  });

  test('except for one that the receiver goes on rejecting: it holds the others back for some attempts', async () => {
    statuses.set('bad', 500);
    await queue('bad', '2', '3');
    await fail('bad', WEBHOOK_LIMITS.holdingAttempts - 1);
    expect(new Set(arrived())).toEqual(new Set(['bad']));
    await fail('bad', WEBHOOK_LIMITS.holdingAttempts);
    const others = () => arrived().filter((event) => event !== 'bad');
    await expect.poll(others).toEqual(['2', '3']);
    await queue('4');
    await expect.poll(others).toEqual(['2', '3', '4']);
    statuses.clear();
    await endPauses();
    await expect.poll(() => arrived().at(-1)).toBe('bad');
  });

  test('when several workers send them, each once and one at a time', async () => {
    const names = Array.from({ length: 30 }, (_, index) => String(index));
    let underway = 0;
    let most = 0;
    receiver.statusOf = async () => {
      underway += 1;
      most = Math.max(most, underway);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underway -= 1;
      return 200;
    };
    await queue(...names.slice(0, 10));
    const { signal } = new AbortController();
    const work = () => sendOutbox(server.context, CHANNEL_DEFINITIONS.webhook, signal);
    const working = Promise.all([work(), work(), work(), queue(...names.slice(10))]);
    await expect.poll(arrived, { timeout: PATIENCE_MS }).toHaveLength(names.length);
    await working;
    expect(arrived()).toEqual(names);
    expect(most).toBe(1);
  });
});
