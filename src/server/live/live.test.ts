import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertPeople, muteMails } from '#test/people.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';
import { LIVE_CHANNEL } from './publish.ts';

let server: TestServer;
let admin: Person;
let reader: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

let count = 0;
beforeEach(async () => {
  count += 1;
  reader = await server.onboard(`reader${count}@example.org`);
});

interface Listener {
  readonly events: { event: string; data: Record<string, unknown> }[];
  readonly comments: string[];
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Reads the stream as a browser's client does, by fetch. */
async function listen(person: Person, at = server): Promise<Listener> {
  const closing = new AbortController();
  const response = await fetch(`${at.url}events`, {
    headers: { Authorization: `Bearer ${person.token}` },
    signal: closing.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: Listener['events'] = [];
  const comments: string[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) events.push({ event, data: JSON.parse(data) });
        else comments.push(block);
      }
    }
  };
  const ended = read().catch(() => {});
  return { events, comments, ended, close: () => closing.abort() };
}

const announce = (title: string, ...people: Person[]) =>
  admin.call('notifications.announce', {
    title,
    message: 'Hello',
    userIds: people.map(({ uid }) => uid),
  });
const unreadOf = ({ events }: Listener) =>
  events.filter(({ event }) => event === 'notification').map(({ data }) => data.unread);

test('tells the number of unread notifications at once and whenever it changes', async () => {
  const other = await server.onboard(`other${count}@example.org`, 'look');
  const [mine, theirs] = [await listen(reader), await listen(other)];
  await expect.poll(() => unreadOf(mine)).toEqual([0]);
  await announce('One', reader);
  await expect.poll(() => unreadOf(mine)).toEqual([0, 1]);
  await announce('Two', reader);
  await expect.poll(() => unreadOf(mine)).toEqual([0, 1, 2]);
  const { notifications } = await reader.call('notifications.list', {});
  await reader.call('notifications.markRead', { id: notifications[0]?.id ?? '' });
  await expect.poll(() => unreadOf(mine)).toEqual([0, 1, 2, 1]);
  await reader.call('notifications.markAllRead', {});
  await expect.poll(() => unreadOf(mine)).toEqual([0, 1, 2, 1, 0]);
  expect(unreadOf(theirs)).toEqual([0]);
  for (const listener of [mine, theirs]) listener.close();
});

test('tells publishers of their versions, and admins of everybody’s', async () => {
  const other = await server.onboard(`other${count}@example.org`);
  const { app } = await reader.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  const [mine, theirs, admins] = [await listen(reader), await listen(other), await listen(admin)];
  const { id: versionId } = await uploadVersion(reader, app.id, await readFixture('plain.apk'));
  await reader.call('versions.submit', { versionId });
  const told = (listener: Listener) => listener.events.filter(({ event }) => event === 'version');
  const last = { event: 'version', data: { appId: app.id, versionId, status: 'submitted' } };
  await expect.poll(() => told(mine).at(-1)).toEqual(last);
  await expect.poll(() => told(admins).at(-1)).toEqual(last);
  expect(told(theirs)).toEqual([]);
  for (const listener of [mine, theirs, admins]) listener.close();
});

test('hears of what other processes did', async () => {
  const listener = await listen(reader);
  await expect.poll(() => unreadOf(listener)).toEqual([0]);
  const { pool } = server.context;
  await pool.query(
    "INSERT INTO notifications (id, user_id, type, title, message) VALUES ($1, $2, 'system_message', 'x', 'x')",
    [`elsewhere-${count}`, reader.uid],
  );
  await pool.query('SELECT pg_notify($1, $2)', [
    LIVE_CHANNEL,
    JSON.stringify({ about: 'unread', uid: reader.uid }),
  ]);
  await expect.poll(() => unreadOf(listener)).toEqual([0, 1]);
  listener.close();
});

