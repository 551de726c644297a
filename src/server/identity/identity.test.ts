import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, PASSWORD } from '#test/support/people.ts';
import { seedApps } from '#test/support/seed-apps.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}auth/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: new URL(server.url).origin,
      'X-Forwarded-For': '10.9.8.7',
      ...headers,
    },
    body: JSON.stringify(body),
  });

describe('sessions', () => {
  test('the cookie is httpOnly, SameSite=Lax and bound to the base path', async () => {
    const response = await post('sign-up/email', {
      email: 'cookie@example.org',
      password: PASSWORD,
      name: 'C',
    });
    expect(response.status).toBe(200);
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toContain('quayside.session_token=');
    expect(cookie).toContain('; HttpOnly');
    expect(cookie).toContain('; SameSite=Lax');
    expect(cookie).toContain('; Path=/quayside/;');
  });

  test('the first sign-in creates a record with role user that is not onboarded', async () => {
    const person = await server.signUp('first@example.org');
    const { user } = await person.call('users.me', {});
    expect(user).toMatchObject({
      uid: person.uid,
      email: 'first@example.org',
      displayName: 'first',
      role: 'user',
      isVerified: false,
      onboardingCompleted: false,
      settings: { notifications: { appUpdates: true, systemAnnouncements: true } },
    });
  });

  test('a new record has no picture or developer flag, and its times', async () => {
    const { user } = await (await server.signUp('fields@example.org')).call('users.me', {});
    const unknown = [user.photoURL, user.developerName, user.developerType];
    expect(unknown).toEqual([null, null, null]);
    for (const time of [user.createdAt, user.updatedAt]) {
      expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
    }
  });

  test('a record is small, however many apps its user has', async () => {
    const publisher = await server.onboard('thousands@example.org');
    await seedApps(server.context.pool, { uid: publisher.uid, count: 5_000 });
    const record = await publisher.call('users.me', {});
    expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThan(1_500);
    const admin = await server.admin();
    const { users } = await admin.call('users.list', { query: publisher.uid });
    expect(users).toMatchObject([{ appCount: 5_000 }]);
    const { apps, nextCursor } = await publisher.call('apps.list', { scope: 'mine' });
    expect(apps.map(({ ownerUid }) => ownerUid)).toContain(publisher.uid);
    expect(nextCursor).not.toBeNull();
  });

  test('concurrent first calls create one record', async () => {
    const person = await server.signUp('many@example.org');
    const responses = await Promise.all(Array.from({ length: 8 }, () => person.call('users.me', {})));
    expect(new Set(responses.map(({ user }) => user.createdAt)).size).toBe(1);
  });

  test('a token is short-lived and carries the session', async () => {
    const { token } = await server.signUp('token@example.org');
    const payload = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
    expect(payload.exp - payload.iat).toBe(15 * 60);
    expect(payload.sid).toMatch(/\w{8,}/);
    expect(payload).not.toHaveProperty('email');
  });

  test('signing out invalidates every token of the session at the next call', async () => {
    const person = await server.signUp('leaving@example.org');
    await person.call('users.me', {});
    const response = await post('sign-out', {}, { cookie: person.cookie });
    expect(response.status).toBe(200);
    expect((await person.tryCall('users.me', {})).status).toBe(401);
    const token = await fetch(`${server.url}auth/token`, { headers: { cookie: person.cookie } });
    expect(token.status).toBe(401);
  });

  test('a suspended user is rejected at the next call and cannot sign in, with the reason', async () => {
    const person = await server.signUp('bad@example.org');
    await person.call('users.me', {});
    const admin = await server.admin();
    await admin.call('users.suspend', { uid: person.uid, reason: 'Uploaded malware.' });
    expect((await person.tryCall('users.me', {})).status).toBe(401);
    const rejected = await post('sign-in/email', { email: 'bad@example.org', password: PASSWORD });
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toMatchObject({ message: 'This account is suspended: Uploaded malware.' });

    await admin.call('users.suspend', { uid: person.uid, suspended: false, reason: 'Cleared.' });
    const back = await server.signIn('bad@example.org');
    expect((await back.call('users.me', {})).user.uid).toBe(person.uid);
  });
});

const guess = (address: string) =>
  post(
    'sign-in/email',
    { email: 'guess@example.org', password: 'wrong password' },
    { 'X-Forwarded-For': address },
  );

describe('rejections', () => {
  test('a wrong password and an unknown address get the same response', async () => {
    await server.signUp('known@example.org');
    const wrong = await post('sign-in/email', { email: 'known@example.org', password: 'not the password' });
    const unknown = await post('sign-in/email', {
      email: 'unknown@example.org',
      password: 'not the password',
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.json()).toEqual(await unknown.json());
  });

  test('a short password is rejected', async () => {
    const response = await post('sign-up/email', {
      email: 'short@example.org',
      password: 'short',
      name: 'S',
    });
    expect(response.status).toBe(400);
  });

  test('another site cannot sign users in', async () => {
    const response = await post(
      'sign-in/email',
      { email: ADMIN.email, password: ADMIN.password },
      { Origin: 'https://evil.example' },
    );
    expect(response.status).toBe(403);
  });

  test('guessing is limited per address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push((await guess('10.1.1.1')).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.at(-1)).toBe(429);
    expect((await guess('10.2.2.2')).status).toBe(401);
  });

  test('a closed store accepts no new accounts', async () => {
    const admin = await server.admin();
    await admin.call('settings.update', { settings: { registration: 'closed' } });
    const response = await post('sign-up/email', {
      email: 'late@example.org',
      password: PASSWORD,
      name: 'L',
    });
    expect(response.status).toBe(403);
    await admin.call('settings.update', { settings: { registration: 'open' } });
  });
});
