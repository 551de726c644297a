import { beforeEach, describe, expect, test } from 'vitest';
import { type ReceivedMail, readSubject, readText } from '#test/support/mail-server.ts';
import type { Person } from '#test/support/people.ts';
import { setUpMailingServer, setUpPerson } from '#test/support/set-up.ts';
import { publishDirectly } from '#test/support/store.ts';
import { contentOf } from '../notifications/content.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { sendOutbox } from '../outbox/send-outbox.ts';
import { DIGESTS } from './notification-emails.ts';

const server = setUpMailingServer();
const admin = setUpPerson(() => server.admin());
let reader: Person;
let count = 0;
beforeEach(async () => {
  count += 1;
  reader = await server.onboard(`reader${count}@example.org`, 'browse');
});

const query = async (text: string, values: unknown[] = []) =>
  (await server.context.pool.query(text, values)).rows;
/** Returns the emails to a person, without that which confirms their address. */
const mailsTo = ({ email }: Person): ReceivedMail[] =>
  server.mails.received.filter((mail) => mail.to === email && !readSubject(mail).includes('Confirm'));
const isWaiting = async (person: Person, length: number) => {
  const find = () =>
    query("SELECT FROM outbox WHERE uid = $1 AND channel = 'digest' AND status = 'pending'", [person.uid]);
  await expect.poll(find).toHaveLength(length);
};
const notify = (person: Person, content: ReturnType<typeof contentOf>) =>
  server.context.db.transaction((tx) => notifyUser(tx, content, { uid: person.uid, now: new Date() }));
const announce = (title: string) =>
  admin.call('notifications.announce', { title, message: 'Hello', userIds: [reader.uid] });

/** Sends what waits for tomorrow, on two servers at once. */
async function sendDigests(): Promise<void> {
  await query(
    "UPDATE outbox SET due_at = now() - interval '1 minute' WHERE channel = 'digest' AND uid = $1",
    [reader.uid],
  );
  const { signal } = new AbortController();
  await Promise.all([
    sendOutbox(server.context, DIGESTS, signal),
    sendOutbox(server.context, DIGESTS, signal),
  ]);
}

