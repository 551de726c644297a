import { describe, expect, test } from 'vitest';
import { MESSAGE_LIMITS } from '#shared/users/message-limits.ts';
import type { Person } from '#test/support/people.ts';
import { callLimited, TOO_MANY } from './limited-calls.ts';
import { setUpMessages } from './reviews.ts';

const { server, admin, newPerson, newApp, newReview } = setUpMessages();

const unconfirm = (person: Person) =>
  server.pool.query('UPDATE auth_users SET email_verified = false WHERE id = $1', [person.uid]);

describe('invitations', () => {
  const { bySender, byPair, byRecipient } = MESSAGE_LIMITS.invitations;
  const invite = (by: Person, appId: string, email: string) =>
    by.tryCall('members.invite', { appId, email, role: 'viewer' });

  test('to many addresses are limited per sender, even if concurrent', async () => {
    const owner = await newPerson('sender');
    const appId = await newApp(owner);
    const { responses } = await callLimited(bySender.max, (index) =>
      invite(owner, appId, `guest${index}@sender.example`),
    );
    expect(responses.find(({ status }) => status === 429)?.error).toMatchObject(TOO_MANY);
  });

  test('to one address are limited per sender across apps', async () => {
    const owner = await newPerson('pair');
    const appIds = [await newApp(owner), await newApp(owner)];
    for (let sent = 0; sent < byPair.max; sent += 1) {
      expect((await invite(owner, appIds[sent % 2] ?? '', 'Victim@pair.example')).status).toBe(200);
    }
    const rejected = await invite(owner, appIds[0] ?? '', 'victim@pair.example');
    expect(rejected.error).toMatchObject(TOO_MANY);
    expect(rejected.error.message).toContain('This email received too many invitations recently. Wait');
  });

  test('to one address are limited across senders', async () => {
    const email = 'victim@many.example';
    const results: number[] = [];
    for (let i = 0; i * byPair.max <= byRecipient.max; i += 1) {
      const owner = await newPerson(`many${i}-`);
      const appId = await newApp(owner);
      for (let sent = 0; sent < byPair.max; sent += 1) {
        results.push((await invite(owner, appId, email)).status);
      }
    }
    expect(results.filter((status) => status === 200)).toHaveLength(byRecipient.max);
    expect(results.at(-1)).toBe(429);
  });

  test('that are rejected do not count', async () => {
    const [owner, stranger] = [await newPerson('owner'), await newPerson('stranger')];
    const appId = await newApp(owner);
    const email = 'wanted@rejected.example';
    for (let sent = 0; sent < byRecipient.max + 1; sent += 1) {
      expect((await invite(stranger, appId, email)).status).toBe(404);
    }
    expect((await invite(owner, appId, email)).status).toBe(200);
  });
});

describe('an unconfirmed address', () => {
  const UNCONFIRMED = { status: 'FAILED_PRECONDITION', details: { reason: 'email-not-confirmed' } };

  test('cannot invite, write messages or request to publish', async () => {
    const owner = await newPerson('unconfirmed');
    const { appId, versionId } = await newReview(owner, admin);
    await unconfirm(owner);
    const invited = await owner.tryCall('members.invite', { appId, email: 'x@y.example', role: 'viewer' });
    const written = await owner.tryCall('reviews.comment', { versionId, text: 'Hello' });
    await admin.call('users.setRole', { uid: owner.uid, role: 'user' });
    const asked = await owner.tryCall('users.askToPublish', {});
    for (const { error } of [invited, written, asked]) expect(error).toMatchObject(UNCONFIRMED);
    expect(invited.error.message).toContain('Confirm your email first');
    const { rows } = await server.pool.query('SELECT FROM review_messages WHERE version_id = $1', [
      versionId,
    ]);
    expect(rows).toEqual([]);
  });

  test('does not request to publish by onboarding until it is confirmed', async () => {
    await admin.call('settings.update', { settings: { publishing: 'approval' } });
    const person = await server.signUp('held@example.org');
    await person.call('users.completeOnboarding', {
      displayName: 'Held Back',
      developerName: 'Held Back',
      developerType: 'individual',
      intent: 'publish',
      acceptTerms: true,
    });
    // Without a mail server nobody could confirm it by an email, so admins see the request and confirm it themselves.
    await server.pool.query(
      `INSERT INTO store_mail (id, host, port, security) VALUES (1, 'mail.example.org', 465, 'tls')`,
    );
    const waiting = async () => {
      const { users } = await admin.call('users.list', { publishing: 'waiting' });
      const { publishingRequests } = await admin.call('admin.overview', {});
      expect(publishingRequests.waiting).toBe(users.length);
      return users.map(({ uid }) => uid).includes(person.uid);
    };
    const approve = () => admin.tryCall('users.decidePublishing', { uid: person.uid, decision: 'approve' });
    expect(await waiting()).toBe(false);
    await server.pool.query('DELETE FROM store_mail');
    expect(await waiting()).toBe(true);
    expect((await approve()).error).toMatchObject(UNCONFIRMED);
    await server.pool.query('UPDATE auth_users SET email_verified = true WHERE id = $1', [person.uid]);
    expect(await waiting()).toBe(true);
    expect((await approve()).status).toBe(200);
    await admin.call('settings.update', { settings: { publishing: 'open' } });
  });
});

test('limits requests to publish, and logs only those with an effect', async () => {
  const person = await newPerson('asking');
  await admin.call('users.setRole', { uid: person.uid, role: 'user' });
  const { max } = MESSAGE_LIMITS.publishingRequests.bySender;
  await callLimited(max, () => person.tryCall('users.askToPublish', {}));
  const { rows } = await server.pool.query(
    "SELECT FROM audit_events WHERE actor_uid = $1 AND event = 'user.asked-to-publish'",
    [person.uid],
  );
  expect(rows).toHaveLength(1);
});
