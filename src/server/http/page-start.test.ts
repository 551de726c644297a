import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { authSessions } from '../platform/db/tables/identity.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp('ada-start@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

const open = (headers = {}) => fetch(`${server.url}page-start`, { headers });

test('nobody gets the public settings only', async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    session: null,
    results: { 'settings.get': await server.nobody.call('settings.get', {}) },
  });
});

test('a user gets the session, a token that calls accept, their record and their unread count', async () => {
  const response = await open({ cookie: ada.cookie });
  const { session, token, results } = await response.json();
  expect(session.user.id).toBe(ada.uid);
  expect(results).toEqual({
    'settings.get': await server.nobody.call('settings.get', {}),
    'users.me': await ada.call('users.me', {}),
    'notifications.countUnread': await ada.call('notifications.countUnread', {}),
  });
  const me = await fetch(`${server.url}us-central1/users.me`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: '{"data":{}}',
  });
  expect(me.status).toBe(200);
});

test('the response is never kept, nor read by another site', async () => {
  const { headers } = await open({ cookie: ada.cookie });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('only the cookie identifies the user', async () => {
  const { token } = await (await open({ cookie: ada.cookie })).json();
  const { session, results } = await (await open({ authorization: `Bearer ${token}` })).json();
  expect([session, Object.keys(results)]).toEqual([null, ['settings.get']]);
});

test('a session that is due is replaced, as by asking for its token', async () => {
  const eve = await server.signUp('eve-start@example.org');
  await server.context.db
    .update(authSessions)
    .set({ rotation: 'due' })
    .where(eq(authSessions.userId, eve.uid));
  const response = await open({ cookie: eve.cookie });
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(/session_token=.*HttpOnly/i);
  const [pair = ''] = cookie.split(';');
  expect((await (await open({ cookie: pair })).json()).session.user.id).toBe(eve.uid);
});

test('a suspended user keeps the session without a record, and so sees why', async () => {
  const admin = await server.admin();
  const sam = await server.signUp('sam-start@example.org');
  const before = await (await open({ cookie: sam.cookie })).json();
  expect(Object.keys(before.results)).toContain('users.me');
  await admin.call('users.suspend', { uid: sam.uid, reason: 'Spam' });
  const { results } = await (await open({ cookie: sam.cookie })).json();
  expect(Object.keys(results)).toEqual(['settings.get']);
});
