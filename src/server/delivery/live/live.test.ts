import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { CHANGES_HEADER } from '#shared/data-areas.ts';
import { DATA_AGE_HEADER } from '#shared/live-events.ts';
import { type Listener, listen as listenAt } from '#test/support/event-stream.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { seedNotification } from '#test/support/seed-notification.ts';
import { insertPeople, muteMails } from '#test/support/seed-users.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { LIVE_CHANNEL } from '../../events/publish-live.ts';
import { hashSecret } from '../../identity/principals.ts';
import { createTokenSecret } from '../../identity/token-secret.ts';

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

const listen = (person: Person, at = server) => listenAt(at.url, person);
const announce = (title: string, ...people: Person[]) =>
  admin.call('notifications.announce', {
    title,
    message: 'Hello',
    userIds: people.map(({ uid }) => uid),
  });
const unreadOf = ({ events }: Listener) =>
  events.filter(({ event }) => event === 'notification').map(({ data }) => data.unread);

test('sends the unread count immediately and whenever it changes', async () => {
  const other = await server.onboard(`other${count}@example.org`, 'browse');
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
  await expect.poll(() => unreadOf(theirs)).toEqual([0]);
  for (const listener of [mine, theirs]) listener.close();
});

const changedAreas = ({ events }: Pick<Listener, 'events'>) => [
  ...new Set(
    events.filter(({ event }) => event === 'changes').flatMap(({ data }) => data['areas'] as string[]),
  ),
];

test('sends changes of an app to its members and to staff, and to nobody else', async () => {
  const other = await server.onboard(`other${count}@example.org`);
  const { app } = await reader.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  await server.completeListing(app.id);
  const [mine, theirs, admins] = [await listen(reader), await listen(other), await listen(admin)];
  for (const listener of [mine, theirs, admins]) await expect.poll(() => unreadOf(listener)).toHaveLength(1);
  const { id: versionId } = await uploadVersion(reader, app.id, readFixture('plain.apk'));
  await reader.call('versions.submit', { versionId });
  for (const listener of [mine, admins]) {
    await expect.poll(() => changedAreas(listener)).toEqual(expect.arrayContaining(['versions', 'reviews']));
    const changes = listener.events.filter(({ event }) => event === 'changes');
    expect(changes.map(({ data }) => data['appId'])).toEqual(changes.map(() => app.id));
  }
  expect(changedAreas(mine)).not.toContain('audit');
  expect(changedAreas(theirs)).toEqual([]);
  for (const listener of [mine, theirs, admins]) listener.close();
});

test('sends a user’s changes to their other windows, while this one gets them with the response', async () => {
  const [mine, admins] = [await listen(reader), await listen(admin)];
  for (const listener of [mine, admins]) await expect.poll(() => unreadOf(listener)).toHaveLength(1);
  const response = await reader.fetch('us-central1/notifications.updatePreferences', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { appUpdates: false } }),
  });
  expect(response.headers.get(CHANGES_HEADER)).toBe('preferences');
  const requestId = response.headers.get('x-request-id');
  await expect
    .poll(() => mine.events)
    .toContainEqual({ event: 'changes', data: { areas: ['preferences'], requestId } });
  expect(changedAreas(admins)).not.toContain('preferences');
  for (const listener of [mine, admins]) listener.close();
});

