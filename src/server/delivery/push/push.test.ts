import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { type ReceivedPost, type Receiver, startReceiver } from '#test/support/receiver.ts';
import { waitUntilAnnounced } from '#test/support/seed-users.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let service: Receiver;
let admin: Person;
let reader: Person;
beforeAll(async () => {
  service = await startReceiver();
  server = await startTestServer({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  admin = await server.admin();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

let count = 0;
beforeEach(async () => {
  count += 1;
  service.received.length = 0;
  reader = await server.onboard(`reader${count}@example.org`, 'browse');
});

/** A browser as far as push messages go (W3C Push API): its address at the push service, and its keys. */
interface Browser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly keys: ECDH;
  readonly auth: Buffer;
}

function openBrowser(name: string): Browser {
  const keys = createECDH('prime256v1');
  const auth = randomBytes(16);
  return {
    keys,
    auth,
    subscription: {
      endpoint: `${service.url}${name}-${count}`,
      keys: { p256dh: keys.generateKeys('base64url'), auth: auth.toString('base64url') },
    },
  };
}

/** Opens a message as a browser does: RFC 8291, section 4, and RFC 8188, section 2, for a single record. */
function decrypt({ body }: ReceivedPost, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const serverKey = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + serverKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), serverKey]);
  const input = hkdfSync('sha256', keys.computeSecret(serverKey), auth, info, 32);
  const key = hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', Buffer.from(input), salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** Checks the signature of RFC 8292, and gives what it claims. */
function readVapid({ headers }: ReceivedPost, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const [head, claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

const announce = (title: string) =>
  admin.call('notifications.announce', { title, message: 'The store rests.', userIds: [reader.uid] });
const arrive = async (length: number) => {
  await expect.poll(() => service.received).toHaveLength(length);
};
const announceAndWait = async (title: string) => {
  const { announcementId } = await announce(title);
  await waitUntilAnnounced(server.context.pool, announcementId);
};
const countSubscriptions = async () => {
  const { rows } = await server.context.pool.query(
    'SELECT count(*)::int AS count FROM push_subscriptions WHERE uid = $1',
    [reader.uid],
  );
  return rows[0].count;
};

test('a message reaches each browser once, encrypted for it and signed by the store', async () => {
  const { publicKey } = await reader.call('push.publicKey', {});
  expect(await admin.call('push.publicKey', {})).toEqual({ publicKey });
  const browsers = [openBrowser('laptop'), openBrowser('phone')] as const;
  for (const { subscription } of browsers) {
    await reader.call('push.subscribe', subscription);
    await reader.call('push.subscribe', subscription);
  }
  await announce('Maintenance');
  await arrive(2);
  const id = (await reader.call('notifications.list', {})).notifications[0]?.id;
  for (const browser of browsers) {
    const post = service.received.find(({ path }) => browser.subscription.endpoint.endsWith(path));
    if (!post) throw new Error('one browser got no message');
    expect(JSON.parse(decrypt(post, browser))).toEqual({
      id,
      title: 'Maintenance',
      message: 'The store rests.',
      url: `${server.context.config.publicUrl}dashboard`,
    });
    expect(post.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(Number(post.headers.ttl)).toBeGreaterThan(0);
    const claims = readVapid(post, publicKey);
    expect(claims.aud).toBe(new URL(service.url).origin);
    expect(claims.sub).toMatch(/^mailto:/);
    expect(Number(claims.exp) * 1000).toBeGreaterThan(Date.now());
  }
});

test('the private key is encrypted at rest, and shared by all servers', async () => {
  const { rows } = await server.context.pool.query("SELECT * FROM store_keys WHERE purpose = 'push'");
  expect(rows).toHaveLength(1);
  const encrypted = Buffer.from(rows[0].encrypted_private_key, 'base64');
  // 43 characters of base64url between a nonce of 12 bytes and a tag of 16.
  expect(encrypted).toHaveLength(12 + 16 + 43);
});

test.each([404, 410])('a subscription that has ended (%d) is deleted', async (status) => {
  await reader.call('push.subscribe', openBrowser('gone').subscription);
  service.statuses.push(status);
  await announce('Are you there?');
  await expect.poll(countSubscriptions).toBe(0);
  expect(service.received).toHaveLength(1);
});

test('a push service that fails gets the message again', async () => {
  await reader.call('push.subscribe', openBrowser('patient').subscription);
  service.statuses.push(503);
  await announce('Later');
  await arrive(2);
  expect(await countSubscriptions()).toBe(1);
  expect(service.received[1]?.headers.topic).toBe(service.received[0]?.headers.topic);
});

test('nothing is pushed to users who switched it off, or unsubscribed', async () => {
  const quiet = openBrowser('quiet');
  await reader.call('push.subscribe', quiet.subscription);
  await reader.call('notifications.updatePreferences', { muted: ['systemAnnouncements.push'] });
  await announceAndWait('Muted');
  await reader.call('notifications.updatePreferences', { muted: [], push: false });
  await announceAndWait('Off');
  await reader.call('notifications.updatePreferences', { push: true });
  await reader.call('push.unsubscribe', { endpoint: quiet.subscription.endpoint });
  await announceAndWait('Unsubscribed');
  expect(await reader.call('notifications.countUnread', {})).toEqual({ count: 3 });
  const { rows } = await server.context.pool.query("SELECT FROM outbox WHERE uid = $1 AND channel = 'push'", [
    reader.uid,
  ]);
  expect(rows).toEqual([]);
});

test('a browser belongs to the user who subscribed it last', async () => {
  const shared = openBrowser('shared');
  const other = await server.onboard(`other${count}@example.org`, 'browse');
  await reader.call('push.subscribe', shared.subscription);
  await other.call('push.subscribe', shared.subscription);
  expect(await countSubscriptions()).toBe(0);
  await reader.call('push.unsubscribe', { endpoint: shared.subscription.endpoint });
  const { rows } = await server.context.pool.query('SELECT FROM push_subscriptions WHERE uid = $1', [
    other.uid,
  ]);
  expect(rows).toHaveLength(1);
});

test.each([
  [{ endpoint: 'ftp://push.example/1' }, 'endpoint'],
  [{ endpoint: 'x' }, 'endpoint'],
  [{ keys: { p256dh: 'short', auth: 'A'.repeat(22) } }, 'keys.p256dh'],
  [{ keys: { p256dh: 'B'.repeat(87), auth: 'short' } }, 'keys.auth'],
])('the subscription %j is rejected, naming %s', async (change, path) => {
  const { subscription } = openBrowser('odd');
  const response = await reader.tryCall('push.subscribe', { ...subscription, ...change });
  expect(response.status).toBe(400);
  expect(response.error.details?.issues).toMatchObject([{ path }]);
});

test('keys that are not on the curve fail without a retry', async () => {
  const { subscription } = openBrowser('off-curve');
  await reader.call('push.subscribe', {
    ...subscription,
    keys: { ...subscription.keys, p256dh: 'B'.repeat(87) },
  });
  await announce('Unreadable');
  const outcome = async () => {
    const { rows } = await server.context.pool.query(
      "SELECT status, attempts FROM outbox WHERE uid = $1 AND channel = 'push'",
      [reader.uid],
    );
    return rows;
  };
  await expect.poll(outcome).toEqual([{ status: 'failed', attempts: 1 }]);
});

test('only signed-in users can subscribe, with public addresses and a maximum of browsers', async () => {
  const { subscription } = openBrowser('many');
  expect((await server.nobody.tryCall('push.subscribe', subscription)).status).toBe(401);
  expect((await server.nobody.tryCall('push.publicKey', {})).status).toBe(401);
  for (let made = 0; made < 20; made += 1) {
    await reader.call('push.subscribe', openBrowser(`number-${made}`).subscription);
  }
  const response = await reader.tryCall('push.subscribe', subscription);
  expect(response.error.status).toBe('RESOURCE_EXHAUSTED');

  await using strict = await startTestServer();
  const person = await strict.signUp('strict@example.org');
  const rejected = await person.tryCall('push.subscribe', subscription);
  expect(rejected.error.status).toBe('FAILED_PRECONDITION');
});
