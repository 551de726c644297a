import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { insertPeople, muteMails } from '#test/support/seed-users.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { addRecipients, waitForDeletions } from '../notifications/add-recipients.ts';
import { announcementContent } from '../notifications/content.ts';
import { insertNotification } from '../notifications/notify-user.ts';

let server: TestServer;
let admin: Person;
let developer: Person;
let reader: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  developer = await server.onboard('developer@example.org');
  reader = await server.onboard('reader@example.org', 'browse');
  await muteMails(server.context.pool);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  // A job that still writes could lock these tables in another order.
  await waitForBroadcasts();
  await server.context.jobs.pool.query('TRUNCATE notifications, notification_recipients CASCADE');
});

/** Waits until no job sends or queues an announcement. */
async function waitForBroadcasts(): Promise<void> {
  const countJobs = async () => {
    const { rows } = await server.context.pool.query(
      "SELECT FROM graphile_worker.jobs WHERE task_identifier IN ('send-broadcast', 'queue-broadcast')",
    );
    return rows.length;
  };
  await expect.poll(countJobs).toBe(0);
}

const text = { title: 'Maintenance', message: 'The store rests on Sunday.' };

async function get(announcementId: string) {
  const { announcements } = await admin.call('announcements.list', { limit: 100 });
  const found = announcements.find(({ id }) => id === announcementId);
  if (!found) throw new Error(`The announcement ${announcementId} is not listed.`);
  return found;
}

async function waitUntilSent(announcementId: string) {
  await expect.poll(async () => (await get(announcementId)).status).toBe('sent');
  return get(announcementId);
}

async function whoHas(announcementId: string): Promise<string[]> {
  const { rows } = await server.context.pool.query(
    `SELECT r.uid FROM notification_recipients r JOIN broadcasts b ON b.notification_id = r.notification_id
     WHERE b.id = $1 ORDER BY r.uid`,
    [announcementId],
  );
  return rows.map((row) => row.uid);
}

