import { beforeAll, expect, test } from 'vitest';
import { wakeOutbox } from '#test/support/emails.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { readSubject, readText } from '#test/support/mail-server.ts';
import type { Person } from '#test/support/people.ts';
import { insertPeople } from '#test/support/seed-users.ts';
import { setUpMailingServer, setUpPerson } from '#test/support/set-up.ts';
import { publishDirectly } from '#test/support/store.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { emit } from '../../events/emit.ts';

const APPS = 10;
const UPDATES_EACH = 10;

const server = setUpMailingServer();
const admin = setUpPerson(() => server.admin());
/** Publishes two of the apps, and had another one rejected before. */
let ada: Person;
/** Works on one of Ada's apps. */
let ben: Person;
/** Works on none. */
let rea: Person;
beforeAll(async () => {
  ada = await server.onboard('ada@example.org');
  ben = await server.onboard('ben@example.org');
  rea = await server.onboard('rea@example.org', 'browse');
  // With the publisher of the other apps, whose address isn't confirmed either, these are fifty people.
  await insertPeople(server.context.pool, 25, 'confirmed-');
  await insertPeople(server.context.pool, 20, 'unconfirmed-');
  await server.context.pool.query(
    "UPDATE auth_users SET email_verified = false WHERE starts_with(id, 'unconfirmed-')",
  );
});

const countOf = async (query: string): Promise<number> => {
  const { rows } = await server.context.pool.query(`SELECT count(*)::int AS count FROM ${query}`);
  return rows[0].count;
};
const isSent = async (channel: string) => {
  const countWaiting = () => countOf(`outbox WHERE status = 'pending' AND channel = '${channel}'`);
  await expect.poll(countWaiting, { timeout: 180_000 }).toBe(0);
};

async function rejectAppOf(owner: Person): Promise<void> {
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  await server.completeListing(app.id);
  const { id: versionId } = await uploadVersion(owner, app.id, readFixture('plain.apk'));
  await owner.call('versions.submit', { versionId });
  await admin.call('reviews.reject', { versionId, reason: 'It crashes.' });
}

/** Publishes the first version of an app without, and the others with the notifications of a publication. */
async function publishUpdates(number: number): Promise<void> {
  const { context } = server;
  for (let versionCode = 1; versionCode <= UPDATES_EACH + 1; versionCode += 1) {
    const { appId, versionId } = await publishDirectly(context, {
      applicationId: `org.example.app${number}`,
      name: `App ${number}`,
      versionCode,
    });
    if (versionCode === 1) {
      if (number <= 2)
        await context.pool.query('UPDATE apps SET owner_uid = $1 WHERE id = $2', [ada.uid, appId]);
      if (number === 1) {
        await context.pool.query("INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'viewer')", [
          appId,
          ben.uid,
        ]);
      }
      continue;
    }
    const details = { from: 'approved', to: 'published', isUpdate: true } as const;
    await context.db.transaction((tx) =>
      emit(tx, { name: 'version.published', by: null, appId, versionId, details }),
    );
  }
}

test('a hundred updates in a store of fifty people send few emails, and bury no rejection', async () => {
  expect(await countOf('users')).toBe(49);
  await isSent('account-email');
  server.mails.received.length = 0;
  await rejectAppOf(ada);
  for (let number = 1; number <= APPS; number += 1) await publishUpdates(number);
  expect(await countOf('users')).toBe(50);
  await expect.poll(() => countOf("broadcasts WHERE status <> 'sent'"), { timeout: 180_000 }).toBe(0);
  await isSent('email');

  // In the app, everyone with the flag has each update.
  expect(
    await countOf(
      "notification_recipients r JOIN notifications n ON n.id = r.notification_id WHERE n.type = 'app_update'",
    ),
  ).toBe(5_000);

  // At once: the rejection to Ada, and to those who work on an app its updates.
  const atOnce = server.mails.received.map((mail) => `${mail.to} ${readSubject(mail)}`).sort();
  const updatesOf = (number: number) =>
    Array.from({ length: UPDATES_EACH }, (_, at) => `App ${number} Updated to v1.${at + 2}`);
  expect(atOnce).toEqual(
    [
      `${ada.email} Harbour 1.0 was rejected`,
      ...[...updatesOf(1), ...updatesOf(2)].map((subject) => `${ada.email} ${subject}`),
      ...updatesOf(1).map((subject) => `${ben.email} ${subject}`),
    ].sort(),
  );

  // The rest is one email a day to each confirmed address.
  expect(await countOf("outbox WHERE channel = 'digest' AND status = 'pending'")).toBe(80 + 90 + 27 * 100);
  server.mails.received.length = 0;
  await server.context.pool.query(
    "UPDATE outbox SET due_at = now() - interval '1 minute' WHERE channel = 'digest'",
  );
  await wakeOutbox(server.context.pool, 'digest');
  await isSent('digest');
  expect(server.mails.received).toHaveLength(29);
  const recipients = server.mails.received.map(({ to }) => to);
  expect(new Set(recipients).size).toBe(29);
  expect(recipients.filter((to) => to.startsWith('unconfirmed-') || to === 'publisher@example.org')).toEqual(
    [],
  );
  const digest = server.mails.received.find(({ to }) => to === rea.email);
  if (!digest) throw new Error('Rea got no summary');
  expect(readSubject(digest)).toBe('100 notifications from Quayside');
  const body = readText(digest);
  expect(body).toContain('10 apps were updated:');
  expect(body).toContain('App 3: 10 updates, the latest is version 1.11\n');
  expect(body).toContain(`${server.context.config.publicUrl}dashboard?view=notifications`);
  expect(body).toContain(`${server.context.config.publicUrl}dashboard/settings?tab=notifications`);
  expect(body.length).toBeLessThan(2_000);

  // The rejection is at the top of Ada's list, before one row of all updates, also when that is read.
  expect(await ada.call('notifications.countUnread', {})).toEqual({ count: 101 });
  const list = await ada.call('notifications.list', { grouped: true });
  expect(list).toMatchObject({
    notifications: [
      { title: 'App Rejected', isFirst: true, read: false },
      { type: 'app_update', read: false, group: { updates: 100, unread: 100, apps: APPS } },
    ],
    nextCursor: null,
  });
  const [rejection, updates] = list.notifications;
  if (!rejection || !updates?.group) throw new Error('the list has no group');
  await ada.call('notifications.markRead', { id: updates.id, oldest: updates.group.oldest });
  expect(await ada.call('notifications.countUnread', {})).toEqual({ count: 1 });
  expect(
    (await ada.call('notifications.list', { grouped: true, unreadOnly: true })).notifications,
  ).toMatchObject([{ id: rejection.id }]);
});
