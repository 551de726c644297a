import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitEmail, readEmails } from '#test/support/emails.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { setUpHolds, WHY } from '#test/support/set-up-holds.ts';

const { server, admin, app, hold } = setUpHolds({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
let receiver: Receiver;
let member: Person;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver[Symbol.asyncDispose]());
beforeEach(async () => {
  receiver.received.length = 0;
  member = await server.onboard({ name: 'Mia Member' });
  await join(app.appId, 'maintainer');
});

const join = (appId: string, role: string, person = member) =>
  server.context.pool.query('INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, $3)', [
    appId,
    person.uid,
    role,
  ]);

async function messagesTo(person: Person): Promise<string[]> {
  const { notifications } = await person.call('notifications.list', {});
  return notifications.map(({ message }) => message);
}

test.each(['version', 'app', 'publisher'] as const)(
  'members of every role are notified of a held %s in the app and by email, and of its end',
  async (subject) => {
    const viewer = await server.onboard({ name: 'Vic Viewer' });
    await join(app.appId, 'viewer', viewer);
    const { id: holdId } = await hold(subject);
    for (const person of [app.owner, member, viewer]) {
      const [message, ...others] = await messagesTo(person);
      expect(message).toContain(WHY.reason);
      expect(others.filter((other) => other.includes('on hold'))).toEqual([]);
      expect((await awaitEmail(server.context.config, person.email, /on hold/i)).body).toContain(WHY.reason);
    }
    expect((await messagesTo(member))[0]).toContain(app.name);
    await admin.call('holds.lift', { holdId, reason: 'A false alarm.' });
    for (const person of [app.owner, member, viewer]) {
      expect((await messagesTo(person))[0]).toContain('A false alarm.');
      await awaitEmail(server.context.config, person.email, /hold lifted/i);
    }
    expect(await messagesTo(await server.onboard())).toEqual([]);
  },
);

test('a member of several apps of a held publisher is notified once', async () => {
  const second = await createOwnApp(server, { owner: app.owner });
  await join(second.appId, 'viewer');
  await hold('publisher');
  const messages = await messagesTo(member);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain('and 1 other app that you work on are on hold');
});

test('of a stop, the publisher is notified once, and members once for each app', async () => {
  await app.upload('next');
  const second = await createOwnApp(server, { owner: app.owner });
  await second.upload();
  await join(second.appId, 'viewer');
  const stop = { by: 'library', value: 'libharbour.so', ...WHY } as const;
  await admin.call('stops.apply', { ...stop, blocksUploads: false });
  const ofOwner = (await messagesTo(app.owner)).filter((message) => message.includes('on hold'));
  expect(ofOwner).toHaveLength(1);
  expect(ofOwner[0]).toContain('and 2 other versions that you work on are on hold');
  const ofMember = (await messagesTo(member)).filter((message) => message.includes('on hold'));
  expect(ofMember.map((message) => message.includes('and 1 other version')).sort()).toEqual([false, true]);
  expect(ofMember.some((message) => message.includes(second.name))).toBe(true);
  // One email for each notification.
  await awaitEmail(server.context.config, member.email, /on hold/i);
  await expect
    .poll(async () => (await readEmails(server.context.config, member.email)).length)
    .toBeGreaterThanOrEqual(2);
});

test.each(['version', 'app', 'publisher'] as const)(
  'a webhook is sent the hold on a %s, and its end',
  async (subject) => {
    const events = ['version.held', 'version.hold-lifted'] as const;
    await app.owner.call('webhooks.create', { appId: app.appId, url: receiver.url, events: [...events] });
    const { id: holdId } = await hold(subject);
    await expect.poll(() => receiver.received).toHaveLength(1);
    await admin.call('holds.lift', { holdId, reason: 'A false alarm.' });
    await expect.poll(() => receiver.received).toHaveLength(2);
    const [held, lifted] = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    const version = { id: app.versionId, status: 'published' };
    expect(held).toMatchObject({
      type: 'version.held',
      data: {
        app: { id: app.appId },
        version: { ...version, hold: { subject, kind: 'malware', reason: WHY.reason } },
      },
    });
    expect(lifted).toMatchObject({
      type: 'version.hold-lifted',
      data: { version: { ...version, hold: null } },
    });
  },
);