describe('an announcement', () => {
  test('reaches everyone whose systemAnnouncements is true, for 60 days', async () => {
    const other = await server.onboard(`${randomUUID()}@example.org`, 'browse');
    await other.call('notifications.updatePreferences', { systemAnnouncements: false });
    const { announcementId, recipients } = await admin.call('notifications.announce', text);
    const sent = await waitUntilSent(announcementId);
    expect(sent).toMatchObject({
      ...text,
      audience: 'everyone',
      senderUid: admin.uid,
      recipients,
      reached: recipients,
      mailing: { reached: recipients },
    });
    expect(await whoHas(announcementId)).toHaveLength(recipients);
    expect(await whoHas(announcementId)).not.toContain(other.uid);

    const { notifications } = await reader.call('notifications.list', {});
    expect(notifications).toMatchObject([{ type: 'system_message', ...text, read: false }]);
    const [notification] = notifications;
    const lifetime = Date.parse(notification?.expiresAt ?? '') - Date.parse(notification?.createdAt ?? '');
    expect(lifetime).toBe(60 * 86_400_000);
  });

  test('for developers reaches only them', async () => {
    expect(await admin.call('announcements.countAudience', { audience: 'developers' })).toEqual({
      recipients: 1,
    });
    const { announcementId } = await admin.call('notifications.announce', {
      ...text,
      audience: 'developers',
    });
    expect((await waitUntilSent(announcementId)).audience).toBe('developers');
    expect(await whoHas(announcementId)).toEqual([developer.uid]);
  });

  test('does not count users who switched announcements off', async () => {
    const count = async (audience: 'everyone' | 'developers') =>
      (await admin.call('announcements.countAudience', { audience })).recipients;
    const everyone = await count('everyone');
    await developer.call('notifications.updatePreferences', { systemAnnouncements: false });
    expect([await count('everyone'), await count('developers')]).toEqual([everyone - 1, 0]);
    await developer.call('notifications.updatePreferences', { systemAnnouncements: true });
    expect([await count('everyone'), await count('developers')]).toEqual([everyone, 1]);
  });

  test('for chosen users reaches only them, despite their flag', async () => {
    const userIds = [reader.uid, developer.uid, reader.uid];
    await reader.call('notifications.updatePreferences', { systemAnnouncements: false });
    expect(await admin.call('announcements.countAudience', { userIds })).toEqual({ recipients: 2 });
    const { announcementId, recipients } = await admin.call('notifications.announce', { ...text, userIds });
    expect(recipients).toBe(2);
    expect((await waitUntilSent(announcementId)).audience).toBe('chosen');
    expect(await whoHas(announcementId)).toEqual([reader.uid, developer.uid].sort());
    await reader.call('notifications.updatePreferences', { systemAnnouncements: true });
  });

  test('is not listed for users who switched that off', async () => {
    await reader.call('notifications.updatePreferences', { muted: ['systemAnnouncements.inApp'] });
    const { announcementId } = await admin.call('notifications.announce', {
      ...text,
      userIds: [reader.uid, developer.uid],
    });
    await waitUntilSent(announcementId);
    expect(await whoHas(announcementId)).toEqual([developer.uid]);
    await reader.call('notifications.updatePreferences', { muted: [] });
  });

  test('sent twice with one id is sent once; another text is rejected', async () => {
    const announcementId = randomUUID();
    const first = await admin.call('notifications.announce', { ...text, announcementId });
    const second = await admin.call('notifications.announce', { ...text, announcementId });
    expect(second).toEqual(first);
    await waitUntilSent(announcementId);
    expect(await whoHas(announcementId)).toHaveLength(first.recipients);
    const other = await admin.tryCall('notifications.announce', { ...text, title: 'Else', announcementId });
    expect(other).toMatchObject({ status: 409, error: { status: 'ALREADY_EXISTS' } });
  });

  test('to users who do not exist is rejected, naming them', async () => {
    const response = await admin.tryCall('notifications.announce', {
      ...text,
      userIds: [reader.uid, 'nobody'],
    });
    expect(response.error).toMatchObject({ status: 'NOT_FOUND', details: { userIds: ['nobody'] } });
    const { announcements } = await admin.call('announcements.list', {});
    expect(announcements).toEqual([]);
  });

  test.each([
    [{ title: ' ' }, 'title'],
    [{ message: '' }, 'message'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ userIds: [] }, 'userIds'],
    [{ audience: 'nobody' }, 'audience'],
  ])('with %j is rejected, naming %s', async (change, path) => {
    const response = await admin.tryCall('notifications.announce', { ...text, ...change });
    expect(response.status).toBe(400);
    expect(response.error.details?.issues).toMatchObject([{ path }]);
  });
});

test('new accounts get no earlier announcements, and a deleted account leaves no recipient', async () => {
  const gone = await server.onboard(`${randomUUID()}@example.org`, 'browse');
  const { announcementId } = await admin.call('notifications.announce', text);
  await waitUntilSent(announcementId);
  const later = await server.onboard(`${randomUUID()}@example.org`, 'browse');
  expect(await later.call('notifications.countUnread', {})).toEqual({ count: 0 });
  expect(await whoHas(announcementId)).toContain(gone.uid);
  await server.context.pool.query('DELETE FROM auth_users WHERE id = $1', [gone.uid]);
  expect(await whoHas(announcementId)).not.toContain(gone.uid);
  expect(await whoHas(announcementId)).toContain(reader.uid);
});

/** Waits until so many connections to this test's database wait for an advisory lock. */
async function waitForLocks(count: number): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await server.context.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length;
  };
  await expect.poll(countWaiting).toBe(count);
}

