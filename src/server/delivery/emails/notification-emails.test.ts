import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { deriveAccent } from '#shared/settings/accent.ts';
import { DEFAULT_ACCENT } from '#shared/settings/settings.ts';
import { decodeQuotedPrintable, unfoldHeaders } from '#test/support/emails.ts';
import type { ReceivedMail } from '#test/support/mail-server.ts';
import type { Person } from '#test/support/people.ts';
import { waitUntilAnnounced } from '#test/support/seed-users.ts';
import { setUpMailingServer, setUpPerson } from '#test/support/set-up.ts';
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
  server.mails.unknown.clear();
});

const announce = (title: string, ...people: Person[]) =>
  admin.call('notifications.announce', {
    title,
    message: 'First line.\nTom & Jerry <3',
    userIds: people.map(({ uid }) => uid),
  });
const mailsAbout = (subject: string, to = reader): ReceivedMail[] =>
  server.mails.received.filter(
    ({ to: at, content }) => at === to.email && content.includes(`Subject: ${subject}\r\n`),
  );
const arrives = async (subject: string, to = reader) => {
  await expect.poll(() => mailsAbout(subject, to), { interval: 50 }).toHaveLength(1);
};

async function deliveriesTo(person: Person) {
  const { rows } = await server.context.pool.query(
    'SELECT channel, status, attempts, last_error AS "lastError" FROM outbox WHERE uid = $1 ORDER BY id',
    [person.uid],
  );
  return rows;
}

