import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { LEAK_REPORTS_PER_HOUR, TOKEN_REQUESTS_PER_MINUTE } from '#shared/tokens/calls.ts';
import { callAsProgram } from '#test/support/call-as-program.ts';
import { awaitEmail } from '#test/support/emails.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { TokenLimiter } from '../token-limiter.ts';
import { createTokenSecret } from '../token-secret.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

let server: TestServer;
let owner: Person;
let appId: string;
let next = 0;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  next += 1;
  owner = await server.onboard(`owner${next}@example.org`);
  appId = await createApp(owner, `org.example.app${next}`);
});
afterAll(() => server[Symbol.asyncDispose]());

async function createApp(person: Person, applicationId: string): Promise<string> {
  const { app } = await person.call('apps.create', { platform: 'android', applicationId, name: 'App' });
  return app.id;
}

const create = async (input: Partial<CallInput<'tokens.create'>> = {}) =>
  owner.call('tokens.create', { name: 'CI', scopes: ['read', 'upload'], ...input });

const callWith = (secret: string | null, name: string, data: object) =>
  callAsProgram(server, secret, { name, data });

const report = (token: string) => callWith(null, 'tokens.reportLeak', { token });

test('a program ends its own token, as a leak is not reported', async () => {
  const { secret, token } = await create();
  const end = () => callWith(null, 'tokens.revokeItself', { token: secret });
  expect((await end()).result).toEqual({ revoked: true });
  expect((await end()).result).toEqual({ revoked: false });
  expect((await callWith(secret, 'apps.list', { scope: 'mine' })).status).toBe(401);
  const { rows } = await server.context.pool.query(
    `SELECT event FROM audit_events WHERE details->>'tokenId' = $1 ORDER BY event`,
    [token.id],
  );
  expect(rows).toEqual([{ event: 'token.created' }, { event: 'token.revoked' }]);
});

describe('a new token', () => {
  test('shows its secret once, and only its hash is stored', async () => {
    const { token, secret } = await create();
    expect(secret).toMatch(/^qs_[0-9A-Za-z]{42}$/);
    expect(token).toMatchObject({
      name: 'CI',
      scopes: ['read', 'upload'],
      appIds: null,
      hint: secret.slice(0, 7),
      expired: false,
      lastUsedAt: null,
    });
    const days = (Date.parse(token.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const { rows } = await server.context.pool.query(
      'SELECT * FROM api_tokens t, audit_events e WHERE t.id = $1',
      [token.id],
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice(8));
    expect(await owner.call('tokens.list', {})).toEqual({ tokens: [token] });
    expect(JSON.stringify(await owner.call('tokens.list', {}))).not.toContain(secret.slice(8));
  });

  test('may last until it is revoked', async () => {
    expect((await create({ expiresInDays: null })).token.expiresAt).toBeNull();
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['admin'] }, 'scopes.0'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ expiresInDays: 366 }, 'expiresInDays'],
    [{ appIds: [] }, 'appIds'],
  ])('%j is rejected', async (input, path) => {
    const response = await owner.tryCall('tokens.create', { name: 'CI', scopes: ['read'], ...input });
    expect(response.status).toBe(400);
    expect(response.error.details?.issues).toMatchObject([{ path }]);
  });

  test("cannot be created for another user's app", async () => {
    const stranger = await server.onboard(`stranger${next}@example.org`);
    const response = await stranger.tryCall('tokens.create', {
      name: 'CI',
      scopes: ['read'],
      appIds: [appId],
    });
    expect(response.status).toBe(404);
  });

  test('is rejected beyond fifty', async () => {
    await server.context.pool.query(
      `INSERT INTO api_tokens (id, owner_uid, name, scopes, secret_hash, hint)
       SELECT $1 || n, $1, 'x', '{}', $1 || n, 'qs_' FROM generate_series(1, 50) n`,
      [owner.uid],
    );
    const response = await owner.tryCall('tokens.create', { name: 'CI', scopes: ['read'] });
    expect(response.error.details).toEqual({ reason: 'too-many-tokens', sentence: expect.any(Array) });
  });
});

