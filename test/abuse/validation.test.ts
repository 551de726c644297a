import { beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '#shared/calls.ts';
import { setUpPerson, setUpServer } from '#test/support/set-up.ts';
import { REJECTED, sendRawAs } from './raw-calls.ts';
import { MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

/** The maximum size of an error response, whatever was sent. */
const MAX_RESPONSE_BYTES = 16 * 1024;

const server = setUpServer(() => startAttackedServer());
const admin = setUpPerson(() => server.admin());
const send = sendRawAs(admin);
const publisher = setUpPerson(() => server.onboard('publisher@people.example'));
let appId: string;
beforeAll(async () => {
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.tides',
    name: 'Tides',
  });
  appId = app.id;
});

describe('a body full of mistakes', () => {
  /** As many values as fit into the largest body. */
  const fill = (value: string) => `[${Array(Math.floor(1_040_000 / (value.length + 1))).fill(value)}]`;
  const entries = (count: number, value: string) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}":${value}`)}}`;

  test.each<[string, CallName, () => string]>([
    ['numbers', 'notifications.announce', () => `{"title":"x","message":"x","userIds":${fill('1')}}`],
    ['objects', 'settings.update', () => `{"settings":{"categories":${fill('{}')}}}`],
    ['as many as are allowed', 'announcements.countAudience', () => `{"userIds":[${Array(10_000).fill(1)}]}`],
    ['tags', 'apps.updateDetails', () => `{"appId":"x","revision":1,"details":{"tags":${fill('1')}}}`],
    ['events', 'webhooks.create', () => `{"appId":"x","url":"https://example.org","events":${fill('0')}}`],
    ['rules', 'settings.update', () => `{"settings":{"rules":${entries(90_000, '1')}}}`],
    ['files', 'apps.importListing', () => `{"appId":"x","files":${entries(90_000, '1')}}`],
    ['unknown fields', 'notifications.updatePreferences', () => entries(90_000, '1')],
    ['lists within lists', 'users.me', () => `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    ['objects within objects', 'users.me', () => `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
    ['one long text', 'users.list', () => `{"query":"${'a'.repeat(1_040_000)}"}`],
    [
      'one long address',
      'members.invite',
      () => `{"appId":"x","role":"viewer","email":"${'a.'.repeat(500_000)}"}`,
    ],
    [
      'one long id',
      'apps.create',
      () => `{"platform":"ios","name":"x","applicationId":"${'a.'.repeat(500_000)}"}`,
    ],
  ])('of %s costs little and gets a short response', async (_what, name, data) => {
    const body = `{"data":${data()}}`;
    let response: Awaited<ReturnType<typeof send>> | undefined;
    const load = await server.measure(async () => {
      response = await send(name, body);
    });
    expect(response).toMatchObject(REJECTED);
    expect(response?.size).toBeLessThan(MAX_RESPONSE_BYTES);
    expect(response?.error?.details.issues?.length).toBeLessThanOrEqual(20);
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
  });

  test('lists twenty problems, counts the others, and repeats no input', async () => {
    const { error } = await send(
      'announcements.countAudience',
      `{"data":{"userIds":[${Array(100).fill(1)}]}}`,
    );
    expect(error?.details.issues).toHaveLength(20);
    expect(error?.details.more).toBe(80);
    expect(error?.message).toMatch(/^userIds\.0: .* And 97 more problems\.$/);
  });
});

