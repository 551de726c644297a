import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MESSAGE_LIMITS } from '#shared/users/message-limits.ts';
import { wakeOutbox } from '#test/support/emails.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { callLimited, TOO_MANY } from './limited-calls.ts';
import { setUpMessages } from './reviews.ts';

const { server, admin, newPerson, newReview, newReviewer } = setUpMessages();

const mailsTo = async (person: Person): Promise<string[]> =>
  (await subjects()).filter(({ to }) => to === person.email).map(({ subject }) => subject);

/** Everything in the outbox: to whom, and with which subject. */
async function subjects(): Promise<{ to: string; subject: string }[]> {
  const outbox = join(server.data.path, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.map((mail) => {
    const head = (mail.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]?.trim() ?? '';
    return { to: header('To'), subject: header('Subject') };
  });
}

/** Lets the five minutes be over for everybody's batches, and waits until nothing is left to be sent. */
async function sendMails(): Promise<void> {
  await server.pool.query("UPDATE outbox SET due_at = now() - interval '1 minute' WHERE channel = 'digest'");
  await wakeOutbox(server.pool, 'digest');
  await expect.poll(() => countPending('%')).toBe(0);
}

/** Counts what is still to be sent through the channels with names like this. */
async function countPending(channel: string): Promise<number> {
  const { rows } = await server.pool.query(
    "SELECT count(*)::int AS left FROM outbox WHERE status = 'pending' AND channel LIKE $1",
    [channel],
  );
  return rows[0].left;
}

const messagesOf = async (person: Person) => {
  const { notifications } = await person.call('notifications.list', { unreadOnly: true });
  return notifications
    .filter(({ data }) => data?.messages)
    .map(({ id, title, message }) => ({ id, title, message }));
};

describe('messages in a review', () => {
  const { bySender, byRecipient } = MESSAGE_LIMITS.comments;
  const write = (by: Person, versionId: string, text = 'Hello') =>
    by.tryCall('reviews.comment', { versionId, text });

  test('are limited per sender, and make one notification and one email', async () => {
    const [owner, reviewer] = [await newPerson('flooder'), await newReviewer()];
    const { versionId } = await newReview(owner, reviewer);
    const { served } = await callLimited(bySender.max, () => write(owner, versionId));
    expect(await messagesOf(reviewer)).toMatchObject([{ title: `${served} new messages` }]);
    const { count: unread } = await reviewer.call('notifications.countUnread', {});
    expect(unread).toBe(1);
    await expect.poll(() => countPending('email')).toBe(0);
    const before = await mailsTo(reviewer);
    await sendMails();
    expect((await mailsTo(reviewer)).slice(before.length)).toEqual([`${served} new messages at Quayside`]);
  });

  test('are limited per recipient across senders', async () => {
    const [owner, reviewer] = [await newPerson('one'), await newReviewer()];
    const second = await newPerson('two');
    const { versionId } = await newReview(owner, reviewer);
    const { versionId: other } = await newReview(second, reviewer);
    for (const [by, id] of [
      [owner, versionId],
      [second, other],
    ] as const) {
      expect((await write(by, id)).status).toBe(200);
    }
    // Two by now, and only this person got two.
    const { rowCount } = await server.pool.query('UPDATE rate_limits SET count = $1 WHERE count = 2', [
      byRecipient.max,
    ]);
    expect(rowCount).toBe(1);
    const rejected = await write(owner, versionId);
    expect(rejected.error).toMatchObject(TOO_MANY);
    expect(rejected.error.message).toContain('got too many messages recently. Wait');
  });

  test('about several apps make one email, and later ones another', async () => {
    const [owner, reviewer] = [await newPerson('several'), await newReviewer()];
    const first = await newReview(owner, reviewer, 'Harbour');
    const second = await newReview(owner, reviewer, 'Lantern');
    for (const text of ['One', 'Two']) await write(owner, first.versionId, text);
    await write(owner, second.versionId, 'Three');
    expect((await messagesOf(reviewer)).map(({ title, message }) => [title, message])).toEqual([
      ['New message', 'Lantern: Three'],
      ['2 new messages', 'Harbour, the latest: Two'],
    ]);
    await sendMails();
    await write(owner, first.versionId, 'Four');
    expect((await messagesOf(reviewer)).map(({ title }) => title)).toEqual([
      'New message',
      'New message',
      '2 new messages',
    ]);
    await sendMails();
    // The email that confirms the address is no more needed when the address was confirmed before it left.
    const aboutMessages = (await mailsTo(reviewer)).filter((subject) => / messages? at /.test(subject));
    expect(aboutMessages.sort()).toEqual(['3 new messages at Quayside', 'New message at Quayside']);
  });

  test('that were read no longer count', async () => {
    const [owner, reviewer] = [await newPerson('read'), await newReviewer()];
    const { versionId } = await newReview(owner, reviewer);
    await write(owner, versionId, 'One');
    await reviewer.call('notifications.markAllRead', {});
    await write(owner, versionId, 'Two');
    expect(await messagesOf(reviewer)).toMatchObject([{ title: 'New message', message: 'Harbour: Two' }]);
  });

  test('do not reach former admins', async () => {
    const [owner, reviewer] = [await newPerson('late'), await newReviewer()];
    const { versionId } = await newReview(owner, reviewer);
    await admin.call('users.setRole', { uid: reviewer.uid, role: 'developer' });
    expect((await write(owner, versionId, 'Secret')).status).toBe(200);
    expect(await messagesOf(reviewer)).toEqual([]);
  });
});

test('no email subject contains text by users, but the names of their own apps to those who work on them', async () => {
  const mark = 'Zyxusr';
  const owner = await newPerson(`writer`);
  await owner.call('users.updateProfile', {
    displayName: `${mark} name`,
    developerName: `${mark} works`,
  });
  const heir = await newPerson('heir');
  const { appId, submit } = await createOwnApp(server, { owner, name: `${mark}s` });
  const reviewer = await newReviewer();
  for (const [email, role] of [
    ['guest@subjects.example', 'viewer'],
    [heir.email, 'publisher'],
  ] as const) {
    await owner.call('members.invite', { appId, email, role });
  }
  const versionId = await submit();
  await reviewer.call('reviews.claim', { versionId });
  await owner.call('reviews.comment', { versionId, text: `${mark} writes` });
  await reviewer.call('reviews.comment', { versionId, text: 'Reply' });
  await server.pool.query("UPDATE reviews SET claimed_at = now() - interval '3 days' WHERE version_id = $1", [
    versionId,
  ]);
  await server.pool.query("SELECT graphile_worker.add_job('remind-claims', '{}'::json)");
  await expect
    .poll(async () => JSON.stringify(await reviewer.call('notifications.list', {})))
    .toContain('Review reminder');
  await reviewer.call('reviews.approve', { versionId });
  const update = await submit('next');
  await reviewer.call('reviews.reject', { versionId: update, reason: 'No.' });
  await admin.call('notifications.sendUpdate', { appId, version: '2', changes: 'News' });
  await admin.call('apps.remove', { appId, reason: 'Why.' });
  await admin.call('apps.restore', { appId, reason: 'Well.' });
  await admin.call('notifications.announce', {
    title: 'Words of an admin',
    message: 'Hello',
    userIds: [heir.uid],
  });
  const { rows } = await server.pool.query("SELECT id FROM broadcasts WHERE status <> 'sent'");
  await expect
    .poll(async () => {
      const { rows: left } = await server.pool.query(
        "SELECT FROM broadcasts WHERE status <> 'sent' AND id = ANY($1)",
        [rows.map(({ id }) => id)],
      );
      return left.length;
    })
    .toBe(0);
  await sendMails();

  const sent = await subjects();
  const all = sent.map(({ subject }) => subject);
  const named = sent.filter(({ subject }) => subject.includes(mark));
  expect(named.map(({ subject }) => subject).sort()).toEqual([
    `${mark}s 1.0 was approved`,
    `${mark}s 1.1 was rejected`,
    `${mark}s Updated to v2`,
  ]);
  expect([...new Set(named.map(({ to }) => to))]).toEqual([owner.email]);
  // Encoded ones would hide what they hold.
  expect(all.filter((subject) => subject.includes('=?'))).toEqual([]);
  expect(all).toEqual(
    expect.arrayContaining([
      'Review reminder',
      'App Removed',
      'App Restored',
      'New message at Quayside',
      'Become the publisher of an app at Quayside',
      'Work on an app at Quayside',
      'Words of an admin',
    ]),
  );
});
