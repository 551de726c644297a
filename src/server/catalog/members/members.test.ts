import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let owner: Person;
let guest: Person;
let stranger: Person;
let ownApp: OwnApp;
let appId: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  stranger = await server.onboard('stranger@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  count += 1;
  ownApp = await createOwnApp(server);
  ({ owner, appId } = ownApp);
  guest = await server.onboard(`guest${count}@example.org`);
});

/** The secrets of the invitations that were mailed to an address, the oldest first. */
async function readMailedTokens(email: string): Promise<string[]> {
  const outbox = join(server.context.config.dataDir, 'outbox');
  const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  const emails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
  return emails
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .flatMap((text) => /\?invitation=([\w-]+)/.exec(text)?.[1] ?? []);
}

/** Invites somebody, waits for the email, and returns the secret of its link. */
const invite = async (role: 'viewer' | 'maintainer' | 'owner' | 'publisher', email = guest.email) => {
  const recipient = email.toLowerCase();
  const earlier = await readMailedTokens(recipient);
  await owner.call('members.invite', { appId, email, role });
  const readNew = async () => (await readMailedTokens(recipient)).slice(earlier.length);
  await expect.poll(readNew).toHaveLength(1);
  return (await readNew())[0] ?? '';
};
const joinAs = async (role: 'viewer' | 'maintainer' | 'owner') =>
  guest.call('members.accept', { token: await invite(role) });

test('an emailed invitation is accepted once, with the invited address', async () => {
  const token = await invite('maintainer', guest.email.toUpperCase());
  const shown = await guest.call('members.getInvitation', { token });
  expect(shown).toMatchObject({ invitation: { appId, role: 'maintainer' }, denialReason: null });
  expect((await stranger.call('members.getInvitation', { token })).denialReason).toContain(guest.email);
  expect((await stranger.tryCall('members.accept', { token })).status).toBe(400);
  expect((await guest.tryCall('apps.get', { appId })).status).toBe(404);

  expect((await guest.call('members.accept', { token })).app.id).toBe(appId);
  expect((await guest.tryCall('members.accept', { token })).status).toBe(404);
  const { members, invitations } = await owner.call('members.list', { appId });
  expect(members.map(({ uid, role, isPublisher }) => [uid, role, isPublisher])).toEqual([
    [owner.uid, 'owner', true],
    [guest.uid, 'maintainer', false],
  ]);
  expect(invitations).toEqual([]);
  const { apps } = await guest.call('apps.list', { scope: 'mine' });
  expect(apps.map(({ id }) => id)).toEqual([appId]);
});

test('viewers read, maintainers upload and submit, owners do everything', async () => {
  await joinAs('viewer');
  expect((await guest.call('apps.get', { appId })).role).toBe('viewer');
  const file = { appId, fileName: 'app.apk', size: 10 };
  expect((await guest.tryCall('versions.create', file)).status).toBe(403);
  await owner.call('members.setRole', { appId, uid: guest.uid, role: 'maintainer' });
  const { id: versionId } = await uploadVersion(guest, appId, ownApp.build());
  await guest.call('versions.submit', { versionId });
  const admin = await server.admin();
  await admin.call('reviews.approve', { versionId });
  expect((await guest.tryCall('apps.unpublish', { appId })).status).toBe(403);
  expect(
    (await guest.tryCall('members.invite', { appId, email: 'x@example.org', role: 'viewer' })).status,
  ).toBe(403);
  await owner.call('members.setRole', { appId, uid: guest.uid, role: 'owner' });
  expect((await guest.call('apps.unpublish', { appId })).app.status).toBe('unpublished');
  expect(
    (await guest.tryCall('members.invite', { appId, email: 'x@example.org', role: 'publisher' })).status,
  ).toBe(403);
});

test('an app is transferred once the new publisher accepts, and the previous one stays an owner', async () => {
  const token = await invite('publisher');
  expect((await owner.call('apps.get', { appId })).app.ownerUid).toBe(owner.uid);
  const { app } = await guest.call('members.accept', { token });
  expect(app.ownerUid).toBe(guest.uid);
  expect((await owner.call('apps.get', { appId })).role).toBe('owner');
  const { members } = await guest.call('members.list', { appId });
  expect(members.map(({ uid, isPublisher }) => [uid, isPublisher])).toEqual([
    [guest.uid, true],
    [owner.uid, false],
  ]);
  const { notifications } = await owner.call('notifications.list', {});
  expect(notifications[0]?.title).toBe('App transferred');
});

test('the transfer of an app that was never live submits nothing to staff', async () => {
  await guest.call('members.accept', { token: await invite('publisher') });
  const admin = await server.admin();
  const { items } = await admin.call('listings.waiting', {});
  expect(items.map(({ app }) => app.id)).not.toContain(appId);
  const { entries } = await admin.call('audit.list', { appId });
  expect(entries.map(({ event }) => event)).not.toContain('listing.submitted');
});

test('the publisher stays an owner, others are removed or leave', async () => {
  await joinAs('owner');
  for (const name of ['members.setRole', 'members.remove'] as const) {
    const response = await guest.tryCall(name, { appId, uid: owner.uid, role: 'viewer' });
    expect(response.error.message).toContain('Transfer the app before changing this role');
  }
  await guest.call('members.remove', { appId, uid: guest.uid });
  expect((await guest.tryCall('apps.get', { appId })).status).toBe(404);
  expect((await owner.tryCall('members.remove', { appId, uid: guest.uid })).status).toBe(404);
  expect((await stranger.tryCall('members.remove', { appId, uid: owner.uid })).status).toBe(404);
});

test('invitations are replaced, revoked and declined', async () => {
  const first = await invite('viewer');
  const second = await invite('maintainer');
  expect((await guest.tryCall('members.accept', { token: first })).status).toBe(404);
  const { invitations } = await owner.call('members.list', { appId });
  expect(invitations).toMatchObject([{ email: guest.email, role: 'maintainer' }]);
  expect((await stranger.tryCall('members.decline', { token: second })).status).toBe(400);
  await guest.call('members.decline', { token: second });
  const third = await invite('viewer');
  const [open] = (await owner.call('members.list', { appId })).invitations;
  expect((await stranger.tryCall('members.revokeInvitation', { invitationId: open?.id })).status).toBe(404);
  await owner.call('members.revokeInvitation', { invitationId: open?.id ?? '' });
  expect((await guest.tryCall('members.accept', { token: third })).status).toBe(404);
});

test('rejects existing members, wrong addresses, and users who are not developers', async () => {
  await joinAs('viewer');
  expect((await owner.tryCall('members.invite', { appId, email: guest.email, role: 'owner' })).status).toBe(
    409,
  );
  expect((await owner.tryCall('members.invite', { appId, email: 'nobody', role: 'owner' })).status).toBe(400);
  expect((await stranger.tryCall('members.list', { appId })).status).toBe(404);
  const reader = await server.onboard(`reader${count}@example.org`, 'browse');
  const token = await invite('maintainer', reader.email);
  const response = await reader.tryCall('members.accept', { token });
  expect(response.error.message).toContain('Ask to publish first');
});
