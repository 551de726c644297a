import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPublishedApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let ownApp: OwnApp;
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
  ownApp = published;
});

const statuses = async () => {
  const { app, versions } = await owner.call('apps.get', { appId });
  return [app.status, ...versions.map(({ status }) => status)];
};
const isLive = async () => {
  const app = { platform: 'android', applicationId: ownApp.applicationId, deviceId: 'a device' } as const;
  return (await server.nobody.call('releases.getForDevice', app)).version !== null;
};
const download = async () => (await server.nobody.fetch(`fdroid/repo/${ownApp.applicationId}_1.apk`)).status;

test('the owner unpublishes and republishes with immediate effect, and repeating has none', async () => {
  expect(await isLive()).toBe(true);
  for (const name of ['apps.unpublish', 'apps.republish'] as const) {
    expect((await stranger.tryCall(name, { appId })).status).toBe(404);
    expect((await admin.tryCall(name, { appId })).status).toBe(403);
  }
  for (let time = 0; time < 2; time += 1) await owner.call('apps.unpublish', { appId });
  expect(await statuses()).toEqual(['unpublished', 'published']);
  expect(await isLive()).toBe(false);
  expect((await owner.call('versions.get', { versionId })).version.downloadPath).toBeNull();
  for (let time = 0; time < 2; time += 1) await owner.call('apps.republish', { appId });
  expect(await statuses()).toEqual(['published', 'published']);
  expect(await isLive()).toBe(true);
  expect(await download()).toBe(200);
});

test.each(['published', 'unpublished'] as const)(
  'a removed app that was %s is that again when restored',
  async (before) => {
    if (before === 'unpublished') await owner.call('apps.unpublish', { appId });
    const reason = 'It sends contacts to a stranger.';
    for (let time = 0; time < 2; time += 1) await admin.call('apps.remove', { appId, reason });
    const { app } = await owner.call('apps.get', { appId });
    expect(app).toMatchObject({ status: 'removed', removalReason: reason });
    expect([await isLive(), await download()]).toEqual([false, 410]);
    const { notifications } = await owner.call('notifications.list', {});
    const removals = notifications.filter(({ type }) => type === 'app_removal');
    expect(removals).toMatchObject([{ title: 'App Removed', data: { appId, reason } }]);
    expect((await owner.tryCall('apps.republish', { appId })).error.message).toContain(
      'removed from the store',
    );

    const restored = await admin.call('apps.restore', { appId, reason: 'It was fixed.' });
    expect(restored.app).toMatchObject({ status: before, removalReason: null });
    expect(await isLive()).toBe(before === 'published');
    const { rows } = await server.context.pool.query(
      "SELECT event, actor_uid, details->>'to' AS to FROM audit_events WHERE app_id = $1 AND event IN ('app.removed', 'app.restored') ORDER BY id",
      [appId],
    );
    expect(rows).toEqual([
      { event: 'app.removed', actor_uid: admin.uid, to: 'removed' },
      { event: 'app.restored', actor_uid: admin.uid, to: before },
    ]);
  },
);

test('removing needs an admin, a reason and an app', async () => {
  expect((await owner.tryCall('apps.remove', { appId, reason: 'x' })).status).toBe(403);
  const response = await admin.tryCall('apps.remove', { appId, reason: ' ' });
  expect(response.error.details?.issues).toMatchObject([{ path: 'reason' }]);
  expect((await admin.tryCall('apps.remove', { appId: 'none', reason: 'x' })).status).toBe(404);
});

test('a version of a removed app cannot be approved, and is published only after approval when the app returns', async () => {
  const next = await ownApp.upload('next');
  await owner.call('versions.submit', { versionId: next.id });
  await admin.call('apps.remove', { appId, reason: 'x' });
  const rejected = await admin.tryCall('reviews.approve', { versionId: next.id });
  expect(rejected.error.message).toContain('removed from the store');
  await admin.call('apps.restore', { appId, reason: 'x' });
  expect((await admin.call('reviews.approve', { versionId: next.id })).version.status).toBe('published');
});

test('a version approved while the app is unpublished waits for its return', async () => {
  const next = await ownApp.upload('next');
  await owner.call('versions.submit', { versionId: next.id });
  await owner.call('apps.unpublish', { appId });
  expect((await admin.call('reviews.approve', { versionId: next.id })).version.status).toBe('approved');
  await owner.call('apps.republish', { appId });
  expect((await owner.call('versions.get', { versionId: next.id })).version.status).toBe('published');
});

test('the owner deletes an app that was never live, and its application id is available again', async () => {
  const draft = { platform: 'android', applicationId: 'org.example.never', name: 'Never' } as const;
  const { app } = await owner.call('apps.create', draft);
  const { version } = await owner.call('versions.create', { appId: app.id, fileName: 'a.apk', size: 10 });
  expect((await stranger.tryCall('apps.delete', { appId: app.id })).status).toBe(404);
  expect((await admin.tryCall('apps.delete', { appId: app.id })).status).toBe(403);
  await owner.call('apps.delete', { appId: app.id });
  expect((await owner.tryCall('apps.get', { appId: app.id })).status).toBe(404);
  expect((await owner.tryCall('versions.get', { versionId: version.id })).status).toBe(404);
  expect((await stranger.call('apps.create', draft)).app.name).toBe('Never');
});

test('an app that was live, or is in review, is not deleted', async () => {
  const response = await owner.tryCall('apps.delete', { appId });
  expect(response.error.message).toContain('Unpublish it, or ask for its removal');
  await server.context.pool.query("UPDATE apps SET status = 'draft' WHERE id = $1", [appId]);
  await server.context.pool.query("UPDATE versions SET status = 'submitted' WHERE id = $1", [versionId]);
  const waiting = await owner.tryCall('apps.delete', { appId });
  expect(waiting.error.message).toContain('is in review or approved');
});