test('names no changes in the response to a request that failed or only read', async () => {
  const call = (name: string, data: object) =>
    reader.fetch(`us-central1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ data }),
    });
  for (const response of [await call('users.me', {}), await call('notifications.markRead', { id: 'n0' })])
    expect(response.headers.get(CHANGES_HEADER)).toBeNull();
});

test('first sends what changed since the browser read its data', async () => {
  const other = await server.onboard(`other${count}@example.org`, 'browse');
  const openLate = async (person: Person, readAt: number) => {
    const listener = await listenAt(server.url, person, Math.ceil(performance.now() - readAt));
    // Comes after all that was missed.
    const last = { about: 'changes', areas: ['settings'], uids: [] };
    await server.context.pool.query('SELECT pg_notify($1, $2)', [LIVE_CHANNEL, JSON.stringify(last)]);
    const hasArrived = () =>
      changedAreas(listener).includes('settings') || listener.events.some(({ event }) => event === 'resync');
    await expect.poll(hasArrived).toBe(true);
    listener.close();
    return changedAreas(listener);
  };
  // Repeated, because the server asks for a refetch while it is younger than the time that it looks back.
  await expect
    .poll(
      async () => {
        const readAt = performance.now();
        await reader.call('notifications.updatePreferences', { appUpdates: false });
        await announce('One', reader);
        return openLate(reader, readAt);
      },
      { interval: 1_000 },
    )
    .toEqual(expect.arrayContaining(['preferences', 'notifications']));
  expect(await openLate(other, performance.now())).not.toContain('preferences');
  const fresh = await listen(reader);
  await expect.poll(() => unreadOf(fresh)).toHaveLength(1);
  expect(changedAreas(fresh)).not.toContain('preferences');
  fresh.close();
});

test('asks a browser to refetch everything when it may have missed unknown changes', async () => {
  const beforeTheServer = await listenAt(server.url, reader, 1_000_000_000);
  await expect.poll(() => beforeTheServer.events).toContainEqual({ event: 'resync', data: {} });
  beforeTheServer.close();
});

test('asks every browser to refetch everything after messages of the database may have been missed', async () => {
  const listener = await listen(reader);
  await expect.poll(() => unreadOf(listener)).toEqual([0]);
  await loseDatabaseConnection();
  await expect.poll(() => listener.events).toContainEqual({ event: 'resync', data: {} });
  listener.close();
});

test.each(['-1', '1e9', 'x', '9'.repeat(16)])('ignores the age %j of the data', async (age) => {
  const response = await fetch(`${server.url}events`, {
    headers: { Authorization: `Bearer ${reader.token}`, [DATA_AGE_HEADER]: age },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get(DATA_AGE_HEADER)).toBeNull();
  await response.body?.cancel();
});

test('sends changes made by other processes', async () => {
  const listener = await listen(reader);
  await expect.poll(() => unreadOf(listener)).toEqual([0]);
  const { pool } = server.context;
  await seedNotification(pool, reader.uid);
  await pool.query('SELECT pg_notify($1, $2)', [
    LIVE_CHANNEL,
    JSON.stringify({ about: 'unread', uid: reader.uid }),
  ]);
  await expect.poll(() => unreadOf(listener)).toEqual([0, 1]);
  listener.close();
});

async function loseDatabaseConnection() {
  const { rowCount } = await server.context.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query = 'LISTEN ${LIVE_CHANNEL}'`,
  );
  expect(rowCount).toBe(1);
}

test('continues after its database connection was lost', async () => {
  const listener = await listen(reader);
  await expect.poll(() => unreadOf(listener)).toEqual([0]);
  await loseDatabaseConnection();
  await announce('Meanwhile', reader);
  await expect.poll(() => unreadOf(listener)).toEqual([0, 1]);
  listener.close();
});

test('sends heartbeats, and ends immediately with the session', async () => {
  const { live } = server;
  const signedOut = await listen(reader);
  const suspended = await server.onboard(`suspended${count}@example.org`, 'browse');
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
  await signedOut.ended;
  await suspendedStream.ended;
  await live.beat();
  await expect.poll(() => staying.comments).toEqual([': heartbeat', ': heartbeat']);
  staying.close();
});

test('tells staff once a minute that the state of the store may have changed', async () => {
  const [mine, admins] = [await listen(reader), await listen(admin)];
  for (const listener of [mine, admins]) await expect.poll(() => unreadOf(listener)).toHaveLength(1);
  for (let beat = 0; beat < 3; beat += 1) await server.live.beat();
  await expect.poll(() => changedAreas(admins)).toContain('system');
  await expect.poll(() => mine.comments).toHaveLength(3);
  expect(changedAreas(mine)).not.toContain('system');
  for (const listener of [mine, admins]) listener.close();
});

/** Opens a stream that is not read, and tells it more than the connection's buffers hold. */
async function openUnread() {
  const request = requestHttp(`${server.url}events`, {
    headers: { Authorization: `Bearer ${reader.token}` },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const message = { about: 'changes', areas: ['versions'], uids: [reader.uid] };
  for (let told = 0; told < 3_000; told += 1) {
    await server.context.pool.query('SELECT pg_notify($1, $2)', [
      LIVE_CHANNEL,
      JSON.stringify({ ...message, appId: `${'x'.repeat(2_000)}-${told}` }),
    ]);
  }
  return response;
}

test('a client that is behind is told to reload, and then gets the newest event', async () => {
  const response = await openUnread();
  let text = '';
  response.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  await expect.poll(() => text.includes('x-2999')).toBe(true);
  expect(text.split('event: changes').length - 1).toBeLessThan(3_000);
  expect(text).toContain('event: resync');
  response.destroy();
});

test('a client that reads nothing for several heartbeats counts as gone', async () => {
  const response = await openUnread();
  for (let beat = 0; beat < 5; beat += 1) await server.live.beat();
  response.resume();
  await once(response, 'end');
  expect(response.complete).toBe(true);
});

test('sends the new count to every connected user during a fan-out', async () => {
  await insertPeople(server.context.pool, 5_000, 'live-');
  await muteMails(server.context.pool);
  const [mine, theirs] = [await listen(reader), await listen(admin)];
  await expect.poll(() => unreadOf(mine)).toEqual([0]);
  await admin.call('notifications.announce', { title: 'All', message: 'Hello' });
  await expect.poll(() => unreadOf(mine).at(-1)).toBe(1);
  await expect.poll(() => unreadOf(theirs).length).toBeGreaterThan(1);
  for (const listener of [mine, theirs]) listener.close();
});

test.each([
  [undefined, 'signed-out'],
  ['Bearer x', 'invalid-token'],
  [`Bearer ${createTokenSecret()}`, 'revoked'],
])('rejects the authorization %j as a call does', async (authorization, reason) => {
  const response = await fetch(`${server.url}events`, { headers: authorization ? { authorization } : {} });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    error: {
      status: 'UNAUTHENTICATED',
      message: expect.any(String),
      details: { reason, sentence: expect.any(Array) },
    },
  });
});

test('limits the streams per user', async () => {
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

describe('a program with an API token', () => {
  const create = (input: Partial<CallInput<'tokens.create'>> = {}) =>
    reader.call('tokens.create', { name: 'CI', scopes: ['read'], ...input });
  const open = ({ secret }: { secret: string }) => listenAt(server.url, { token: secret });
  const createApp = async (name: string) => {
    const applicationId = `org.example.stream.${name}${count}`;
    return (await reader.call('apps.create', { platform: 'android', applicationId, name })).app.id;
  };

  /** Adds a trusted publisher of an app; returns the secret of its token, which has the same ID. */
  const trust = async (id: string, appId: string) => {
    const { pool } = server.context;
    const secret = createTokenSecret();
    await pool.query(
      `INSERT INTO trusted_publishers (id, app_id, owner_uid, issuer, source, scopes)
       VALUES ($1, $2, $3, 'https://ci.example.org', '{"kind":"other","claims":[]}', '{read}')`,
      [id, appId, reader.uid],
    );
    await pool.query(
      `INSERT INTO build_tokens (id, trusted_publisher_id, secret_hash, build, expires_at)
       VALUES ($1, $1, $2, '{}', now() + interval '15 minutes')`,
      [id, hashSecret(secret)],
    );
    return secret;
  };

  test('gets changes of what it may read, of its apps only', async () => {
    const [own, other] = [await createApp('own'), await createApp('other')];
    const listener = await open(await create({ appIds: [own] }));
    const all = await open(await create());
    await announce('One', reader);
    await reader.call('notifications.updatePreferences', { appUpdates: false });
    for (const appId of [other, own]) {
      const { detailsRevision: revision } = await reader.call('apps.get', { appId });
      await reader.call('apps.updateDetails', { appId, details: { tags: ['sea'] }, revision });
    }
    const appsOf = ({ events }: Listener) => new Set(events.map(({ data }) => data['appId']));
    await expect.poll(() => appsOf(listener)).toEqual(new Set([own]));
    await expect.poll(() => appsOf(all)).toEqual(new Set([other, own]));
    for (const { events } of [listener, all]) {
      expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['changes']));
      expect(changedAreas({ events })).not.toContain('notifications');
      expect(changedAreas({ events })).not.toContain('preferences');
    }
    for (const { close } of [listener, all]) close();
  });

  test('gets no more events once its token is revoked or has expired', async () => {
    const [first, second] = [await create(), await create()];
    const [revoked, expired] = [await open(first), await open(second)];
    await reader.call('tokens.revoke', { tokenId: first.token.id });
    expect(await revoked.ended).toBe(true);
    await server.context.pool.query(
      `UPDATE api_tokens SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [second.token.id],
    );
    await server.live.beat();
    expect(await expired.ended).toBe(true);
  });

  test('of a trusted publisher gets the events of its app until it expires', async () => {
    const [id, appId] = [`built${count}`, await createApp('built')];
    const { pool } = server.context;
    const secret = await trust(id, appId);
    const listener = await open({ secret });
    await server.live.beat();
    const { detailsRevision: revision } = await reader.call('apps.get', { appId });
    await reader.call('apps.updateDetails', { appId, details: { tags: ['sea'] }, revision });
    await expect.poll(() => listener.events.map(({ data }) => data['appId'])).toContain(appId);

    await pool.query(`UPDATE apps SET status = 'removed' WHERE id = $1`, [appId]);
    await server.live.beat();
    expect(await listener.ended).toBe(true);
    await pool.query(`UPDATE apps SET status = 'draft' WHERE id = $1`, [appId]);
    const expiring = await open({ secret });
    await pool.query(`UPDATE build_tokens SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await server.live.beat();
    expect(await expiring.ended).toBe(true);
  });

  test('of a trusted publisher gets no more events once that is changed or removed', async () => {
    const { pool } = server.context;
    const appId = await createApp('ended');
    const add = async (id: string) => open({ secret: await trust(id, appId) });
    const [removed, changed] = [await add(`removed${count}`), await add(`changed${count}`)];
    await reader.call('trustedPublishers.remove', { trustedPublisherId: `removed${count}` });
    expect(await removed.ended).toBe(true);
    await pool.query(`DELETE FROM build_tokens WHERE id = 'changed${count}';
      UPDATE trusted_publishers SET owner_uid = owner_uid WHERE id = 'changed${count}'`);
    expect(await changed.ended).toBe(true);
  });

  test('needs the scope read, and may open four streams', async () => {
    const request = ({ secret }: { secret: string }) =>
      fetch(`${server.url}events`, { headers: { Authorization: `Bearer ${secret}` } });
    const denied = await request(await create({ scopes: ['upload'] }));
    const { error } = await denied.json();
    expect([denied.status, error.details]).toEqual([
      403,
      { reason: 'scope', scope: 'read', sentence: expect.any(Array) },
    ]);
    const token = await create();
    const listeners = await Promise.all(Array.from({ length: 4 }, () => open(token)));
    const tooMany = await request(token);
    expect([tooMany.status, (await tooMany.json()).error.details]).toEqual([
      429,
      { reason: 'too-many-streams', sentence: expect.any(Array) },
    ]);
    const browser = await listen(reader);
    for (const { close } of [...listeners, browser]) close();
  });
});

test('does not delay the stop of the server', async () => {
  const stopping = await startTestServer();
  const person = await stopping.signUp('person@example.org');
  const listener = await listen(person, stopping);
  await stopping[Symbol.asyncDispose]();
  // A stop that waits for a stream breaks it off in the end.
  expect(await listener.ended).toBe(true);
});
