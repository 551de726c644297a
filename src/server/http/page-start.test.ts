import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { METRICS_TOKEN, readSamples } from '#test/support/metrics.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { authSessions } from '../platform/db/tables/identity.ts';

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN } });
  ada = await server.signUp('ada-start@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

const open = (headers = {}) => fetch(`${server.url}page-start`, { headers });

test('nobody gets the settings for everyone only', async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    session: null,
    results: { 'settings.get': await server.nobody.call('settings.get', {}) },
  });
});

test('a user gets the session, a token that calls accept, their record and their unread count', async () => {
  const response = await open({ cookie: ada.cookie });
  const { session, token, results, own } = await response.json();
  expect(session.user.id).toBe(ada.uid);
  expect(results).toEqual({ 'settings.get': await server.nobody.call('settings.get', {}) });
  expect(own).toEqual({
    'settings.get': await ada.call('settings.get', {}),
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
  const stranger = await (await open({ authorization: `Bearer ${token}` })).json();
  expect(stranger).toEqual(await (await open()).json());
  expect(stranger.session).toBeNull();
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

test('a suspended user gets what nobody gets', async () => {
  const admin = await server.admin();
  const sam = await server.signUp('sam-start@example.org');
  const before = await (await open({ cookie: sam.cookie })).json();
  expect(Object.keys(before.own)).toContain('users.me');
  await admin.call('users.suspend', { uid: sam.uid, reason: 'Spam' });
  expect(await (await open({ cookie: sam.cookie })).json()).toEqual(await (await open()).json());
});

/** Returns how many responses of each status the metrics count for a route while something happens. */
async function countDuring(route: string, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    const samples = [...(await readSamples(server))];
    return new Map(
      samples.filter(([name]) => name.startsWith(`quayside_http_responses_total{route="${route}"`)),
    );
  };
  const before = await read();
  await work();
  const counts = [...(await read())].map(([name, value]) => [
    /status="(\d+)"/.exec(name)?.[1],
    value - (before.get(name) ?? 0),
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

describe('its calls', () => {
  /** Requests with the same call: at the start of a page, and by itself. */
  const requests = [() => open({ cookie: ada.cookie }), () => ada.tryCall('notifications.countUnread', {})];

  test.each([
    // For everyone, and for the user.
    ['call settings.get', 2],
    ['call users.me', 1],
    ['call notifications.countUnread', 1],
    ['page-start', 1],
  ])('count as responses: %s', async (route, responses) => {
    expect(await countDuring(route, () => open({ cookie: ada.cookie }))).toEqual({ 200: responses });
    const durations = `quayside_http_response_seconds_count{route="${route}"}`;
    expect((await readSamples(server)).get(durations)).toBeGreaterThan(0);
  });

  test('fail as by themselves, without the others', async () => {
    await server.context.pool.query('ALTER TABLE notification_recipients RENAME TO recipients_away');
    try {
      for (const request of requests)
        expect(await countDuring('call notifications.countUnread', request)).toEqual({ 500: 1 });
      const { results, own } = await (await open({ cookie: ada.cookie })).json();
      expect(Object.keys(results)).toEqual(['settings.get']);
      expect(Object.keys(own).sort()).toEqual(['settings.get', 'users.me']);
    } finally {
      await server.context.pool.query('ALTER TABLE recipients_away RENAME TO notification_recipients');
    }
  });

  test('are rejected as by themselves while their caller makes too many', async () => {
    const blocking = await server.context.pool.connect();
    try {
      // The calls wait for this lock and keep their caller’s slots.
      await blocking.query('BEGIN; LOCK TABLE notification_recipients IN ACCESS EXCLUSIVE MODE');
      const waiting = Array.from({ length: 8 }, () => ada.tryCall('notifications.countUnread', {}));
      const isWaiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'notification_recipients'::regclass`;
      await expect.poll(async () => (await blocking.query(isWaiting)).rowCount).toBe(waiting.length);
      for (const request of requests)
        expect(await countDuring('call notifications.countUnread', request)).toEqual({ 503: 1 });
      await blocking.query('ROLLBACK');
      await Promise.all(waiting);
    } finally {
      await blocking.query('ROLLBACK');
      blocking.release();
    }
  });
});
