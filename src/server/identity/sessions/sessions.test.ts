import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { PASSWORD } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { signUp } from '#test/support/sign-up.ts';
import { describeDevice } from './device.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const signUpConfirmed = async (email: string) => {
  const browser = await signUp(server, email, FIREFOX);
  await server.confirmEmail(email);
  return browser;
};
const signIn = async (email: string, userAgent = PHONE) => {
  const browser = openBrowser(server, { userAgent });
  await browser.auth('sign-in/email', { email, password: PASSWORD });
  return browser;
};
const expireAuthentication = () =>
  server.context.pool.query(`UPDATE auth_sessions SET authenticated_at = now() - interval '10 minutes'`);

test.each([
  [FIREFOX, 'Firefox on Windows', 'desktop'],
  [PHONE, 'Chrome on Android', 'mobile'],
  ['curl/8.5', 'Unknown device', 'other'],
  ['', 'Unknown device', 'other'],
  ['\u0000nonsense', 'Unknown device', 'other'],
  [null, 'Unknown device', 'other'],
])('describes %j as %s', (userAgent, device, kind) => {
  expect(describeDevice(userAgent)).toEqual({ device, kind });
});

describe('the list', () => {
  test('has all of the caller’s devices, the current one first, and no others', async () => {
    await signUpConfirmed('somebody@else.example');
    const here = await signUpConfirmed('list@example.org');
    const phone = await signIn('list@example.org');
    const { sessions, authenticatedUntil } = (await here.call('sessions.list', {})).result;
    expect(sessions).toMatchObject([
      { current: true, device: 'Firefox on Windows', kind: 'desktop', address: here.address },
      { current: false, device: 'Chrome on Android', kind: 'mobile', address: phone.address },
    ]);
    const left = Date.parse(authenticatedUntil) - Date.now();
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
  });

  test('has the last use to the minute', async () => {
    const here = await signUpConfirmed('used@example.org');
    await server.context.pool.query(`UPDATE auth_sessions SET last_used_at = now() - interval '3 days'`);
    await here.call('users.me', {});
    const [session] = (await here.call('sessions.list', {})).result.sessions;
    expect(Date.now() - Date.parse(session?.lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('leaves out expired sessions', async () => {
    const here = await signUpConfirmed('expired@example.org');
    await signIn('expired@example.org');
    await server.context.pool.query(
      `UPDATE auth_sessions SET expires_at = now() - interval '1 second' WHERE user_agent = $1`,
      [PHONE],
    );
    expect((await here.call('sessions.list', {})).result.sessions).toHaveLength(1);
  });
});

describe('revoking', () => {
  test('one session ends it at its next call', async () => {
    const here = await signUpConfirmed('revoke@example.org');
    const phone = await signIn('revoke@example.org');
    const other = (await here.call('sessions.list', {})).result.sessions[1];
    expect((await here.call('sessions.revoke', { sessionId: other?.id })).status).toBe(200);
    expect(await phone.token()).toBeNull();
    expect((await here.call('sessions.list', {})).result.sessions).toHaveLength(1);
    expect((await here.call('sessions.revoke', { sessionId: other?.id })).status).toBe(404);
  });

  test("another user's session fails as unknown, and stays", async () => {
    const owner = await signUpConfirmed('owner@example.org');
    const [session] = (await owner.call('sessions.list', {})).result.sessions;
    const stranger = await signUpConfirmed('stranger@example.org');
    expect((await stranger.call('sessions.revoke', { sessionId: session?.id })).status).toBe(404);
    expect((await owner.call('users.me', {})).status).toBe(200);
  });

  test('all other sessions keeps this one', async () => {
    const here = await signUpConfirmed('others@example.org');
    const others = [await signIn('others@example.org'), await signIn('others@example.org')];
    expect((await here.call('sessions.revokeOthers', {})).result).toEqual({ count: 2 });
    for (const other of others) expect(await other.token()).toBeNull();
    expect((await here.call('users.me', {})).status).toBe(200);
    expect((await here.call('sessions.revokeOthers', {})).result).toEqual({ count: 0 });
  });
});

describe('reauthentication', () => {
  test('is required after ten minutes by each sensitive call, and accepts the password', async () => {
    const admin = await server.admin();
    const person = await server.signUp('stepping@example.org');
    await server.confirmEmail(person.email);
    await person.call('users.me', {});
    await expireAuthentication();
    const rejections = [
      await admin.tryCall('users.setRole', { uid: person.uid, role: 'developer' }),
      await person.tryCall('tokens.create', { name: 'CI', scopes: ['read'] }),
      await person.tryCall('account.delete', { email: person.email }),
    ];
    for (const { status, error } of rejections) {
      expect([status, error.status]).toEqual([400, 'FAILED_PRECONDITION']);
      expect(error.details).toEqual({
        reason: 'reauthentication',
        maxAgeSeconds: 600,
        sentence: expect.any(Array),
      });
    }

    const wrong = await person.tryCall('sessions.reauthenticate', { password: 'not the password' });
    expect(wrong.error).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { issues: [{ path: 'password', message: 'The password is wrong.' }] },
    });
    expect((await person.tryCall('tokens.create', { name: 'CI', scopes: ['read'] })).status).toBe(400);

    const { authenticatedUntil } = await person.call('sessions.reauthenticate', { password: PASSWORD });
    expect(Date.parse(authenticatedUntil)).toBeGreaterThan(Date.now());
    expect((await person.tryCall('tokens.create', { name: 'CI', scopes: ['read'] })).status).toBe(200);
  });

  test('applies only to this session', async () => {
    const here = await signUpConfirmed('alone@example.org');
    const phone = await signIn('alone@example.org');
    await expireAuthentication();
    await here.call('sessions.reauthenticate', { password: PASSWORD });
    const response = await phone.call('tokens.create', { name: 'CI', scopes: ['read'] });
    expect(response.error.details).toMatchObject({ reason: 'reauthentication' });
  });
});

describe('changed privileges', () => {
  test('replace each session silently when its browser next asks for a token', async () => {
    const here = await signUpConfirmed('promoted@example.org');
    const { uid } = (await here.call('users.me', {})).result.user;
    const [before] = (await here.call('sessions.list', {})).result.sessions;
    const oldCookie = here.cookies.get('quayside.session_token') as string;
    await expireAuthentication();
    const admin = await server.admin();
    await admin.call('users.setRole', { uid, role: 'developer' });

    const responses = await Promise.all([here.call('users.me', {}), here.call('users.me', {})]);
    for (const { result } of responses) expect(result.user.role).toBe('developer');
    expect(here.cookies.get('quayside.session_token')).not.toBe(oldCookie);
    const { sessions } = (await here.call('sessions.list', {})).result;
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ current: true, device: 'Firefox on Windows' });
    expect(sessions[0]?.id).not.toBe(before?.id);

    const { rows } = await server.context.pool.query(
      `SELECT id = $1 AS old, expires_at < now() + interval '61 seconds' AS ends,
              authenticated_at < now() - interval '9 minutes' AS "authenticatedBefore"
       FROM auth_sessions WHERE user_id = $2 ORDER BY 1 DESC`,
      [before?.id, uid],
    );
    expect(rows).toEqual([
      { old: true, ends: true, authenticatedBefore: true },
      { old: false, ends: false, authenticatedBefore: true },
    ]);
  });
});
