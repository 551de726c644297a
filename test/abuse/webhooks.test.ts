import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WEBHOOK_LIMITS } from '#shared/webhooks/calls.ts';
import { wakeOutbox } from '#test/support/emails.ts';
import { callFewAtOnce } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

let server: AttackedServer;
let honest: Person;
let mallory: Person;
let receiver: Receiver;
let tarpit: Tarpit;
beforeAll(async () => {
  server = await startAttackedServer({ WEBHOOKS_ALLOW_PRIVATE: 'true' });
  honest = await server.onboard('honest@example.org');
  mallory = await server.onboard('mallory@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver = await startReceiver();
  tarpit = await openTarpit();
});
afterEach(async () => {
  await deleteWebhooks();
  await tarpit[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** Again after a deadlock with a delivery that is being stored (PostgreSQL's 40P01). */
async function deleteWebhooks(): Promise<void> {
  try {
    await server.pool.query('DELETE FROM webhooks');
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01') throw error;
    await deleteWebhooks();
  }
}

interface Tarpit extends AsyncDisposable {
  readonly url: string;
  /** Connections that wait for a response now, and their maximum so far. */
  readonly open: Set<Socket>;
  most: number;
  /** Returns the number of its attempts. */
  taken: number;
}

/** Starts a receiver that accepts every connection and never responds. */
async function openTarpit(): Promise<Tarpit> {
  const open = new Set<Socket>();
  const listening = createServer((socket) => {
    open.add(socket);
    opened.taken += 1;
    opened.most = Math.max(opened.most, open.size);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const opened: Tarpit = {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`,
    open,
    most: 0,
    taken: 0,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      listening.close();
      await once(listening, 'close');
    },
  };
  return opened;
}

let count = 0;
async function createHook(by: Person, url: string): Promise<{ appId: string; webhookId: string }> {
  count += 1;
  const { app } = await by.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.hook${count}`,
    name: 'Hook',
  });
  const { webhook } = await by.call('webhooks.create', { appId: app.id, url });
  return { appId: app.id, webhookId: webhook.id };
}

/** Writes down events for a webhook as the store does, and wakes the job that sends them. */
async function addEvents(webhookId: string, events: number, age = '0 s') {
  await server.pool.query(
    `WITH logged AS (
       INSERT INTO webhook_deliveries (id, webhook_id, event_id, event, payload)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'version.submitted', '{}'
       FROM generate_series(1, $2::int) RETURNING id
     )
     INSERT INTO outbox (channel, webhook_id, target, due_at)
     SELECT 'webhook', $1, id, now() - $3::interval FROM logged`,
    [webhookId, events, age],
  );
  await wake();
}

const wake = () => wakeOutbox(server.pool, 'webhook');

describe('receivers that never respond', () => {
  test('do not delay others, and use few connections for any number of events', async () => {
    const { appId } = await createHook(mallory, tarpit.url);
    const tarpits: string[] = [];
    for (let made = 0; made < 9; made += 1) {
      tarpits.push(
        (await mallory.call('webhooks.create', { appId, url: `${tarpit.url}${made}` })).webhook.id,
      );
    }
    const other = await createHook(mallory, `${tarpit.url}other`);
    const { webhookId } = await createHook(honest, receiver.url);
    const load = await server.measure(async () => {
      for (const id of [...tarpits, other.webhookId]) await addEvents(id, 100, '1 hour');
      await expect.poll(() => tarpit.open.size).toBeGreaterThan(0);
      // Both those that were due before and those that come while the others hang.
      await addEvents(webhookId, 5);
      await expect.poll(() => receiver.received.length).toBe(5);
      expect(tarpit.open.size).toBeGreaterThan(0);
      await addEvents(webhookId, 5);
      await expect.poll(() => receiver.received.length).toBe(10);
    });
    expect(tarpit.most).toBeLessThanOrEqual(4);
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
  });

  test('delay their own further events while they fail', async () => {
    const { webhookId } = await createHook(mallory, 'http://127.0.0.1:1/');
    await addEvents(webhookId, 50);
    const failures = async () => {
      const { rows } = await server.pool.query(
        `SELECT failures, retry_at > now() + interval '1 minute' AS "isPaused",
           (SELECT sum(attempts)::int FROM webhook_deliveries WHERE webhook_id = $1) AS attempts
         FROM webhooks WHERE id = $1`,
        [webhookId],
      );
      return rows[0];
    };
    for (let failed = 1; failed < WEBHOOK_LIMITS.holdingAttempts; failed += 1) {
      await expect.poll(failures).toMatchObject({ failures: failed, attempts: failed });
      await server.pool.query('UPDATE outbox SET due_at = now() WHERE webhook_id = $1', [webhookId]);
      await server.pool.query('UPDATE webhooks SET retry_at = now() WHERE id = $1', [webhookId]);
      await wake();
    }
    // The next event is tried once, to learn whether the first one alone fails.
    await expect.poll(failures).toMatchObject({ failures: 6, attempts: 6, isPaused: true });
  });

  test('are turned off after days, which notifies their owners, until an owner turns them on', async () => {
    const { appId, webhookId } = await createHook(mallory, 'http://127.0.0.1:1/');
    await server.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'owner')`, [
      appId,
      honest.uid,
    ]);
    await server.pool.query('DELETE FROM notification_recipients');
    await server.pool.query(
      `UPDATE webhooks SET failures = 9, failing_since = now() - interval '${WEBHOOK_LIMITS.failingDays} days' WHERE id = $1`,
      [webhookId],
    );
    await addEvents(webhookId, 3);
    const webhook = async () => (await mallory.call('webhooks.list', { appId })).webhooks[0];
    await expect.poll(async () => (await webhook())?.disabledAt).not.toBeNull();
    const { deliveries } = await mallory.call('webhooks.deliveries', { webhookId });
    expect(deliveries.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    for (const owner of [mallory, honest]) {
      const { notifications } = await owner.call('notifications.list', {});
      expect(notifications).toMatchObject([{ title: 'Webhook turned off', data: { appId } }]);
    }

    const replayed = await mallory.tryCall('webhooks.replay', { deliveryId: deliveries[0]?.id });
    expect(replayed.error.message).toMatch(/turned off/);
    const stranger = await server.onboard('stranger@example.org');
    expect((await stranger.tryCall('webhooks.resume', { webhookId })).status).toBe(404);
    const { webhook: resumed } = await mallory.call('webhooks.resume', { webhookId });
    expect(resumed).toMatchObject({ id: webhookId, disabledAt: null, failingSince: null });
    await mallory.call('webhooks.resume', { webhookId });
    await mallory.call('webhooks.replay', { deliveryId: deliveries[0]?.id ?? '' });
  });
});

describe('redelivery', () => {
  test('is limited per webhook and per user', async () => {
    const replayer = await server.onboard('replayer@example.org');
    const { appId, webhookId } = await createHook(replayer, receiver.url);
    const seed = async (id: string) => {
      const deliveryId = randomUUID();
      await server.pool.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, event_id, event, payload, status)
         VALUES ($1, $2, $1, 'version.submitted', '{}', 'delivered')`,
        [deliveryId, id],
      );
      return deliveryId;
    };
    const replayUntilRejected = async (id: string) => {
      const deliveryId = await seed(id);
      const responses = await callFewAtOnce(80, () => replayer.tryCall('webhooks.replay', { deliveryId }));
      const rejected = responses.find(({ status }) => status === 429);
      expect(rejected?.error.message).toMatch(/Wait (1 hour|\d+ minutes?), then try again\.$/);
      return responses.filter(({ status }) => status === 200).length;
    };
    expect(await replayUntilRejected(webhookId)).toBe(WEBHOOK_LIMITS.replaysPerHour);
    const { webhook } = await replayer.call('webhooks.create', { appId, url: receiver.url });
    expect(await replayUntilRejected(webhook.id)).toBe(
      WEBHOOK_LIMITS.replaysPerPersonPerHour - WEBHOOK_LIMITS.replaysPerHour,
    );
  });
});

describe('test events', () => {
  test('are limited per webhook and per user', async () => {
    const tester = await server.onboard('tester@example.org');
    const { appId, webhookId } = await createHook(tester, receiver.url);
    let repeated = 0;
    const testUntilRejected = async (id: string) => {
      const responses = await callFewAtOnce(WEBHOOK_LIMITS.testsPerHour + 5, async () => {
        const response = await tester.tryCall('webhooks.sendTest', { webhookId: id });
        if (response.status === 503) repeated += 1;
        return response;
      });
      const rejected = responses.find(({ status }) => status === 429);
      expect(rejected?.error.message).toMatch(/Wait (1 hour|\d+ minutes?), then try again\.$/);
      return responses.filter(({ status }) => status === 200).length;
    };
    const addHook = async () =>
      (await tester.call('webhooks.create', { appId, url: receiver.url })).webhook.id;
    expect(await testUntilRejected(webhookId)).toBe(WEBHOOK_LIMITS.testsPerHour);
    expect(await testUntilRejected(await addHook())).toBe(
      WEBHOOK_LIMITS.testsPerPersonPerHour - WEBHOOK_LIMITS.testsPerHour,
    );
    // A call that a busy store failed and that was repeated may have posted before.
    expect(receiver.received.length).toBeGreaterThanOrEqual(WEBHOOK_LIMITS.testsPerPersonPerHour);
    expect(receiver.received.length).toBeLessThanOrEqual(WEBHOOK_LIMITS.testsPerPersonPerHour + repeated);
  });
});
