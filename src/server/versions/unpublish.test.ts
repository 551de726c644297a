import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublished } from '#test/published.ts';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ owner, appId, versionId } = await createPublished(server));
});

const download = async () => (await server.nobody.fetch(`files/${versionId}`)).status;
const upload = async (fixture: string) => uploadVersion(owner, appId, await readFixture(fixture));

test('a version is unpublished and published again by its owner, twice like once', async () => {
  for (const name of ['versions.unpublish', 'versions.republish'] as const) {
    expect((await stranger.tryCall(name, { versionId })).status).toBe(404);
    expect((await admin.tryCall(name, { versionId })).status).toBe(403);
  }
  for (let time = 0; time < 2; time += 1) {
    expect((await owner.call('versions.unpublish', { versionId })).version.status).toBe('unpublished');
  }
  expect(await download()).toBe(404);
  for (let time = 0; time < 2; time += 1) {
    expect((await owner.call('versions.republish', { versionId })).version.status).toBe('published');
  }
  expect(await download()).toBe(200);
});

test('an unpublished version is not published again while its app is not public', async () => {
  await owner.call('versions.unpublish', { versionId });
  await owner.call('apps.unpublish', { appId });
  const answer = await owner.tryCall('versions.republish', { versionId });
  expect(answer.error.details?.reason).toContain('Publish it again first');
});

test('the store removes one version with a reason and restores it', async () => {
  expect((await owner.tryCall('versions.remove', { versionId, reason: 'x' })).status).toBe(403);
  const { version } = await admin.call('versions.remove', { versionId, reason: 'It deletes photos.' });
  expect(version).toMatchObject({ status: 'removed', removalReason: 'It deletes photos.' });
  expect(await download()).toBe(404);
  expect((await owner.tryCall('versions.republish', { versionId })).status).toBe(400);
  const { notifications } = await owner.call('notifications.list', {});
  expect(notifications[0]).toMatchObject({ type: 'app_removal', data: { reason: 'It deletes photos.' } });
  const restored = await admin.call('versions.restore', { versionId, reason: 'A mistake.' });
  expect(restored.version).toMatchObject({ status: 'published', removalReason: null });
  expect(await download()).toBe(200);
});

test('a draft is deleted with its file, and its number is free', async () => {
  const draft = await upload('next.apk');
  const { storage } = server.context;
  expect((await storage.stat(`packages/${draft.id}`))?.size).toBe(draft.size);
  expect(await owner.call('versions.delete', { versionId: draft.id })).toEqual({ takenVersionCode: null });
  expect(await storage.stat(`packages/${draft.id}`)).toBeNull();
  expect((await owner.tryCall('versions.get', { versionId: draft.id })).status).toBe(404);
  expect((await upload('next.apk')).status).toBe('draft');
});

test('a version that was handed in once keeps its number taken when it is deleted, and says so', async () => {
  const next = await upload('next.apk');
  await owner.call('versions.submit', { versionId: next.id });
  await owner.call('versions.withdraw', { versionId: next.id });
  const { takenVersionCode } = await owner.call('versions.delete', { versionId: next.id });
  expect(takenVersionCode).toBe(2);
  const { versions } = await owner.call('apps.get', { appId });
  expect(versions.map(({ id }) => id)).toEqual([versionId]);
  const again = await upload('next.apk');
  expect(again.status).toBe('invalid');
  expect((await owner.tryCall('versions.delete', { versionId: next.id })).status).toBe(404);
});

test('what is public or waits for a decision is not deleted', async () => {
  expect((await owner.tryCall('versions.delete', { versionId })).error.details?.reason).toBe(
    'This version is published. Unpublish it first.',
  );
  expect((await stranger.tryCall('versions.delete', { versionId })).status).toBe(404);
  const next = await upload('next.apk');
  await owner.call('versions.submit', { versionId: next.id });
  expect((await owner.tryCall('versions.delete', { versionId: next.id })).error.details?.reason).toBe(
    'This version waits for review. Withdraw it first.',
  );
});
