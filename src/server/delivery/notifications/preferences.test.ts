import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

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
  expect(first).toEqual({
    preferences: { userId: person.uid, ...ALL_TRUE },
    isEmailConfirmed: false,
    emailPaused: null,
  });
  expect(second).toEqual(first);
  const { rows } = await server.context.pool.query(
    "SELECT settings->'notifications' AS preferences FROM users WHERE uid = $1",
    [person.uid],
  );
  expect(rows).toEqual([{ preferences: ALL_TRUE }]);
});

test('change in part, and the others stay', async () => {
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

test('are the flags of the user record, by which recipients are selected', async () => {
  await person.call('notifications.updatePreferences', { appUpdates: false, inApp: false });
  expect(await flagsOf()).toEqual({ appUpdates: false, systemAnnouncements: true });
  await person.call('notifications.updatePreferences', { systemAnnouncements: false, appUpdates: true });
  expect(await flagsOf()).toEqual({ appUpdates: true, systemAnnouncements: false });
  const { preferences } = await person.call('notifications.getPreferences', {});
  expect(preferences).toMatchObject({ appUpdates: true, systemAnnouncements: false, inApp: false });
});

test('change completely or not at all', async () => {
  const { pool } = server.context;
  await pool.query(
    `ALTER TABLE users ADD CONSTRAINT needs_email CHECK (NOT settings @> '{"notifications":{"email":false}}')`,
  );
  try {
    const response = await person.tryCall('notifications.updatePreferences', {
      appUpdates: false,
      email: false,
    });
    expect(response.status).toBe(500);
    expect(await flagsOf()).toEqual({ appUpdates: true, systemAnnouncements: true });
  } finally {
    await pool.query('ALTER TABLE users DROP CONSTRAINT needs_email');
  }
});

test.each([
  [{}, 'data'],
  [{ appUpdates: 'yes' }, 'appUpdates'],
  [{ muted: ['appUpdates.fax'] }, 'muted.0'],
  [{ emailFrequency: 'hourly' }, 'emailFrequency'],
  [{ userId: 'somebody else', email: false }, 'data'],
])('the change %j is rejected, naming %s', async (change, path) => {
  const response = await person.tryCall('notifications.updatePreferences', change);
  expect(response.status).toBe(400);
  expect(response.error.details?.issues).toMatchObject([{ path }]);
});

test('are only for signed-in users', async () => {
  expect((await server.nobody.tryCall('notifications.getPreferences', {})).status).toBe(401);
  expect((await server.nobody.tryCall('notifications.updatePreferences', { email: false })).status).toBe(401);
});
