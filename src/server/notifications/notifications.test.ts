import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { publishDirectly } from '#test/store.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';
import { apps } from '../db/tables.ts';
import { deleteExpired } from './delete-expired.ts';
import { notifyRemoval } from './send.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  ada = await server.onboard('ada@example.org');
  eve = await server.onboard('eve@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

const DAY_MS = 86_400_000;

async function insert(person: Person, id: string, columns: Record<string, unknown> = {}): Promise<void> {
  const row = { type: 'system_message', title: id, message: 'Hello', ...columns };
  const names = Object.keys(row);
  await server.context.pool.query(
    `INSERT INTO notifications (id, user_id, ${names.join(', ')})
     VALUES ($1, $2, ${names.map((_, index) => `$${index + 3}`).join(', ')})`,
    [id, person.uid, ...Object.values(row)],
  );
}

async function titlesOf(person: Person, input: { unreadOnly?: boolean } = {}): Promise<string[]> {
  const { notifications } = await person.call('notifications.list', input);
  return notifications.map((notification) => notification.title);
}

describe('the list', () => {
  beforeAll(async () => {
    await insert(ada, 'old', { created_at: '2026-01-01', read: true });
    await insert(ada, 'new', { created_at: '2026-01-03' });
    await insert(ada, 'middle', { created_at: '2026-01-02', expires_at: '2999-01-01' });
    await insert(ada, 'expired', { expires_at: '2026-01-01' });
    await insert(eve, "eve's");
  });

  test('is the own ones, newest first, without the expired', async () => {
    expect(await titlesOf(ada)).toEqual(['new', 'middle', 'old']);
    expect(await titlesOf(eve)).toEqual(["eve's"]);
  });

  test('has only unread ones on request', async () => {
    expect(await titlesOf(ada, { unreadOnly: true })).toEqual(['new', 'middle']);
    expect(await ada.call('notifications.countUnread', {})).toEqual({ count: 2 });
  });

  test('comes in pages', async () => {
    const first = await ada.call('notifications.list', { limit: 2 });
    const second = await ada.call('notifications.list', { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.notifications.map((notification) => notification.title)).toEqual(['old']);
    expect(second.nextCursor).toBeNull();
    expect((await ada.tryCall('notifications.list', { cursor: 'nonsense' })).status).toBe(400);
  });

  test('of somebody else is out of reach', async () => {
    for (const name of ['notifications.markRead', 'notifications.delete'] as const) {
      const foreign = await ada.tryCall(name, { id: "eve's" });
      expect(foreign.error).toMatchObject({ status: 'NOT_FOUND', message: 'There is no such notification.' });
      expect((await ada.tryCall(name, { id: 'expired' })).status).toBe(404);
      expect((await server.nobody.tryCall(name, { id: 'new' })).status).toBe(401);
    }
    await ada.call('notifications.markAllRead', {});
    expect(await eve.call('notifications.countUnread', {})).toEqual({ count: 1 });
    await insert(ada, 'again');
  });

  test('shrinks by reading and deleting', async () => {
    await ada.call('notifications.markRead', { id: 'again' });
    await ada.call('notifications.markRead', { id: 'again' });
    expect(await titlesOf(ada, { unreadOnly: true })).toEqual([]);
    await insert(ada, 'one');
    await insert(ada, 'two');
    expect(await ada.call('notifications.markAllRead', {})).toEqual({ count: 2 });
    expect(await ada.call('notifications.markAllRead', {})).toEqual({ count: 0 });
    await ada.call('notifications.delete', { id: 'one' });
    expect(await titlesOf(ada)).not.toContain('one');
    expect((await ada.tryCall('notifications.delete', { id: 'one' })).status).toBe(404);
  });
});

test('the daily job deletes what has expired and nothing else', async () => {
  await insert(ada, 'over', { expires_at: '2026-01-01' });
  await insert(ada, 'stays', { expires_at: '2999-01-01' });
  await insert(ada, 'for ever');
  await deleteExpired(server.context, new AbortController().signal);
  const { rows } = await server.context.pool.query(
    "SELECT id FROM notifications WHERE id IN ('over', 'stays', 'for ever') ORDER BY id",
  );
  expect(rows).toEqual([{ id: 'for ever' }, { id: 'stays' }]);
});

describe('an update', () => {
  const listUpdates = async (person: Person) => {
    const { notifications } = await person.call('notifications.list', {});
    return notifications.filter((notification) => notification.type === 'app_update');
  };

  test('reaches everyone whose appUpdates is true, in the words of the specification', async () => {
    const reader = await server.onboard('reader@example.org', 'look');
    const other = await server.onboard('other@example.org', 'look');
    await other.call('notifications.updatePreferences', { appUpdates: false });
    const { appId } = await publishDirectly(server.context, {
      applicationId: 'org.example.tides',
      versionCode: 1,
    });
    await admin.call('notifications.sendUpdate', { appId, version: '2.1', changes: 'Shows the moon.' });
    await expect.poll(() => listUpdates(reader)).toHaveLength(1);
    const [update] = await listUpdates(reader);
    expect(update).toMatchObject({
      userId: reader.uid,
      title: 'Tide Tables Updated to v2.1',
      message: 'Tide Tables has been updated to version 2.1. Shows the moon.',
      read: false,
      data: { appId, version: '2.1', changes: 'Shows the moon.' },
    });
    const lifetime = Date.parse(update?.expiresAt ?? '') - Date.parse(update?.createdAt ?? '');
    expect(lifetime).toBe(30 * DAY_MS);
    expect(await listUpdates(other)).toEqual([]);
  });

  test('of an app that does not exist is not found', async () => {
    const answer = await admin.tryCall('notifications.sendUpdate', { appId: 'none', version: '1' });
    expect(answer).toMatchObject({ status: 404, error: { status: 'NOT_FOUND', message: 'App not found.' } });
  });

  test('may be sent by admins alone', async () => {
    const answer = await ada.tryCall('notifications.sendUpdate', { appId: 'none', version: '1' });
    expect(answer.status).toBe(403);
  });

  test('is told when a newer version of a published app is published, and not of the first', async () => {
    const { app } = await ada.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.harbour',
      name: 'Harbour',
    });
    const reader = await server.onboard('harbour-reader@example.org', 'look');
    const publish = async (fixture: string) => {
      const { id: versionId } = await uploadVersion(ada, app.id, await readFixture(fixture));
      await ada.call('versions.submit', { versionId });
      await admin.call('reviews.approve', { versionId });
    };
    await publish('plain.apk');
    expect((await ada.call('notifications.list', {})).notifications[0]).toMatchObject({
      type: 'app_approval',
      title: 'App Approved',
      data: { appId: app.id },
    });
    await publish('next.apk');
    await expect.poll(() => listUpdates(reader)).toHaveLength(1);
    expect((await listUpdates(reader))[0]?.title).toMatch(/^Harbour Updated to v\d/);
  });
});

