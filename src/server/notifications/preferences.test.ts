import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

let count = 0;
beforeEach(async () => {
  count += 1;
  person = await server.signUp(`person${count}@example.org`);
});

const ALL_TRUE = {
  appUpdates: true,
  approvalNotifications: true,
  systemAnnouncements: true,
  email: true,
  push: true,
  inApp: true,
  emailFrequency: 'immediate',
  muted: [],
};

const flagsOf = async () => (await person.call('users.me', {})).user.settings.notifications;

test('are created with all true when there are none', async () => {
  const [first, second] = await Promise.all([
    person.call('notifications.getPreferences', {}),
    person.call('notifications.getPreferences', {}),
  ]);
  expect(first).toEqual({ preferences: { userId: person.uid, ...ALL_TRUE }, emailPaused: null });
  expect(second).toEqual(first);
  const { rows } = await server.context.pool.query(
    'SELECT count(*)::int AS count FROM notification_preferences WHERE user_id = $1',
    [person.uid],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('change in part, and what is not named stays', async () => {
  const { preferences } = await person.call('notifications.updatePreferences', {
    push: false,
    emailFrequency: 'daily',
    muted: ['appUpdates.email', 'appUpdates.email'],
  });
  const expected = { ...ALL_TRUE, push: false, emailFrequency: 'daily', muted: ['appUpdates.email'] };
  expect(preferences).toEqual({ userId: person.uid, ...expected });
  await person.call('notifications.updatePreferences', { approvalNotifications: false });
  const again = await person.call('notifications.getPreferences', {});
  expect(again.preferences).toEqual({ userId: person.uid, ...expected, approvalNotifications: false });
});

test('are one with the flags of the user record, by which recipients are selected', async () => {
  await person.call('notifications.updatePreferences', { appUpdates: false, inApp: false });
  expect(await flagsOf()).toEqual({ appUpdates: false, systemAnnouncements: true });
  await person.call('notifications.updatePreferences', { systemAnnouncements: false, appUpdates: true });
  expect(await flagsOf()).toEqual({ appUpdates: true, systemAnnouncements: false });
  const { preferences } = await person.call('notifications.getPreferences', {});
  expect(preferences).toMatchObject({ appUpdates: true, systemAnnouncements: false, inApp: false });
});

test('change as a whole or not at all', async () => {
  const { pool } = server.context;
  await pool.query('ALTER TABLE notification_preferences ADD CONSTRAINT needs_email CHECK (email)');
  try {
    const answer = await person.tryCall('notifications.updatePreferences', {
      appUpdates: false,
      email: false,
    });
    expect(answer.status).toBe(500);
    expect(await flagsOf()).toEqual({ appUpdates: true, systemAnnouncements: true });
  } finally {
    await pool.query('ALTER TABLE notification_preferences DROP CONSTRAINT needs_email');
  }
});

test.each([
  [{}, 'data'],
  [{ appUpdates: 'yes' }, 'appUpdates'],
  [{ muted: ['appUpdates.fax'] }, 'muted.0'],
  [{ emailFrequency: 'hourly' }, 'emailFrequency'],
  [{ userId: 'somebody else', email: false }, 'data'],
])('the change %j is refused, naming %s', async (change, path) => {
  const answer = await person.tryCall('notifications.updatePreferences', change);
  expect(answer.status).toBe(400);
  expect(answer.error.details?.issues).toMatchObject([{ path }]);
});

test('are for people who are signed in', async () => {
  expect((await server.nobody.tryCall('notifications.getPreferences', {})).status).toBe(401);
  expect((await server.nobody.tryCall('notifications.updatePreferences', { email: false })).status).toBe(401);
});
