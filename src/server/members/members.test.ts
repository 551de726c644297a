import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDraft } from '#test/published.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';

let server: TestServer;
let owner: Person;
let guest: Person;
let stranger: Person;
let appId: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  stranger = await server.onboard('stranger@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  count += 1;
  ({ owner, appId } = await createDraft(server));
  guest = await server.onboard(`guest${count}@example.org`);
});

/** The secret of the newest invitation that was mailed to an address. */
async function mailedToken(email: string): Promise<string> {
  const outbox = join(server.context.config.dataDir, 'outbox');
  const letters = await Promise.all(
    (await readdir(outbox)).sort().map((file) => readFile(join(outbox, file), 'utf8')),
  );
  const letter = letters.findLast((text) => text.includes(`To: ${email}`) && text.includes('invitation'));
  const plain = (letter ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /\?invitation=([\w-]+)/.exec(plain)?.[1] ?? '';
}

const invite = async (role: 'viewer' | 'maintainer' | 'owner' | 'publisher', email = guest.email) => {
  await owner.call('members.invite', { appId, email, role });
  return mailedToken(email.toLowerCase());
};
const joinAs = async (role: 'viewer' | 'maintainer' | 'owner') =>
  guest.call('members.accept', { token: await invite(role) });

test('who is invited by mail accepts once, with the invited address', async () => {
  const token = await invite('maintainer', guest.email.toUpperCase());
  const shown = await guest.call('members.getInvitation', { token });
  expect(shown).toMatchObject({ invitation: { appId, role: 'maintainer' }, whyNot: null });
  expect((await stranger.call('members.getInvitation', { token })).whyNot).toContain(guest.email);
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
  const { id: versionId } = await uploadVersion(guest, appId, await readFixture('plain.apk'));
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

test('an app is handed over when the other side accepts, and the publisher before stays an owner', async () => {
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
  expect(notifications[0]?.title).toBe('App handed over');
});

test('the publisher stays an owner, others are removed or leave', async () => {
  await joinAs('owner');
  for (const name of ['members.setRole', 'members.remove'] as const) {
    const answer = await guest.tryCall(name, { appId, uid: owner.uid, role: 'viewer' });
    expect(answer.error.details?.reason).toContain('Hand the app over first');
  }
  await guest.call('members.remove', { appId, uid: guest.uid });
  expect((await guest.tryCall('apps.get', { appId })).status).toBe(404);
  expect((await owner.tryCall('members.remove', { appId, uid: guest.uid })).status).toBe(404);
  expect((await stranger.tryCall('members.remove', { appId, uid: owner.uid })).status).toBe(404);
});

test('invitations are replaced, taken back and declined', async () => {
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

test('refuses who works on it already, wrong addresses, and people who are no developers', async () => {
  await joinAs('viewer');
  expect((await owner.tryCall('members.invite', { appId, email: guest.email, role: 'owner' })).status).toBe(
    409,
  );
  expect((await owner.tryCall('members.invite', { appId, email: 'nobody', role: 'owner' })).status).toBe(400);
  expect((await stranger.tryCall('members.list', { appId })).status).toBe(404);
  const reader = await server.onboard(`reader${count}@example.org`, 'look');
  const token = await invite('maintainer', reader.email);
  const answer = await reader.tryCall('members.accept', { token });
  expect(answer.error.details?.reason).toContain('Ask to publish first');
});
