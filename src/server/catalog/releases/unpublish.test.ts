import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let app: OwnApp;
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const published = await createPublishedApp(server);
  ({ owner, appId, versionId } = published);
  app = published;
});

const isLive = async () => {
  const device = { platform: 'android', applicationId: app.applicationId, deviceId: 'a device' } as const;
  return (await server.nobody.call('releases.getForDevice', device)).version !== null;
};

test('the owner unpublishes and republishes a version, and repeating has no effect', async () => {
  for (const name of ['versions.unpublish', 'versions.republish'] as const) {
    expect((await stranger.tryCall(name, { versionId })).status).toBe(404);
    expect((await admin.tryCall(name, { versionId })).status).toBe(403);
  }
  for (let time = 0; time < 2; time += 1) {
    expect((await owner.call('versions.unpublish', { versionId })).version.status).toBe('unpublished');
  }
  expect(await isLive()).toBe(false);
  for (let time = 0; time < 2; time += 1) {
    expect((await owner.call('versions.republish', { versionId })).version.status).toBe('published');
  }
  expect(await isLive()).toBe(true);
});

test('an unpublished version is not republished while its app is not live', async () => {
  await owner.call('versions.unpublish', { versionId });
  await owner.call('apps.unpublish', { appId });
  const response = await owner.tryCall('versions.republish', { versionId });
  expect(response.error.message).toContain('Publish it again first');
});

test('staff remove one version with a reason and restore it', async () => {
  expect((await owner.tryCall('versions.remove', { versionId, reason: 'x' })).status).toBe(403);
  const { version } = await admin.call('versions.remove', { versionId, reason: 'It deletes photos.' });
  expect(version).toMatchObject({ status: 'removed', removalReason: 'It deletes photos.' });
  expect(await isLive()).toBe(false);
  expect((await server.nobody.fetch(`fdroid/repo/${app.applicationId}_1.apk`)).status).toBe(410);
  expect((await owner.tryCall('versions.republish', { versionId })).status).toBe(400);
  const { notifications } = await owner.call('notifications.list', {});
  expect(notifications[0]).toMatchObject({ type: 'app_removal', data: { reason: 'It deletes photos.' } });
  const restored = await admin.call('versions.restore', { versionId, reason: 'A mistake.' });
  expect(restored.version).toMatchObject({ status: 'published', removalReason: null });
  expect(await isLive()).toBe(true);
});

test('a draft is deleted with its file, and its version code is available again', async () => {
  const draft = await app.upload('next');
  const { storage } = server.context;
  expect((await storage.stat(`packages/${draft.id}`))?.size).toBe(draft.size);
  expect(await owner.call('versions.delete', { versionId: draft.id })).toEqual({ reservedVersionCode: null });
  await expect.poll(() => storage.stat(`packages/${draft.id}`)).toBeNull();
  expect((await owner.tryCall('versions.get', { versionId: draft.id })).status).toBe(404);
  expect((await app.upload('next')).status).toBe('draft');
});

test('deleting a version that was submitted keeps its version code reserved, and returns it', async () => {
  const next = await app.upload('next');
  await owner.call('versions.submit', { versionId: next.id });
  await owner.call('versions.withdraw', { versionId: next.id });
  const { reservedVersionCode } = await owner.call('versions.delete', { versionId: next.id });
  expect(reservedVersionCode).toBe(2);
  const { versions } = await owner.call('apps.get', { appId });
  expect(versions.map(({ id }) => id)).toEqual([versionId]);
  const again = await app.upload('next');
  expect(again.status).toBe('invalid');
  expect((await owner.tryCall('versions.delete', { versionId: next.id })).status).toBe(404);
});

test('a version that is live or in review is not deleted', async () => {
  expect((await owner.tryCall('versions.delete', { versionId })).error.message).toBe(
    'This version is published. Unpublish it first.',
  );
  expect((await stranger.tryCall('versions.delete', { versionId })).status).toBe(404);
  const next = await app.upload('next');
  await owner.call('versions.submit', { versionId: next.id });
  expect((await owner.tryCall('versions.delete', { versionId: next.id })).error.message).toBe(
    'This version is waiting for review. Withdraw it first.',
  );
});
