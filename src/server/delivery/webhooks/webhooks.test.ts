import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#shared/events.ts';
import { REJECTION_REASONS } from '#shared/reviews/reasons.ts';
import { type Listener, listen } from '#test/support/event-stream.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { type ReceivedPost, type Receiver, startReceiver } from '#test/support/receiver.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { tryToPost } from './webhook-channel.ts';

let server: TestServer;
let receiver: Receiver;
let admin: Person;
let owner: Person;
let app: OwnApp;
let appId: string;
beforeAll(async () => {
  receiver = await startReceiver();
  server = await startTestServer({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  admin = await server.admin();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

beforeEach(async () => {
  receiver.received.length = 0;
  receiver.statuses.length = 0;
  app = await createOwnApp(server);
  ({ owner, appId } = app);
});

const create = (data: { url?: string; events?: WebhookEvent[] } = {}) =>
  owner.call('webhooks.create', { appId, url: receiver.url, ...data });
const arrive = async (length: number) => {
  await expect.poll(() => receiver.received).toHaveLength(length);
};

function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}

describe('a webhook', () => {
  test('gets signed events about a version from its findings to its publication', async () => {
    const { webhook, secret } = await create();
    expect(webhook).toMatchObject({ appId, url: receiver.url });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { id: versionId } = await app.upload();
    await arrive(1);
    await owner.call('versions.submit', { versionId });
    await admin.call('reviews.approve', { versionId, note: 'Welcome.' });
    await arrive(4);
    const told = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    expect(told.map(({ type }) => type).sort()).toEqual([
      'version.approved',
      'version.findings',
      'version.published',
      'version.submitted',
    ]);
    expect(told.find(({ type }) => type === 'version.published')?.data).toMatchObject({
      app: { id: appId, platform: 'android', applicationId: app.applicationId, name: app.name },
      version: { id: versionId, status: 'published', versionCode: 1, decisionNote: 'Welcome.' },
    });
    for (const post of receiver.received) {
      expect(isSigned(post, secret)).toBe(true);
      expect(isSigned({ ...post, body: Buffer.from('{}') }, secret)).toBe(false);
      expect(post.headers['content-type']).toBe('application/json');
      const age = Date.now() / 1000 - Number(post.headers['webhook-timestamp']);
      expect(Math.abs(age)).toBeLessThan(600);
      expect(post.headers['webhook-id']).toBe(JSON.parse(post.body.toString()).id);
    }
  });

  test('gets only the chosen events, and the reason of a rejection', async () => {
    await create({ events: ['version.submitted'] });
    const { webhook } = await owner.call('webhooks.create', {
      appId,
      url: `${receiver.url}rejections`,
      events: ['version.rejected', 'version.rejected'],
    });
    expect(webhook.events).toEqual(['version.rejected']);
    const { id: versionId } = await app.upload();
    await owner.call('versions.submit', { versionId });
    await admin.call('reviews.reject', { versionId, reason: 'The icon is not yours.', reasons: ['rights'] });
    await arrive(2);
    const rejection = receiver.received.find(({ path }) => path === '/rejections');
    expect(JSON.parse(String(rejection?.body))).toMatchObject({
      type: 'version.rejected',
      data: {
        version: {
          decisionNote: 'The icon is not yours.',
          rejectionReasons: [{ id: 'rights', sentence: REJECTION_REASONS.rights.sentence }],
        },
      },
    });
  });

  test('gets the state of a release when it changes', async () => {
    await create({ events: ['release.halted', 'release.resumed'] });
    const { id: versionId } = await app.upload();
    await owner.call('versions.submit', { versionId, percentage: 10 });
    await admin.call('reviews.approve', { versionId });
    await owner.call('releases.halt', { versionId });
    await owner.call('releases.resume', { versionId });
    await arrive(2);
    const told = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    expect(told.find(({ type }) => type === 'release.halted')?.data.version.release).toEqual({
      track: 'stable',
      percentage: 10,
      isHalted: true,
      isRolledBack: false,
    });
    expect(told.find(({ type }) => type === 'release.resumed')?.data.version.release.isHalted).toBe(false);
  });

  test('that fails twice is retried with the same id, and its log has all attempts', async () => {
    const { webhook } = await create({ events: ['version.submitted'] });
    receiver.statuses.push(500, 302);
    const { id: versionId } = await app.upload();
    await owner.call('versions.submit', { versionId });
    await arrive(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/', '/', '/']);
    const log = () => owner.call('webhooks.deliveries', { webhookId: webhook.id });
    await expect.poll(async () => (await log()).deliveries[0]?.status).toBe('delivered');
    const { deliveries } = await log();
    expect(deliveries).toMatchObject([
      {
        webhookId: webhook.id,
        event: 'version.submitted',
        attempts: 3,
        responseStatus: 200,
        response: 'thank you',
        nextAttemptAt: null,
      },
    ]);
    expect(deliveries[0]?.payload).toBe(String(receiver.received[0]?.body));
  });

  test('has failed attempts in its log while it retries', async () => {
    const { webhook } = await create({ url: 'http://127.0.0.1:1/', events: ['version.submitted'] });
    const { id: versionId } = await app.upload();
    await owner.call('versions.submit', { versionId });
    const log = async () => (await owner.call('webhooks.deliveries', { webhookId: webhook.id })).deliveries;
    await expect.poll(async () => (await log())[0]?.attempts).toBeGreaterThan(0);
    await expect.poll(async () => (await log())[0]?.response).toContain('ECONNREFUSED');
    const [delivery] = await log();
    expect(delivery).toMatchObject({ status: 'pending', responseStatus: null, finishedAt: null });
    expect(delivery?.nextAttemptAt).not.toBeNull();
  });

  test('shows new deliveries and attempts to the members of its app at once', async () => {
    await create({ events: ['version.submitted'] });
    const stranger = await createOwnApp(server);
    const [mine, theirs] = [await listen(server.url, owner), await listen(server.url, stranger.owner)];
    const changes = ({ events }: Listener) =>
      events.filter(({ data }) => (data['areas'] as string[] | undefined)?.includes('webhooks'));
    await app.submit();
    await arrive(1);
    // It was queued, and delivered.
    await expect.poll(() => changes(mine)).toHaveLength(2);
    expect(changes(mine).map(({ data }) => data['appId'])).toEqual([appId, appId]);
    expect(changes(theirs)).toEqual([]);
    for (const listener of [mine, theirs]) listener.close();
  });

  test('gets an event again on request, as a new delivery', async () => {
    const { webhook } = await create({ events: ['version.submitted'] });
    const { id: versionId } = await app.upload();
    await owner.call('versions.submit', { versionId });
    const log = async () => (await owner.call('webhooks.deliveries', { webhookId: webhook.id })).deliveries;
    await expect.poll(async () => (await log())[0]?.status).toBe('delivered');
    const deliveries = await log();
    const deliveryId = deliveries[0]?.id ?? '';
    const { delivery } = await owner.call('webhooks.replay', { deliveryId });
    expect(delivery).toMatchObject({ status: 'pending', eventId: deliveries[0]?.eventId });
    expect(delivery.id).not.toBe(deliveryId);
    await arrive(2);
    expect(receiver.received[1]?.body).toEqual(receiver.received[0]?.body);
    const page = await owner.call('webhooks.deliveries', { webhookId: webhook.id, limit: 1 });
    expect(page.deliveries[0]?.id).toBe(delivery.id);
    expect(page.nextCursor).not.toBeNull();
  });

  test('gets a signed test event at once, whatever it subscribes to, and has it in its log', async () => {
    const { webhook, secret } = await create({ events: ['version.submitted'] });
    const { delivery } = await owner.call('webhooks.sendTest', { webhookId: webhook.id });
    expect(delivery).toMatchObject({
      webhookId: webhook.id,
      event: 'ping',
      status: 'delivered',
      attempts: 1,
      responseStatus: 200,
      response: 'thank you',
      durationMs: expect.any(Number),
      finishedAt: expect.any(String),
      nextAttemptAt: null,
    });
    const [post] = receiver.received;
    expect(post && isSigned(post, secret)).toBe(true);
    expect(post?.headers['webhook-id']).toBe(delivery.eventId);
    expect(JSON.parse(String(post?.body))).toEqual({
      id: delivery.eventId,
      type: 'ping',
      timestamp: delivery.createdAt,
      data: {
        app: { id: appId, platform: 'android', applicationId: app.applicationId, name: app.name },
        webhook: { id: webhook.id },
      },
    });
    const { deliveries } = await owner.call('webhooks.deliveries', { webhookId: webhook.id });
    expect(deliveries).toEqual([delivery]);
  });

  test('doesn’t get a test event again', async () => {
    const { webhook } = await create();
    const { delivery } = await owner.call('webhooks.sendTest', { webhookId: webhook.id });
    const { error } = await owner.tryCall('webhooks.replay', { deliveryId: delivery.id });
    expect(error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'Send a new test event instead.',
    });
    const { deliveries } = await owner.call('webhooks.deliveries', { webhookId: webhook.id });
    expect(deliveries).toEqual([delivery]);
  });

  test('that fails a test is neither tried again nor counted as failing, and a test works while it is off', async () => {
    const { webhook } = await create();
    receiver.statuses.push(500);
    const failed = await owner.call('webhooks.sendTest', { webhookId: webhook.id });
    expect(failed.delivery).toMatchObject({
      status: 'failed',
      responseStatus: 500,
      response: 'not today',
      nextAttemptAt: null,
    });
    expect((await owner.call('webhooks.list', { appId })).webhooks).toEqual([webhook]);
    await server.context.pool.query('UPDATE webhooks SET disabled_at = now(), failures = 9 WHERE id = $1', [
      webhook.id,
    ]);
    const { delivery } = await owner.call('webhooks.sendTest', { webhookId: webhook.id });
    expect(delivery.status).toBe('delivered');
    const [after] = (await owner.call('webhooks.list', { appId })).webhooks;
    expect(after?.disabledAt).not.toBeNull();
    const { rows } = await server.context.pool.query('SELECT FROM outbox WHERE webhook_id = $1', [
      webhook.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('whose receiver is not there says why a test failed', async () => {
    const { webhook } = await create({ url: 'http://127.0.0.1:1/' });
    const { delivery } = await owner.call('webhooks.sendTest', { webhookId: webhook.id });
    expect(delivery).toMatchObject({ status: 'failed', responseStatus: null });
    expect(delivery.response).toContain('ECONNREFUSED');
  });

  test('at a private address gets no test event, unless the operator allows such addresses', async () => {
    const { webhook } = await create();
    const { rows } = await server.context.pool.query(
      'SELECT encrypted_secret AS "encryptedSecret" FROM webhooks WHERE id = $1',
      [webhook.id],
    );
    const config = { ...server.context.config, webhooksAllowPrivate: false };
    const attempt = await tryToPost(
      { ...server.context, config },
      { ...rows[0], webhookId: webhook.id, eventId: 'event', payload: '{}', url: 'https://127.0.0.1/' },
    );
    expect(attempt).toMatchObject({ isDelivered: false, responseStatus: null });
    expect(attempt.response).toBe('Use a public Internet address. This one is private.');
  });

  test('that is deleted while a test waits for its response leaves no delivery', async () => {
    const { webhook } = await create();
    const responding = Promise.withResolvers<number>();
    receiver.statuses.push(responding.promise);
    const testing = owner.tryCall('webhooks.sendTest', { webhookId: webhook.id });
    await arrive(1);
    await owner.call('webhooks.delete', { webhookId: webhook.id });
    responding.resolve(200);
    expect((await testing).status).toBe(404);
  });

  test('that was deleted gets nothing', async () => {
    const { webhook } = await create();
    await owner.call('webhooks.delete', { webhookId: webhook.id });
    expect(await owner.call('webhooks.list', { appId })).toEqual({ webhooks: [] });
    await app.upload();
    const { rows } = await server.context.pool.query(
      'SELECT FROM webhook_deliveries WHERE webhook_id = $1 OR payload LIKE $2',
      [webhook.id, `%${appId}%`],
    );
    expect(rows).toEqual([]);
    expect(receiver.received).toEqual([]);
    expect((await owner.tryCall('webhooks.delete', { webhookId: webhook.id })).status).toBe(404);
  });

  test('never shows its secret again, and keeps it encrypted', async () => {
    const { webhook, secret } = await create();
    const { webhooks } = await owner.call('webhooks.list', { appId });
    expect(webhooks).toEqual([webhook]);
    expect(JSON.stringify(webhooks)).not.toContain(secret);
    const { rows } = await server.context.pool.query('SELECT * FROM webhooks WHERE id = $1', [webhook.id]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret.replace('whsec_', ''));
  });
});

describe('rejects', () => {
  test('another user’s app, also for admins', async () => {
    const { webhook } = await create();
    const stranger = await server.onboard();
    const attempts = [
      ['webhooks.create', { appId, url: receiver.url }],
      ['webhooks.list', { appId }],
      ['webhooks.delete', { webhookId: webhook.id }],
      ['webhooks.deliveries', { webhookId: webhook.id }],
      ['webhooks.replay', { deliveryId: 'none' }],
      ['webhooks.sendTest', { webhookId: webhook.id }],
    ] as const;
    for (const [name, data] of attempts) {
      expect((await stranger.tryCall(name, data)).status).toBe(404);
      expect((await server.nobody.tryCall(name, data)).status).toBe(401);
      expect((await admin.tryCall(name, data)).status).toBeGreaterThanOrEqual(403);
    }
  });

  test.each([
    [{ url: 'ftp://example.org/' }, 'url'],
    [{ url: 'example.org' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['version.exploded'] }, 'events.0'],
  ])('%j, naming %s', async (change, path) => {
    const response = await owner.tryCall('webhooks.create', {
      appId,
      url: 'https://example.org/',
      ...change,
    });
    expect(response.status).toBe(400);
    expect(response.error.details?.issues).toMatchObject([{ path }]);
  });

  test('an eleventh webhook', async () => {
    for (let made = 0; made < 10; made += 1) await create();
    const response = await owner.tryCall('webhooks.create', { appId, url: receiver.url });
    expect(response.error.status).toBe('RESOURCE_EXHAUSTED');
  });
});
