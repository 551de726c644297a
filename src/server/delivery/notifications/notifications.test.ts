import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DomainEvent } from '#shared/events.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { type SeededNotification, seedNotification } from '#test/support/seed-notification.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { emit } from '../../events/emit.ts';
import { deleteExpired } from '../../people/retention/delete-expired.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { TOP_OF_LIST } from './listed-rows.ts';
import { MARKED_AT_ONCE } from './mark-all-read.ts';

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

const insert = (person: Person, title: string, columns: Omit<SeededNotification, 'title'> = {}) =>
  seedNotification(server.context.pool, person.uid, { title, ...columns });

async function titlesOf(person: Person, input: { unreadOnly?: boolean } = {}): Promise<string[]> {
  const { notifications } = await person.call('notifications.list', input);
  return notifications.map((notification) => notification.title);
}

describe('the list', () => {
  let expiredId: string;
  let foreignId: string;
  beforeAll(async () => {
    await insert(ada, 'old', { createdAt: '2026-01-01', isRead: true });
    await insert(ada, 'middle', { createdAt: '2026-01-02' });
    await insert(ada, 'new', { createdAt: '2026-01-03' });
    expiredId = await insert(ada, 'expired', { expiresAt: '2026-01-01' });
    foreignId = await insert(eve, "eve's");
  });

  test('has the caller’s own, newest first, without expired ones', async () => {
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

  test('of another user can’t be read or changed', async () => {
    for (const name of ['notifications.markRead', 'notifications.delete'] as const) {
      const foreign = await ada.tryCall(name, { id: foreignId });
      expect(foreign.error).toMatchObject({
        status: 'NOT_FOUND',
        message: 'This notification doesn’t exist.',
      });
      expect((await ada.tryCall(name, { id: expiredId })).status).toBe(404);
      for (const id of ['x', '0', '9'.repeat(30), `${foreignId}.`]) {
        expect((await ada.tryCall(name, { id })).status).toBe(404);
      }
      expect((await server.nobody.tryCall(name, { id: foreignId })).status).toBe(401);
    }
    await ada.call('notifications.markAllRead', {});
    expect(await eve.call('notifications.countUnread', {})).toEqual({ count: 1 });
  });

  test('changes by reading and deleting', async () => {
    const again = await insert(ada, 'again');
    await ada.call('notifications.markRead', { id: again });
    await ada.call('notifications.markRead', { id: again });
    expect(await titlesOf(ada, { unreadOnly: true })).toEqual([]);
    const id = await insert(ada, 'one');
    await insert(ada, 'two');
    expect(await ada.call('notifications.markAllRead', {})).toEqual({ count: 2 });
    expect(await ada.call('notifications.markAllRead', {})).toEqual({ count: 0 });
    await ada.call('notifications.delete', { id });
    expect(await titlesOf(ada)).not.toContain('one');
    expect((await ada.tryCall('notifications.delete', { id })).status).toBe(404);
  });
});

interface ManyNotifications {
  readonly title: string;
  readonly count: number;
  readonly isRead: boolean;
}

/** Puts notifications straight into a user's list, as the newest ones. */
const seedMany = (uid: string, { title, count, isRead }: ManyNotifications) =>
  server.context.pool.query(
    `WITH seeded AS (
       INSERT INTO notifications (kind, type, title, message, expires_at)
       SELECT 'systemAnnouncements', 'system_message', $2, 'Soon.', now() + interval '9 days'
       FROM generate_series(1, $3::int) RETURNING id, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid, read_at)
     SELECT id, expires_at, $1, CASE WHEN $4 THEN now() END FROM seeded`,
    [uid, title, count, isRead],
  );

test('very many notifications are marked as read at once, and none that follows', async () => {
  const reader = await server.onboard('many@example.org');
  const seed = (count: number) => seedMany(reader.uid, { title: 'Maintenance', count, isRead: false });
  const before = (await reader.call('notifications.countUnread', {})).count;
  const count = MARKED_AT_ONCE + 5_100;
  await seed(count);
  expect(await reader.call('notifications.markAllRead', {})).toEqual({ count: before + count });
  await seed(2);
  expect(
    (await reader.call('notifications.list', { limit: 3 })).notifications.map(({ read }) => read),
  ).toEqual([false, false, true]);
  await expect.poll(() => reader.call('notifications.countUnread', {})).toEqual({ count: 2 });
});

test('unread notifications are found below very many read ones', async () => {
  const reader = await server.onboard('below@example.org');
  await reader.call('notifications.markAllRead', {});
  const seed = (title: string, count: number, isRead = false) =>
    seedMany(reader.uid, { title, count, isRead });
  await seed('older', MARKED_AT_ONCE + 1);
  await seed('read', TOP_OF_LIST - 1, true);
  await seed('newest', 1);
  const list = (input: { limit: number; cursor?: string }) =>
    reader.call('notifications.list', { unreadOnly: true, ...input });
  const top = await list({ limit: 1 });
  expect(top.notifications).toMatchObject([{ title: 'newest' }]);
  const below = await list({ limit: 100, cursor: top.nextCursor ?? '' });
  expect(below.notifications.map(({ title }) => title)).toEqual(Array.from({ length: 100 }, () => 'older'));
  const ids = (await list({ limit: 100 })).notifications.map(({ id }) => id);
  expect(ids).toEqual([...top.notifications, ...below.notifications.slice(0, 99)].map(({ id }) => id));

  expect(await reader.call('notifications.markAllRead', {})).toEqual({ count: MARKED_AT_ONCE + 2 });
  expect((await list({ limit: 100 })).notifications.map(({ title }) => title)).not.toContain('newest');
  await expect.poll(() => reader.call('notifications.countUnread', {})).toEqual({ count: 0 });
});

test('the daily job deletes only expired notifications', async () => {
  const ids = [await insert(ada, 'over', { expiresAt: '2026-01-01' }), await insert(ada, 'stays')];
  await deleteExpired(server.context, new AbortController().signal);
  const { rows } = await server.context.pool.query(
    `SELECT n.title FROM notification_recipients r JOIN notifications n ON n.id = r.notification_id
     WHERE n.id = ANY($1::bigint[])`,
    [ids],
  );
  expect(rows).toEqual([{ title: 'stays' }]);
});

test('the daily job deletes batches of downloads that were stored long ago', async () => {
  await server.context.pool.query(
    `INSERT INTO download_batches (id, stored_at) VALUES ('old', now() - interval '31 days'), ('new', now())`,
  );
  await deleteExpired(server.context, new AbortController().signal);
  const { rows } = await server.context.pool.query('SELECT id FROM download_batches');
  expect(rows).toEqual([{ id: 'new' }]);
});

describe('an update', () => {
  const listUpdates = async (person: Person) => {
    const { notifications } = await person.call('notifications.list', {});
    return notifications.filter((notification) => notification.type === 'app_update');
  };

  test('reaches everyone whose appUpdates is true, in the words of the specification', async () => {
    const reader = await server.onboard('reader@example.org', 'browse');
    const other = await server.onboard('other@example.org', 'browse');
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
    const response = await admin.tryCall('notifications.sendUpdate', { appId: 'none', version: '1' });
    expect(response).toMatchObject({
      status: 404,
      error: { status: 'NOT_FOUND', message: 'App not found.' },
    });
  });

  test('can only be sent by admins', async () => {
    const response = await ada.tryCall('notifications.sendUpdate', { appId: 'none', version: '1' });
    expect(response.status).toBe(403);
  });

  test('is sent when a newer version of a published app is published, but not for the first', async () => {
    const { app } = await ada.call('apps.create', {
      platform: 'android',
      applicationId: 'org.example.harbour',
      name: 'Harbour',
    });
    await server.completeListing(app.id);
    const reader = await server.onboard('harbour-reader@example.org', 'browse');
    const publish = async (fixture: string) => {
      const { id: versionId } = await uploadVersion(ada, app.id, readFixture(fixture));
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

test('an approval says what is true of a version that starts with a share of the devices', async () => {
  const own = await createOwnApp(server, { name: 'Lantern' });
  const { id: versionId } = await own.upload();
  await own.owner.call('versions.submit', { versionId, percentage: 20 });
  await admin.call('reviews.approve', { versionId });
  expect((await own.owner.call('notifications.list', {})).notifications).toMatchObject([
    {
      title: 'App Approved',
      message: 'Your app Lantern has been approved. Version 1.0 is rolling out to 20% of devices.',
      data: { appId: own.appId },
    },
  ]);
});

const removalOf = (appId: string): DomainEvent => ({
  name: 'app.removed',
  by: null,
  appId,
  details: { reason: 'It spies.', from: 'published', to: 'removed' },
});

test('a removal is sent despite all preferences', async () => {
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
  await context.db.transaction((tx) => emit(tx, removalOf(app.id)));
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

test('a failed action sends nothing', async () => {
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
    await emit(tx, removalOf(app.id));
    throw new Error('the action failed');
  });
  await expect(failing).rejects.toThrow('the action failed');
  expect(await titlesOf(owner)).toEqual([]);
  const { rows: deliveries } = await context.pool.query('SELECT FROM outbox WHERE uid = $1', [owner.uid]);
  expect(deliveries).toEqual([]);
});