test('goes on after its database connection was lost', async () => {
  const listener = await listen(reader);
  await expect.poll(() => unreadOf(listener)).toEqual([0]);
  const { rowCount } = await server.context.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query = 'LISTEN ${LIVE_CHANNEL}'`,
  );
  expect(rowCount).toBe(1);
  await announce('Meanwhile', reader);
  await expect.poll(() => unreadOf(listener), { timeout: 10_000 }).toEqual([0, 1]);
  listener.close();
});

test('shows that it lives, and ends when the session does', async () => {
  const { live } = server.context;
  const signedOut = await listen(reader);
  const suspended = await server.onboard(`suspended${count}@example.org`, 'look');
  const suspendedStream = await listen(suspended);
  const staying = await listen(admin);
  await live.beat();
  await expect.poll(() => signedOut.comments).toEqual([': heartbeat']);

  await reader.fetch('auth/sign-out', {
    method: 'POST',
    headers: {
      cookie: reader.cookie,
      Origin: new URL(server.url).origin,
      'Content-Type': 'application/json',
    },
    body: '{}',
  });
  await admin.call('users.suspend', { uid: suspended.uid, suspended: true, reason: 'Spam.' });
  await live.beat();
  await signedOut.ended;
  await suspendedStream.ended;
  await expect.poll(() => staying.comments).toEqual([': heartbeat', ': heartbeat']);
  staying.close();
});

/** Opens a stream that is not read, and tells it more than the connection's buffers hold. */
async function openUnread() {
  const request = requestHttp(`${server.url}events`, {
    headers: { Authorization: `Bearer ${reader.token}` },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const message = { about: 'version', ownerUid: reader.uid, appId: 'x'.repeat(2_000), status: 'draft' };
  for (let told = 0; told < 3_000; told += 1) {
    await server.context.pool.query('SELECT pg_notify($1, $2)', [
      LIVE_CHANNEL,
      JSON.stringify({ ...message, versionId: `version-${told}` }),
    ]);
  }
  return response;
}

test('a reader who is behind is told to read anew, and then the newest', async () => {
  const response = await openUnread();
  let text = '';
  response.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  await expect.poll(() => text.includes('version-2999')).toBe(true);
  expect(text.split('event: version').length - 1).toBeLessThan(3_000);
  expect(text).toContain('event: resync');
  response.destroy();
});

test('a reader who reads nothing for some heartbeats counts as gone', async () => {
  const response = await openUnread();
  for (let beat = 0; beat < 5; beat += 1) await server.context.live.beat();
  response.resume();
  await once(response, 'end');
  expect(response.complete).toBe(true);
});

test('tells everybody who is connected of a fan-out', async () => {
  await insertPeople(server.context.pool, 5_000, 'live-');
  await muteMails(server.context.pool);
  const [mine, theirs] = [await listen(reader), await listen(admin)];
  await expect.poll(() => unreadOf(mine)).toEqual([0]);
  await admin.call('notifications.announce', { title: 'All', message: 'Hello' });
  await expect.poll(() => unreadOf(mine).at(-1), { timeout: 10_000 }).toBe(1);
  await expect.poll(() => unreadOf(theirs).length, { timeout: 10_000 }).toBeGreaterThan(1);
  for (const listener of [mine, theirs]) listener.close();
});

test.each([
  [undefined, 401],
  ['Bearer x', 401],
  ['Bearer qs_unknown', 401],
])('with the authorization %j is refused', async (authorization, status) => {
  const response = await fetch(`${server.url}events`, { headers: authorization ? { authorization } : {} });
  expect(response.status).toBe(status);
  expect(await response.text()).not.toBe('');
});

test('opens so many at once for one person', async () => {
  const listeners = await Promise.all(Array.from({ length: 20 }, () => listen(reader)));
  const headers = { Authorization: `Bearer ${reader.token}` };
  expect((await fetch(`${server.url}events`, { headers })).status).toBe(429);
  for (const listener of listeners) listener.close();
  await expect
    .poll(async () => {
      const response = await fetch(`${server.url}events`, { headers });
      await response.body?.cancel();
      return response.status;
    })
    .toBe(200);
});

test('does not hold up the stop of the server', async () => {
  const stopping = await startTestServer();
  const person = await stopping.signUp('person@example.org');
  const listener = await listen(person, stopping);
  const started = performance.now();
  await stopping[Symbol.asyncDispose]();
  await listener.ended;
  expect(performance.now() - started).toBeLessThan(5_000);
});
