import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { seedNotification } from '#test/support/seed-notification.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { contentOf } from './content.ts';
import { TOP_OF_LIST } from './listed-rows.ts';
import { notifyUser } from './notify-user.ts';

let server: TestServer;
let reader: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  reader = await server.onboard({}, 'browse');
});

const seed = (title: string, type = 'app_update', isRead = false) =>
  seedNotification(server.context.pool, reader.uid, { title, type, isRead });

async function seedUpdates(count: number, isRead = false): Promise<void> {
  for (let number = 1; number <= count; number += 1) await seed(`Update ${number}`, 'app_update', isRead);
}

const reject = (name: string) =>
  server.context.db.transaction((tx) =>
    notifyUser(tx, contentOf('appRejected', { name, reason: 'No.', reasons: [] }, { appId: name }), {
      uid: reader.uid,
      now: new Date(),
    }),
  );

/** Reads the whole grouped list in pages, each row as its title, or the number of its updates. */
async function readRows(limit: number, unreadOnly = false): Promise<string[]> {
  const rows: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await reader.call('notifications.list', { grouped: true, limit, unreadOnly, cursor });
    expect(page.notifications.length).toBeLessThanOrEqual(limit);
    rows.push(
      ...page.notifications.map(({ title, message, group }) =>
        group ? `${group.updates}` : title + (title === 'App Rejected' ? ` ${message}` : ''),
      ),
    );
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

test.each([1, 2, 3, 50])('pages of %i rows have each row once, unread decisions first', async (limit) => {
  await seedUpdates(3);
  await reject('Harbour');
  await seed('News', 'system_message');
  await seedUpdates(2);
  await reject('Lantern');
  await seed('One update');
  await seed('Later news', 'system_message');
  expect(await readRows(limit)).toEqual([
    'App Rejected Your app Lantern has been rejected: No.',
    'App Rejected Your app Harbour has been rejected: No.',
    'Later news',
    '3',
    'News',
    '3',
  ]);
});

test('a decision that was read is in its place, and only unread rows are listed on request', async () => {
  await seedUpdates(2);
  await reject('Harbour');
  await seedUpdates(2, true);
  const [decision] = (await reader.call('notifications.list', { grouped: true })).notifications;
  await reader.call('notifications.markRead', { id: decision?.id ?? '' });
  expect(await readRows(50)).toEqual(['2', 'App Rejected Your app Harbour has been rejected: No.', '2']);
  expect(await readRows(50, true)).toEqual(['2']);
});

test('more updates than are read at once continue as another row', async () => {
  await server.context.pool.query(
    `WITH said AS (
       INSERT INTO notifications (kind, type, title, message, expires_at)
       SELECT 'appUpdates', 'app_update', 'Update ' || i, 'Hello', '2999-01-01' FROM generate_series(1, $2::int) AS i
       RETURNING id, expires_at
     )
     INSERT INTO notification_recipients (notification_id, expires_at, uid) SELECT id, expires_at, $1 FROM said`,
    [reader.uid, TOP_OF_LIST + 5],
  );
  expect(await readRows(20)).toEqual([String(TOP_OF_LIST), '5']);
  expect(await readRows(20, true)).toEqual([String(TOP_OF_LIST), '5']);
});

test('the updates of a row come in pages, and are read and deleted together', async () => {
  await seed('Older news', 'system_message');
  await seedUpdates(5);
  await seed('News', 'system_message');
  const [, row] = (await reader.call('notifications.list', { grouped: true })).notifications;
  if (!row?.group) throw new Error('there is no group');
  expect(row.group).toMatchObject({ updates: 5, unread: 5 });
  const ofRow = { id: row.id, oldest: row.group.oldest };
  const first = await reader.call('notifications.list', { updates: ofRow, limit: 3 });
  const second = await reader.call('notifications.list', {
    updates: ofRow,
    limit: 3,
    cursor: first.nextCursor ?? '',
  });
  const titles = [...first.notifications, ...second.notifications].map(({ title }) => title);
  expect(titles).toEqual(['Update 5', 'Update 4', 'Update 3', 'Update 2', 'Update 1']);
  expect(second.nextCursor).toBeNull();

  await reader.call('notifications.markRead', ofRow);
  expect(await reader.call('notifications.countUnread', {})).toEqual({ count: 2 });
  await reader.call('notifications.delete', ofRow);
  expect(await readRows(50)).toEqual(['News', 'Older news']);
  expect((await reader.tryCall('notifications.delete', ofRow)).status).toBe(404);
});

test('an invalid row or cursor is rejected', async () => {
  const id = await seed('Update');
  for (const oldest of ['x', '0']) {
    expect((await reader.tryCall('notifications.markRead', { id, oldest })).status).toBe(404);
    const list = await reader.call('notifications.list', { updates: { id, oldest } });
    expect(list.notifications).toEqual([]);
  }
  expect((await reader.tryCall('notifications.list', { grouped: true, cursor: 'nonsense' })).status).toBe(
    400,
  );
});