test('a removal is told whatever the switches say', async () => {
  const { context } = server;
  const owner = await server.onboard('removed@example.org');
  await owner.call('notifications.updatePreferences', { approvalNotifications: false, inApp: false });
  await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.removed',
    name: 'Removed',
  });
  const rows = await context.db.select().from(apps);
  const app = rows.find(({ ownerUid }) => ownerUid === owner.uid);
  if (!app) throw new Error('the app was not created');
  await context.db.transaction((tx) => notifyRemoval(tx, { app, reason: 'It spies.', now: new Date() }));
  const { notifications } = await owner.call('notifications.list', {});
  expect(notifications).toMatchObject([
    {
      type: 'app_removal',
      title: 'App Removed',
      message: 'Your app Removed has been removed from the store: It spies.',
      data: { appId: app.id, reason: 'It spies.' },
    },
  ]);
});

test('what a failed action would have told is not told', async () => {
  const { context } = server;
  const owner = await server.onboard('undone@example.org');
  await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.undone',
    name: 'Undone',
  });
  const rows = await context.db.select().from(apps);
  const app = rows.find(({ ownerUid }) => ownerUid === owner.uid);
  if (!app) throw new Error('the app was not created');
  const failing = context.db.transaction(async (tx) => {
    await notifyRemoval(tx, { app, reason: 'It spies.', now: new Date() });
    throw new Error('the action failed');
  });
  await expect(failing).rejects.toThrow('the action failed');
  expect(await titlesOf(owner)).toEqual([]);
  const { rows: deliveries } = await context.pool.query('SELECT FROM notice_deliveries WHERE user_id = $1', [
    owner.uid,
  ]);
  expect(deliveries).toEqual([]);
});