describe('text that databases cannot store', () => {
  test.each([
    ['NUL', String.raw`\u0000`],
    ['a high surrogate alone', String.raw`\ud800`],
    ['a low surrogate alone', String.raw`x\udfffx`],
    ['surrogates in the wrong order', String.raw`\udc00\ud800`],
  ])('%s is rejected, in values and in names', async (_what, hostile) => {
    expect(await send('users.list', `{"data":{"query":"${hostile}"}}`)).toMatchObject({
      ...REJECTED,
      error: { details: { issues: [{ path: 'query' }] } },
    });
    expect(
      await send('settings.update', `{"data":{"settings":{"rules":{"${hostile}":"off"}}}}`),
    ).toMatchObject(REJECTED);
    expect(await send('users.me', `{"data":{"unknown":["${hostile}"]}}`)).toMatchObject(REJECTED);
  });

  test('a pair of surrogates is accepted', async () => {
    expect(await send('users.list', String.raw`{"data":{"query":"\ud83d\ude00"}}`)).toMatchObject({
      status: 200,
    });
  });

  test.each([
    'files/%00',
    'files/a%00b',
    'uploads/%00',
    'icons/%00',
    'graphics/%00',
    'avatars/%00',
    'fdroid/repo/%00',
    'fdroid/repo/org.example/en-US/%00',
    'fdroid/repo/%00/en-US/phoneScreenshots/x.png',
    'us-central1/%00',
    '%00',
    'files/%ff',
    'files/%',
  ])('%s is no address', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PATCH']) {
      const { status } = await admin.fetch(path, { method });
      expect([404, 400], `${method} ${path}`).toContain(status);
    }
  });

  test.each([
    'graphics/x/en-US%00/icon',
    'graphics/%00/en-US/icon',
    'avatars?x=%00&y=0&size=1',
    'unsubscribe?token=%00',
  ])('%s is rejected', async (path) => {
    const response = await admin.fetch(path, { method: 'POST', body: 'x' });
    expect([400, 404]).toContain(response.status);
  });

  test.each([
    ['sign-in/email', { email: 'a\0@example.org', password: 'x' }],
    ['sign-in/email', { email: 'a@example.org', password: 'x\0' }],
    ['sign-up/email', { email: 'nul@example.org', password: 'a long enough passphrase', name: 'x\0' }],
    ['sign-up/email', { email: 'odd@example.org', password: 'a long enough passphrase', name: '\ud800' }],
    ['request-password-reset', { email: 'a@example.org\0' }],
    ['send-verification-email', { email: 'a@example.org\0' }],
    ['reset-password', { newPassword: 'a long enough passphrase', token: 'x\0' }],
    ['passkey/verify-authentication', { response: { id: 'x\0' } }],
    ['two-factor/verify-totp', { code: '\0' }],
  ])('auth/%s rejects %j', async (path, body) => {
    const response = await fetch(`${server.url}auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: new URL(server.url).origin },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('') });
  });

  test('auth/sign-in/email rejects form data', async () => {
    const response = await fetch(`${server.url}auth/sign-in/email`, {
      method: 'POST',
      headers: { Origin: new URL(server.url).origin },
      body: new URLSearchParams({ email: 'a@example.org\0', password: 'x' }),
    });
    expect(response.status).toBe(415);
  });
});

describe('values outside of every range', () => {
  const encode = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const hostile = [
    encode('+275760-09-13T00:00:00.000Z', 'x'),
    encode('-271821-04-20T00:00:00.000Z', 'x'),
    encode('-000001-01-01T00:00:00.000Z', 'x'),
    encode('2026-01-01T00:00:00.000Z', 'x\0'),
    encode('2026-01-01T00:00:00.000Z', '\ud800'),
    encode('2026-01-01T00:00:00.000Z', {}),
    encode('newest', '+275760-09-13T00:00:00.000Z', 'x'),
    encode('newest', '2026-01-01T00:00:00.000Z', 'x\0'),
    encode('name', 'x\0', 'x'),
    encode(),
    encode({ length: 2 }),
    Buffer.from('null').toString('base64url'),
    '9'.repeat(15),
    '',
    'x',
  ];

  test.each<[CallName, object]>([
    ['apps.list', { scope: 'all' }],
    ['apps.list', { scope: 'all', sort: 'name' }],
    ['users.list', {}],
    ['users.list', { publishing: 'waiting' }],
    ['reviews.queue', {}],
    ['announcements.list', {}],
    ['notifications.list', {}],
  ])('cursors of %s %j are rejected', async (name, rest) => {
    for (const cursor of hostile) {
      const { status, error } = await admin.tryCall(name, { ...rest, cursor });
      expect({ cursor, status, code: error?.status }).toEqual({
        cursor,
        status: 400,
        code: 'INVALID_ARGUMENT',
      });
    }
  });

  test.each<[CallName, object]>([
    ['releases.schedule', { versionId: 'x', publication: { kind: 'scheduled', at: '9999-12-31T23:59:59Z' } }],
    ['releases.schedule', { versionId: 'x', publication: { kind: 'scheduled', at: '0001-01-01T00:00:00Z' } }],
    [
      'releases.schedule',
      { versionId: 'x', publication: { kind: 'scheduled', at: `2030-01-01T00:00:00.${'1'.repeat(30)}Z` } },
    ],
    ['audit.list', { from: '0000-01-01T00:00:00Z' }],
    ['audit.list', { to: '9999-12-31T23:59:59.999Z' }],
    ['audit.list', { cursor: '999999999999999999999' }],
    ['apps.updateListing', { appId: 'x', locale: 'de', listing: { name: 'x' }, revision: 2 ** 31 }],
    ['apps.updateDetails', { appId: 'x', details: {}, revision: -(2 ** 31) - 1 }],
    ['apps.downloads', { days: 1e300 }],
    ['versions.create', { appId: 'x', fileName: 'x', size: 2 ** 53 }],
  ])('%s rejects %j', async (name, data) => {
    expect(await admin.tryCall(name, data)).toMatchObject(REJECTED);
  });

  test('numbers that JSON allows but cannot be represented are rejected', async () => {
    expect(await send('users.list', '{"data":{"limit":1e999}}')).toMatchObject(REJECTED);
    expect(await send('users.list', '{"data":{"limit":-1e999}}')).toMatchObject(REJECTED);
  });
});

describe('null', () => {
  test('for an optional field means absent, as stock clients send it', async () => {
    expect(
      await send('users.list', '{"data":{"query":null,"cursor":null,"limit":null,"role":null}}'),
    ).toMatchObject({ status: 200 });
    const details = await publisher.tryCall('apps.updateDetails', {
      appId,
      revision: 1,
      details: { category: null, license: 'MIT' },
    });
    expect(details).toMatchObject({ status: 200, result: { details: { category: '', license: 'MIT' } } });
  });

  test('is kept for a nullable field, and rejected for a required one', async () => {
    const profile = await publisher.tryCall('users.updateProfile', { language: 'de', developerName: null });
    expect(profile.result.user.language).toBe('de');
    expect(
      (await publisher.tryCall('users.updateProfile', { language: null })).result.user.language,
    ).toBeNull();
    expect(await publisher.tryCall('users.updateProfile', { developerName: null })).toMatchObject(REJECTED);
    expect(await publisher.tryCall('apps.get', { appId: null })).toMatchObject(REJECTED);
  });
});