describe('the daily summary', () => {
  beforeEach(async () => {
    await reader.call('notifications.updatePreferences', { emailFrequency: 'daily' });
  });

  test('is not sent when everything in it was read', async () => {
    await announce('Read in time');
    await isWaiting(reader, 1);
    await reader.call('notifications.markAllRead', {});
    await sendDigests();
    expect(mailsTo(reader)).toEqual([]);
    expect(await query('SELECT status FROM outbox WHERE uid = $1', [reader.uid])).toEqual([
      { status: 'skipped' },
    ]);
  });

  test('that a server sent before it was killed has the same id when another one sends it', async () => {
    await announce('Morning');
    await announce('Evening');
    await isWaiting(reader, 2);
    await sendDigests();
    // The first result was recorded, the other one wasn't.
    await query(
      "UPDATE outbox SET status = 'pending' WHERE id = (SELECT max(id) FROM outbox WHERE uid = $1 AND channel = 'digest')",
      [reader.uid],
    );
    await sendDigests();
    const ids = mailsTo(reader).map(({ content }) => /^Message-ID: (.*)\r$/im.exec(content)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  test('comes once, however many notifications there are', async () => {
    await query(
      `WITH said AS (
         INSERT INTO notifications (kind, type, title, message, expires_at)
         SELECT 'systemAnnouncements', 'system_message', 'News ' || i, 'Hello', now() + interval '1 day'
         FROM generate_series(1, 501) AS i RETURNING id
       )
       INSERT INTO outbox (notification_id, uid, channel, due_at) SELECT id, $1, 'digest', now() FROM said`,
      [reader.uid],
    );
    await sendDigests();
    const [digest, ...others] = mailsTo(reader);
    expect(others).toEqual([]);
    expect(digest && readSubject(digest)).toBe('500 notifications from Quayside');
    expect(digest && readText(digest)).toContain('And 470 more notifications.');
    const left = await query(
      "SELECT due_at > now() AS later FROM outbox WHERE uid = $1 AND status = 'pending'",
      [reader.uid],
    );
    expect(left).toEqual([{ later: true }]);
  });

  test('is written in the language of the account', async () => {
    await reader.call('users.updateProfile', { language: 'de-AT' });
    await notify(
      reader,
      contentOf('newMessages', { name: 'Harbour', count: 1, quote: 'Hello' }, { messages: '1' }),
    );
    await isWaiting(reader, 1);
    await sendDigests();
    const [digest] = mailsTo(reader);
    expect(digest && readSubject(digest)).toBe('Neue Nachricht bei Quayside');
    expect(digest && readText(digest)).toContain('Neue Nachricht: Harbour: Hello');
    expect(digest?.content).toContain('<html lang=3D"de">');
  });
});

test('an email is written in the language of the account, and its notification is kept in English', async () => {
  await reader.call('users.updateProfile', { language: 'de' });
  await notify(reader, contentOf('appRestored', { name: 'Harbour', reason: 'It was a mistake.' }));
  await expect.poll(() => mailsTo(reader)).toHaveLength(1);
  const [mail] = mailsTo(reader);
  expect(mail && readSubject(mail)).toBe('App wiederhergestellt');
  expect(mail && readText(mail)).toContain('Deine App Harbour wurde wiederhergestellt: It was a mistake.');
  expect((await reader.call('notifications.list', {})).notifications[0]?.title).toBe('App Restored');

  await notify(
    reader,
    contentOf('appRejected', { name: 'Harbour', version: '1.0', reasons: ['permissions'], reason: 'Why?' }),
  );
  await notify(reader, contentOf('listingApproved', { name: 'Harbour', changed: ['summary de'], count: 1 }));
  await expect.poll(() => mailsTo(reader)).toHaveLength(3);
  const texts = mailsTo(reader).map(readText).join('\n');
  expect(texts).toContain('Die App verlangt Zugriff, den sie nicht braucht. Why?');
  expect(texts).toContain('Kurzbeschreibung (de)');
});

test('an unconfirmed address gets no notification, not even about security', async () => {
  const stranger = await server.signUp(`stranger${count}@example.org`);
  expect((await stranger.call('notifications.getPreferences', {})).isEmailConfirmed).toBe(false);
  const content = contentOf('appRestored', { name: 'Harbour', reason: 'It was a mistake.' });
  await notify(stranger, content);
  await notify(reader, content);
  await expect.poll(() => mailsTo(reader)).toHaveLength(1);
  expect(await query('SELECT FROM outbox WHERE uid = $1', [stranger.uid])).toEqual([]);
  expect(await stranger.call('notifications.countUnread', {})).toEqual({ count: 1 });
});

describe('the link of an update', () => {
  /** Returns the body of the email about an update, sent at once because its reader wants that or works on the app. */
  const readUpdate = async (storeAccess: 'public' | 'readers', { isOwner = false } = {}): Promise<string> => {
    const applicationId = `org.example.linked${count}`;
    const { appId } = await publishDirectly(server.context, {
      applicationId,
      name: 'Linked',
      versionCode: 1,
    });
    if (isOwner) await query('UPDATE apps SET owner_uid = $1 WHERE id = $2', [reader.uid, appId]);
    else await reader.call('notifications.updatePreferences', { emailFrequency: 'allImmediate' });
    await admin.call('settings.update', { settings: { storeAccess } });
    await admin.call('notifications.sendUpdate', { appId, version: '2.0', changes: 'News' });
    await expect.poll(() => mailsTo(reader)).toHaveLength(1);
    const [mail] = mailsTo(reader);
    expect(mail && readSubject(mail)).toBe('Linked Updated to v2.0');
    await admin.call('settings.update', { settings: { storeAccess: 'public' } });
    return mail ? readText(mail).replaceAll(appId, 'APP') : '';
  };
  const at = (path: string) => `Open in the store: ${server.context.config.publicUrl}${path}\n`;

  test('leads who works on the app to the console', async () => {
    expect(await readUpdate('public', { isOwner: true })).toContain(at('dashboard/apps/APP'));
  });

  test('leads others to the public page', async () => {
    expect(await readUpdate('public')).toContain(at(`fdroid/repo/?app=org.example.linked${count}`));
  });

  test('leads others to their notifications in a store without public pages', async () => {
    expect(await readUpdate('readers')).toContain(at('dashboard?view=notifications'));
  });
});