describe('an email', () => {
  test('has text and HTML, with a link to the store and one-click unsubscription', async () => {
    await announce('Both ways', reader);
    await arrives('Both ways');
    const content = mailsAbout('Both ways')[0]?.content ?? '';
    expect(content).toContain('Content-Type: multipart/alternative');
    const body = decodeQuotedPrintable(content);
    expect(body).toContain('Tom & Jerry <3');
    expect(body).toContain('>Tom &amp; Jerry &lt;3</p>');
    expect(body).toContain(`${server.context.config.publicUrl}dashboard`);
    const headers = unfoldHeaders(content);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const link = /^List-Unsubscribe: <(.*)>\r$/m.exec(headers)?.[1] ?? '';
    expect(body).toContain(link);

    const click = await fetch(link, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(click.status).toBe(200);
    const { preferences } = await reader.call('notifications.getPreferences', {});
    expect(preferences).toMatchObject({ muted: ['systemAnnouncements.email'], systemAnnouncements: true });
    const { announcementId } = await announce('No more', reader);
    await waitUntilAnnounced(server.context.pool, announcementId);
    expect(await reader.call('notifications.countUnread', {})).toEqual({ count: 2 });
    expect(mailsAbout('No more')).toEqual([]);
  });

  test('carries the store’s name alone at first, and later its logo, accent and tagline', async () => {
    await announce('Plain', reader);
    await arrives('Plain');
    const plain = decodeQuotedPrintable(mailsAbout('Plain')[0]?.content ?? '');
    expect(plain).toContain(`background:${DEFAULT_ACCENT};color:#ffffff`);
    expect(plain).toMatch(/-- \r\nQuayside\r\n/);
    expect(plain).not.toContain('<img');

    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await admin.call('settings.setLogo', { image: picture.toString('base64') });
    const branding = { storeName: 'Tide & Sons', tagline: 'Apps <for> the harbour', accent: '#fff176' };
    await admin.call('settings.update', { settings: branding });
    await announce('Branded', reader);
    await arrives('Branded');
    const content = mailsAbout('Branded')[0]?.content ?? '';
    const branded = decodeQuotedPrintable(content);
    expect(branded).toMatch(/-- \r\nTide & Sons\r\nApps <for> the harbour\r\n/);
    expect(branded).toContain('>Tide &amp; Sons<br>Apps &lt;for&gt; the harbour</p>');
    expect(branded).toContain(`background:${deriveAccent('#fff176').light.main};color:#ffffff`);
    expect(branded).toContain('<img src="cid:logo@quayside"');
    expect(unfoldHeaders(content)).toMatch(
      /Content-Type: image\/png; name=logo.png\r\nContent-ID: <logo@quayside>/,
    );
    expect(branded).not.toMatch(/(?:src|background)="?https?:/);
    await admin.call('settings.setLogo', { image: null });
    await admin.call('settings.update', {
      settings: { storeName: 'Quayside', tagline: '', accent: DEFAULT_ACCENT },
    });
  });

  test.each([
    ['email', { email: false }],
    ['its kind', { systemAnnouncements: false }],
    ['its kind by mail', { muted: ['systemAnnouncements.email' as const] }],
  ])('is not sent to users who switched off %s', async (_what, preferences) => {
    const other = await server.onboard(`other${count}@example.org`, 'browse');
    await reader.call('notifications.updatePreferences', preferences);
    await announce('Switches', reader, other);
    await arrives('Switches', other);
    expect(await deliveriesTo(reader)).toEqual([]);
  });

  test('is not sent to suspended users', async () => {
    const other = await server.onboard(`other${count}@example.org`, 'browse');
    await admin.call('users.suspend', { uid: reader.uid, suspended: true, reason: 'Spam.' });
    await announce('Suspended', reader, other);
    await arrives('Suspended', other);
    expect(mailsAbout('Suspended')).toEqual([]);
  });

  test('about security is sent immediately despite all preferences, without an unsubscribe link', async () => {
    await reader.call('notifications.updatePreferences', {
      email: false,
      inApp: false,
      push: false,
      emailFrequency: 'daily',
    });
    const content = contentOf('appRestored', { name: 'Harbour', reason: 'It was a mistake.' });
    const { db } = server.context;
    await db.transaction((tx) => notifyUser(tx, content, { uid: reader.uid, now: new Date() }));
    await arrives('App Restored');
    expect(mailsAbout('App Restored')[0]?.content).not.toContain('List-Unsubscribe');
    expect(await reader.call('notifications.countUnread', {})).toEqual({ count: 1 });
  });

  test.each([
    ['appApproved', {}, 'Harbour 1.1 was approved'],
    ['appApprovedInPart', { percentage: 20 }, 'Harbour 1.1 was approved'],
    ['appApprovedOnly', {}, 'Harbour 1.1 was approved'],
    ['appRejected', { reasons: [], reason: 'No.' }, 'Harbour 1.1 was rejected'],
    ['decisionUndone', {}, 'Harbour 1.1 is in review again'],
    ['appUpdated', { changes: '' }, 'Harbour Updated to v1.1'],
  ] as const)(
    'about %s names app and version in its subject, and says that it is automatic',
    async (name, values, subject) => {
      const content = contentOf(name, { name: 'Harbour', version: '1.1', ...values } as never);
      const { db } = server.context;
      await db.transaction((tx) => notifyUser(tx, content, { uid: reader.uid, now: new Date() }));
      await arrives(subject);
      expect(unfoldHeaders(mailsAbout(subject)[0]?.content ?? '')).toContain(
        'Auto-Submitted: auto-generated',
      );
    },
  );

  test('of the day contains all waiting notifications', async () => {
    await reader.call('notifications.updatePreferences', { emailFrequency: 'daily' });
    await announce('Morning', reader);
    await announce('Evening', reader);
    await expect.poll(async () => (await deliveriesTo(reader)).length).toBe(2);
    expect(mailsAbout('2 notifications from Quayside')).toEqual([]);
    await server.context.pool.query(
      "UPDATE outbox SET due_at = now() - interval '1 minute' WHERE channel = 'digest'",
    );
    const { signal } = new AbortController();
    await Promise.all([
      sendOutbox(server.context, DIGESTS, signal),
      sendOutbox(server.context, DIGESTS, signal),
    ]);
    await arrives('2 notifications from Quayside');
    const body = decodeQuotedPrintable(mailsAbout('2 notifications from Quayside')[0]?.content ?? '');
    expect(body).toMatch(/Morning: First line\.[\s\S]*Evening: First line\./);
    expect(body).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await deliveriesTo(reader)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

describe('when the mail server', () => {
  test('is down, rejects or hangs, each email arrives once when it is back', async () => {
    for (const mood of ['gone', 'rejects', 'hangs'] as const) {
      await server.mails.be(mood);
      const subject = `While it ${mood}`;
      await announce(subject, reader);
      await expect
        .poll(async () => {
          const tried = await deliveriesTo(reader);
          return tried.some(({ status, lastError }) => status === 'pending' && lastError !== null);
        })
        .toBe(true);
      expect(mailsAbout(subject)).toEqual([]);
      await server.mails.be('takes');
      await arrives(subject);
    }
    const told = server.mails.received.filter(
      ({ to, content }) => to === reader.email && content.includes('While it'),
    );
    expect(told).toHaveLength(3);
  });

  test('has no such mailbox, the address is suppressed until its owner resumes emails', async () => {
    server.mails.unknown.add(reader.email);
    await announce('Bounces', reader);
    await expect.poll(() => deliveriesTo(reader)).toMatchObject([{ status: 'failed', attempts: 1 }]);
    const { emailPaused } = await reader.call('notifications.getPreferences', {});
    expect(emailPaused?.reason).toContain('no such mailbox');

    server.mails.unknown.clear();
    const { announcementId } = await announce('Not while paused', reader);
    await waitUntilAnnounced(server.context.pool, announcementId);
    expect(await reader.call('notifications.countUnread', {})).toEqual({ count: 2 });
    await reader.call('notifications.resumeEmail', {});
    expect((await reader.call('notifications.getPreferences', {})).emailPaused).toBeNull();
    await announce('Again', reader);
    await arrives('Again');
    expect(mailsAbout('Not while paused')).toEqual([]);
  });

  test('took an email whose response was lost, the second one has the same id', async () => {
    await announce('Twice', reader);
    await arrives('Twice');
    await expect.poll(() => deliveriesTo(reader)).toMatchObject([{ status: 'sent' }]);
    await server.context.pool.query(
      "UPDATE outbox SET status = 'pending', due_at = now() - interval '1 minute' WHERE uid = $1",
      [reader.uid],
    );
    await announce('Wakes the job', reader);
    await expect.poll(() => mailsAbout('Twice')).toHaveLength(2);
    const ids = mailsAbout('Twice').map(({ content }) => /^Message-ID: (.*)\r$/im.exec(content)?.[1]);
    expect(ids[0]).toMatch(/^<.+@.+>$/);
    expect(ids[1]).toBe(ids[0]);
  });
});

describe('the unsubscribe link', () => {
  const linkTo = async () => {
    await announce(`Link ${count}`, reader);
    await arrives(`Link ${count}`);
    const headers = unfoldHeaders(mailsAbout(`Link ${count}`)[0]?.content ?? '');
    return /^List-Unsubscribe: <(.*)>\r$/m.exec(headers)?.[1] ?? '';
  };

  test('asks users first, because programs follow links', async () => {
    const link = await linkTo();
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(await page.text()).toContain('<form method="post"');
    expect((await reader.call('notifications.getPreferences', {})).preferences.muted).toEqual([]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await reader.call('notifications.getPreferences', {})).preferences.muted).toEqual([
      'systemAnnouncements.email',
    ]);
  });

  test('does nothing when its token was changed', async () => {
    const url = new URL(await linkTo());
    const [payload, signature] = (url.searchParams.get('token') ?? '').split('.');
    const forged = Buffer.from(JSON.stringify([admin.uid, 'systemAnnouncements'])).toString('base64url');
    for (const token of ['', 'x', `${forged}.${signature}`, `${payload}.`, `${payload}.AAAA`]) {
      url.searchParams.set('token', token);
      for (const method of ['GET', 'POST']) {
        const response = await fetch(url, { method });
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('This link is incomplete.');
      }
    }
    expect((await admin.call('notifications.getPreferences', {})).preferences.muted).toEqual([]);
  });
});