describe('a program with a token', () => {
  test('makes the calls of its scopes, and its last use is recorded', async () => {
    const { token, secret } = await create();
    expect((await callWith(secret, 'apps.list', { scope: 'mine' })).result.apps).toMatchObject([
      { id: appId },
    ]);
    const created = await callWith(secret, 'apps.create', {
      platform: 'ios',
      applicationId: `org.example.by.token${next}`,
      name: 'By token',
    });
    expect(created.status).toBe(200);
    const [listed] = (await owner.call('tokens.list', {})).tokens;
    expect(listed?.id).toBe(token.id);
    expect(Date.now() - Date.parse(listed?.lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('gets the missing scope in the error', async () => {
    const { secret } = await create({ scopes: ['read'] });
    const rejected = await callWith(secret, 'versions.create', { appId, fileName: 'a.apk', size: 1 });
    expect([rejected.status, rejected.error.status]).toEqual([403, 'PERMISSION_DENIED']);
    expect(rejected.error.message).toBe('This API token lacks the scope upload. Create one that has it.');
    expect(rejected.error.details).toEqual({ reason: 'scope', scope: 'upload', sentence: expect.any(Array) });
  });

  test.each([
    ['users.me', {}],
    ['tokens.list', {}],
    ['tokens.create', { name: 'More', scopes: ['upload'] }],
    ['sessions.list', {}],
    ['sessions.reauthenticate', { password: 'x' }],
    ['account.delete', { email: 'x' }],
    ['notifications.list', {}],
    ['settings.update', { settings: {} }],
  ])('cannot call %s, and gets the reason', async (name, data) => {
    const { secret } = await create();
    const rejected = await callWith(secret, name, data);
    expect([rejected.status, rejected.error.status]).toEqual([403, 'PERMISSION_DENIED']);
    expect(rejected.error.message).toMatch(/^API tokens can’t do this/);
  });

  test('uploads with its scope, and not without', async () => {
    const { secret } = await create();
    const { result } = await callWith(secret, 'versions.create', { appId, fileName: 'a.apk', size: 10 });
    const ask = (bearer: string) =>
      fetch(result.upload.url, {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${bearer}`, 'Tus-Resumable': '1.0.0' },
      });
    expect((await ask(secret)).headers.get('upload-offset')).toBe('0');
    expect((await ask((await create({ scopes: ['read'] })).secret)).status).toBe(403);
  });

  test('limited to one app sees no other and creates none', async () => {
    const other = await createApp(owner, `org.example.other${next}`);
    const { secret } = await create({ appIds: [other] });
    expect((await callWith(secret, 'apps.list', { scope: 'mine' })).result.apps).toMatchObject([
      { id: other },
    ]);
    const only = async (id: string) => callWith(secret, 'apps.list', { scope: 'mine', appId: id });
    expect((await only(other)).result.apps).toMatchObject([{ id: other }]);
    expect((await only(appId)).result.apps).toEqual([]);
    expect((await callWith(secret, 'apps.get', { appId: other })).status).toBe(200);
    expect((await callWith(secret, 'apps.get', { appId })).status).toBe(404);
    expect((await callWith(secret, 'versions.create', { appId, fileName: 'a.apk', size: 1 })).status).toBe(
      404,
    );
    const created = await callWith(secret, 'apps.create', {
      platform: 'ios',
      applicationId: `org.example.not${next}`,
      name: 'Not',
    });
    expect(created.status).toBe(403);
    const usage = await callWith(secret, 'account.usage', {});
    expect([usage.status, usage.error.details]).toMatchObject([403, { reason: 'limited-token' }]);
    expect((await callWith((await create()).secret, 'account.usage', {})).status).toBe(200);
  });

  test('has no more rights than its owner has now', async () => {
    const { secret } = await create();
    const admin = await server.admin();
    await admin.call('users.setRole', { uid: owner.uid, role: 'user' });
    const rejected = await callWith(secret, 'versions.create', { appId, fileName: 'a.apk', size: 1 });
    expect(rejected.status).toBe(403);
    expect((await callWith(secret, 'reviews.queue', {})).status).toBe(403);
  });
});

/** Returns a short form of the response to a program with this token. */
async function rejectionOf(secret: string): Promise<string> {
  const { status, error } = await callWith(secret, 'apps.list', { scope: 'mine' });
  return `${status} ${error?.message}`;
}

describe('a token no longer works', () => {
  test('once it is revoked', async () => {
    const { token, secret } = await create();
    await owner.call('tokens.revoke', { tokenId: token.id });
    expect(await rejectionOf(secret)).toMatch(/^401 .*was revoked/);
    expect((await owner.tryCall('tokens.revoke', { tokenId: token.id })).status).toBe(404);
  });

  test('once all are revoked', async () => {
    const secrets = [(await create()).secret, (await create()).secret];
    expect(await owner.call('tokens.revokeAll', {})).toEqual({ count: 2 });
    for (const secret of secrets) expect(await rejectionOf(secret)).toMatch(/^401 .*was revoked/);
    expect(await owner.call('tokens.list', {})).toEqual({ tokens: [] });
  });

  test('once it has expired', async () => {
    const { token, secret } = await create();
    await server.context.pool.query(
      `UPDATE api_tokens SET expires_at = now() - interval '1 minute' WHERE id = $1`,
      [token.id],
    );
    expect(await rejectionOf(secret)).toMatch(/^401 .*has expired/);
    expect((await owner.call('tokens.list', {})).tokens).toMatchObject([{ expired: true }]);
  });

  test('while its owner is suspended', async () => {
    const { secret } = await create();
    const admin = await server.admin();
    await admin.call('users.suspend', { uid: owner.uid, reason: 'Spam.' });
    expect(await rejectionOf(secret)).toMatch(/^403 .*This account is suspended: Spam\./);
    await admin.call('users.suspend', { uid: owner.uid, reason: 'Cleared.', suspended: false });
    expect((await callWith(secret, 'apps.list', { scope: 'mine' })).status).toBe(200);
  });

  test('when it was never created', async () => {
    expect(await rejectionOf(createTokenSecret())).toMatch(/^401 .*isn’t valid/);
  });

  test.each(['qs_', 'qs_x', `qs_${'A'.repeat(42)}`, `qs_${'A'.repeat(5000)}`])(
    'when its checksum is wrong: %.12s',
    async (secret) => {
      expect(await rejectionOf(secret)).toMatch(/^401 .*checksum is wrong/);
    },
  );

  test('over the limit of requests per minute, with the time to wait in headers', async () => {
    const { token, secret } = await create();
    const count = vi.spyOn(TokenLimiter.prototype, 'count');
    const ask = () =>
      fetch(`${server.url}us-central1/apps.list`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ data: { scope: 'mine', limit: 1 } }),
      });
    const first = await ask();
    expect(first.headers.get('ratelimit-policy')).toBe(`"token";q=${TOKEN_REQUESTS_PER_MINUTE};w=60`);
    expect(first.headers.get('ratelimit')).toBe(`"token";r=${TOKEN_REQUESTS_PER_MINUTE - 1};t=60`);
    // Without requests, because a slow machine may make too few of them in a minute.
    const limiter = count.mock.contexts.find((one) => one instanceof TokenLimiter);
    for (let made = 0; made < TOKEN_REQUESTS_PER_MINUTE; made += 1) limiter?.count(token.id);
    const rejected = await ask();
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('ratelimit')).toMatch(/^"token";r=0;t=\d+$/);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejected.json()).toMatchObject({ error: { details: { reason: 'too-many-requests' } } });
  });

  test('is revoked only by its owner', async () => {
    const { token, secret } = await create();
    const stranger = await server.onboard(`other${next}@example.org`);
    expect((await stranger.tryCall('tokens.revoke', { tokenId: token.id })).status).toBe(404);
    expect(await stranger.call('tokens.revokeAll', {})).toEqual({ count: 0 });
    expect((await callWith(secret, 'apps.list', { scope: 'mine' })).status).toBe(200);
  });
});

describe('a leaked token', () => {
  test('is revoked by anybody who has it, and its owner is notified', async () => {
    const { token, secret } = await create({ name: 'Nightly' });
    expect((await report(secret)).result).toEqual({ revoked: true });
    expect((await callWith(secret, 'apps.list', { scope: 'mine' })).status).toBe(401);
    expect((await report(secret)).result).toEqual({ revoked: false });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications[0]).toMatchObject({
      title: 'A leaked API token was revoked',
      data: { part: 'api' },
    });
    const email = await awaitEmail(server, owner.email, /A leaked API token was revoked/);
    expect(email.body).toContain(`${server.url}dashboard/api`);
    expect(notifications[0]?.message).toContain('“Nightly”');
    const admin = await server.admin();
    const { entries } = await admin.call('audit.list', { event: 'token.leaked' });
    expect(entries[0]).toMatchObject({
      actorUid: null,
      subjectUid: owner.uid,
      details: { tokenId: token.id },
    });
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test.each(['qs_x', 'AKIAIOSFODNN7EXAMPLE', ''])('must be one: “%s” is rejected', async (text) => {
    const { status, error } = await report(text);
    expect([status, error.details.issues]).toMatchObject([400, [{ path: 'token' }]]);
  });

  test('cannot be guessed: a network reports a limited number', async () => {
    let last = await report(createTokenSecret());
    for (let reported = 0; reported < LEAK_REPORTS_PER_HOUR && last.status === 200; reported += 1) {
      last = await report(createTokenSecret());
    }
    expect([last.status, last.error.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
  });
});

describe('staff', () => {
  test('see the tokens of a user without their secrets, and revoke one with a reason', async () => {
    const { token, secret } = await create({ name: 'Nightly' });
    await callWith(secret, 'apps.list', { scope: 'mine' });
    const admin = await server.admin();
    const { tokens } = await admin.call('tokens.listOfUser', { uid: owner.uid });
    expect(tokens).toMatchObject([
      { id: token.id, name: 'Nightly', lastUsedFrom: expect.stringMatching(/^127\./) },
    ]);
    expect(JSON.stringify(tokens)).not.toContain(secret.slice(8));
    await admin.call('tokens.revokeByStaff', { tokenId: token.id, reason: 'It was in a public log.' });
    expect((await callWith(secret, 'apps.list', { scope: 'mine' })).status).toBe(401);
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications[0]?.message).toContain('It was in a public log.');
    const again = await admin.tryCall('tokens.revokeByStaff', { tokenId: token.id, reason: 'Again.' });
    expect(again.status).toBe(404);
    expect((await admin.tryCall('tokens.listOfUser', { uid: 'nobody' })).status).toBe(404);
  });

  test('are needed for it', async () => {
    const { token } = await create();
    expect((await owner.tryCall('tokens.listOfUser', { uid: owner.uid })).status).toBe(403);
    const rejected = await owner.tryCall('tokens.revokeByStaff', { tokenId: token.id, reason: 'x' });
    expect(rejected.status).toBe(403);
  });
});

describe('a token that expires soon', () => {
  const warned = async () =>
    (await owner.call('notifications.list', {})).notifications.filter(
      ({ title }) => title === 'An API token expires soon',
    );
  const expireIn = (tokenId: string, days: number) =>
    server.context.pool.query(
      `UPDATE api_tokens SET expires_at = now() + make_interval(days => $2) WHERE id = $1`,
      [tokenId, days],
    );

  test('is announced once, seven days before', async () => {
    const { token } = await create({ name: 'Nightly' });
    const never = await create({ expiresInDays: null });
    await server.context.pool.query(
      `UPDATE api_tokens SET created_at = now() - interval '80 days' WHERE id = ANY($1)`,
      [[token.id, never.token.id]],
    );
    await expireIn(token.id, 8);
    await warnOfExpiry(server.context, new AbortController().signal);
    expect(await warned()).toEqual([]);
    await expireIn(token.id, 6);
    await warnOfExpiry(server.context, new AbortController().signal);
    await warnOfExpiry(server.context, new AbortController().signal);
    const [notification, ...others] = await warned();
    expect(notification?.message).toContain('“Nightly”');
    expect(others).toEqual([]);
  });

  test('is not announced when it was made for a week', async () => {
    await create({ expiresInDays: 7 });
    await warnOfExpiry(server.context, new AbortController().signal);
    expect(await warned()).toEqual([]);
  });
});
