import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertPeople, muteMails } from '#test/people.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Person;
let developer: Person;
let reader: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  developer = await server.onboard('developer@example.org');
  reader = await server.onboard('reader@example.org', 'look');
  await muteMails(server.context.pool);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.context.pool.query('TRUNCATE notifications, notices CASCADE'));

const text = { title: 'Maintenance', message: 'The store rests on Sunday.' };

async function get(announcementId: string) {
  return (await admin.call('announcements.get', { announcementId })).announcement;
}

async function waitUntilSent(announcementId: string) {
  await expect.poll(async () => (await get(announcementId)).status, { timeout: 10_000 }).toBe('sent');
  return get(announcementId);
}

async function whoHas(announcementId: string): Promise<string[]> {
  const { rows } = await server.context.pool.query(
    'SELECT user_id FROM notifications WHERE starts_with(id, $1) ORDER BY user_id',
    [`${announcementId}.`],
  );
  return rows.map((row) => row.user_id);
}

describe('an announcement', () => {
  test('reaches everyone whose systemAnnouncements is true, for 60 days', async () => {
    const other = await server.onboard(`${randomUUID()}@example.org`, 'look');
    await other.call('notifications.updatePreferences', { systemAnnouncements: false });
    const { announcementId, recipients } = await admin.call('notifications.announce', text);
    const sent = await waitUntilSent(announcementId);
    expect(sent).toMatchObject({
      ...text,
      audience: 'everyone',
      userIds: null,
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

  test('for developers reaches them alone', async () => {
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

  test('for chosen people reaches them alone, whatever their flag', async () => {
    const userIds = [reader.uid, developer.uid, reader.uid];
    await reader.call('notifications.updatePreferences', { systemAnnouncements: false });
    expect(await admin.call('announcements.countAudience', { userIds })).toEqual({ recipients: 2 });
    const { announcementId, recipients } = await admin.call('notifications.announce', { ...text, userIds });
    expect(recipients).toBe(2);
    expect((await waitUntilSent(announcementId)).audience).toBe('chosen');
    expect(await whoHas(announcementId)).toEqual([reader.uid, developer.uid].sort());
    await reader.call('notifications.updatePreferences', { systemAnnouncements: true });
  });

  test('does not come into the list of somebody who wants none there', async () => {
    await reader.call('notifications.updatePreferences', { muted: ['systemAnnouncements.inApp'] });
    const { announcementId } = await admin.call('notifications.announce', {
      ...text,
      userIds: [reader.uid, developer.uid],
    });
    await waitUntilSent(announcementId);
    expect(await whoHas(announcementId)).toEqual([developer.uid]);
    await reader.call('notifications.updatePreferences', { muted: [] });
  });

  test('sent twice under one id is one; with another text it is refused', async () => {
    const announcementId = randomUUID();
    const first = await admin.call('notifications.announce', { ...text, announcementId });
    const second = await admin.call('notifications.announce', { ...text, announcementId });
    expect(second).toEqual(first);
    await waitUntilSent(announcementId);
    expect(await whoHas(announcementId)).toHaveLength(first.recipients);
    const other = await admin.tryCall('notifications.announce', { ...text, title: 'Else', announcementId });
    expect(other).toMatchObject({ status: 409, error: { status: 'ALREADY_EXISTS' } });
  });

  test('to nobody who exists is refused, naming them', async () => {
    const answer = await admin.tryCall('notifications.announce', {
      ...text,
      userIds: [reader.uid, 'nobody'],
    });
    expect(answer.error).toMatchObject({ status: 'NOT_FOUND', details: { userIds: ['nobody'] } });
    const { announcements } = await admin.call('announcements.list', {});
    expect(announcements).toEqual([]);
  });

  test.each([
    [{ title: ' ' }, 'title'],
    [{ message: '' }, 'message'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ userIds: [] }, 'userIds'],
    [{ audience: 'nobody' }, 'audience'],
  ])('with %j is refused, naming %s', async (change, path) => {
    const answer = await admin.tryCall('notifications.announce', { ...text, ...change });
    expect(answer.status).toBe(400);
    expect(answer.error.details?.issues).toMatchObject([{ path }]);
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

test('a stopped announcement reaches nobody more, and twice is like once', async () => {
  const { pool } = server.context;
  await insertPeople(pool, 30_000, 'many-');
  await muteMails(pool);
  const { announcementId, recipients } = await admin.call('notifications.announce', text);
  await expect.poll(async () => (await get(announcementId)).reached, { interval: 5 }).toBeGreaterThan(0);
  const { announcement } = await admin.call('announcements.stop', { announcementId });
  expect(announcement.status).toBe('stopped');
  expect(announcement.finishedAt).not.toBeNull();
  expect(announcement.reached).toBeLessThan(recipients);
  expect((await admin.call('announcements.stop', { announcementId })).announcement).toEqual(announcement);

  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await get(announcementId)).toEqual(announcement);
  expect(await whoHas(announcementId)).toHaveLength(announcement.reached);
});

test('one that was sent cannot be stopped', async () => {
  const { announcementId } = await admin.call('notifications.announce', { ...text, userIds: [reader.uid] });
  await waitUntilSent(announcementId);
  const answer = await admin.tryCall('announcements.stop', { announcementId });
  expect(answer.error).toMatchObject({
    status: 'FAILED_PRECONDITION',
    details: { reason: 'This announcement has been sent already.' },
  });
});

test('announcements belong to admins', async () => {
  const announcementId = randomUUID();
  const attempts = [
    ['notifications.announce', text],
    ['announcements.countAudience', {}],
    ['announcements.list', {}],
    ['announcements.get', { announcementId }],
    ['announcements.stop', { announcementId }],
  ] as const;
  for (const [name, data] of attempts) {
    expect((await developer.tryCall(name, data)).status).toBe(403);
    expect((await server.nobody.tryCall(name, data)).status).toBe(401);
  }
  for (const name of ['announcements.get', 'announcements.stop'] as const) {
    expect((await admin.tryCall(name, { announcementId })).status).toBe(404);
  }
});