describe('a user who is deleted while an announcement is sent', () => {
  const deleteUser = (db: Pool | PoolClient, uid: string) =>
    db.query('DELETE FROM auth_users WHERE id = $1', [uid]);

  test('is deleted after the batch, with its row', async () => {
    const gone = await server.onboard(`${randomUUID()}@example.org`, 'browse');
    const { jobs } = server.context;
    let deletion: Promise<unknown> | undefined;
    const id = await jobs.db.transaction(async (tx) => {
      await waitForDeletions(tx);
      const kind = 'systemAnnouncements';
      const notification = announcementContent(text.title, text.message);
      const inserted = await insertNotification(tx, notification, { now: new Date() });
      const { size } = await addRecipients(
        tx,
        { id: inserted.id, kind, audience: 'chosen', chosenUids: [gone.uid] },
        { after: '', limit: 5 },
      );
      expect(size).toBe(1);
      deletion = deleteUser(jobs.pool, gone.uid);
      await waitForLocks(1);
      return inserted.id;
    });
    await deletion;
    const { rowCount } = await jobs.pool.query(
      'SELECT FROM notification_recipients WHERE notification_id = $1',
      [id],
    );
    expect(rowCount).toBe(0);
  });

  test('gets no row from a batch that starts before the deletion is complete', async () => {
    const gone = await server.onboard(`${randomUUID()}@example.org`, 'browse');
    const client = await server.context.jobs.pool.connect();
    try {
      await client.query('BEGIN');
      await deleteUser(client, gone.uid);
      const userIds = [gone.uid, reader.uid];
      const { announcementId } = await admin.call('notifications.announce', { ...text, userIds });
      await waitForLocks(1);
      expect(await whoHas(announcementId)).toEqual([]);
      await client.query('COMMIT');
      await waitUntilSent(announcementId);
      expect(await whoHas(announcementId)).toEqual([reader.uid]);
    } finally {
      // Ends the transaction, too, when a check has failed.
      client.release(true);
    }
  });
});

test('the history is newest first, in pages', async () => {
  const ids: string[] = [];
  for (const title of ['First', 'Second', 'Third']) {
    const sent = await admin.call('notifications.announce', { ...text, title, userIds: [reader.uid] });
    ids.push(sent.announcementId);
  }
  const first = await admin.call('announcements.list', { limit: 2 });
  expect(first.announcements.map(({ title }) => title)).toEqual(['Third', 'Second']);
  const second = await admin.call('announcements.list', { limit: 2, cursor: first.nextCursor ?? '' });
  expect(second.announcements.map(({ id }) => id)).toEqual([ids[0]]);
  expect(second.nextCursor).toBeNull();
});

test('a stopped announcement reaches nobody else, and stopping twice has no effect', async () => {
  const { pool, jobs } = server.context;
  await insertPeople(jobs.pool, 6_000, 'many-');
  await muteMails(pool);
  // Batches wait in turn for the lock of `waitForDeletions`: the test lets the first one through and holds the second.
  const [before, between] = [await jobs.pool.connect(), await jobs.pool.connect()];
  const lock = "SELECT pg_advisory_lock(hashtextextended('quayside recipients', 0))";
  await before.query(lock);
  const { announcementId, recipients } = await admin.call('notifications.announce', text);
  await waitForLocks(1);
  const held = between.query(lock);
  await waitForLocks(2);
  before.release(true);
  await held;
  await expect.poll(async () => (await get(announcementId)).reached).toBeGreaterThan(0);
  const { announcement } = await admin.call('announcements.stop', { announcementId });
  between.release(true);
  expect(announcement.status).toBe('stopped');
  expect(announcement.finishedAt).not.toBeNull();
  expect(announcement.reached).toBeLessThan(recipients);
  expect((await admin.call('announcements.stop', { announcementId })).announcement).toEqual(announcement);

  await waitForBroadcasts();
  expect(await get(announcementId)).toEqual(announcement);
  expect(await whoHas(announcementId)).toHaveLength(announcement.reached);
});

test('a finished announcement cannot be stopped', async () => {
  const { announcementId } = await admin.call('notifications.announce', { ...text, userIds: [reader.uid] });
  await waitUntilSent(announcementId);
  const response = await admin.tryCall('announcements.stop', { announcementId });
  expect(response.error).toMatchObject({
    status: 'FAILED_PRECONDITION',
    message: 'This announcement was already sent.',
    details: { reason: 'already-sent' },
  });
});

test('announcements are only for admins', async () => {
  const announcementId = randomUUID();
  const attempts = [
    ['notifications.announce', text],
    ['announcements.countAudience', {}],
    ['announcements.list', {}],
    ['announcements.stop', { announcementId }],
  ] as const;
  for (const [name, data] of attempts) {
    expect((await developer.tryCall(name, data)).status).toBe(403);
    expect((await server.nobody.tryCall(name, data)).status).toBe(401);
  }
  expect((await admin.tryCall('announcements.stop', { announcementId })).status).toBe(404);
});
