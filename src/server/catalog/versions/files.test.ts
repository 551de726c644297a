import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

async function newApp(platform: 'android' | 'ios', applicationId: string) {
  const { app } = await owner.call('apps.create', { platform, applicationId, name: 'Harbour' });
  await server.completeListing(app.id);
  return app;
}

test('an unpublished file needs a signed link, which only the owner and admins get', async () => {
  const app = await newApp('android', 'org.example.harbour');
  const bytes = readFixture('plain.apk');
  const { id: versionId } = await uploadVersion(owner, app.id, bytes);
  expect((await fetch(`${server.url}files/${versionId}`)).status).toBe(404);

  for (const person of [owner, await server.admin()]) {
    const { path } = await person.call('versions.getFileLink', { versionId });
    const response = await fetch(`${server.url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
  const stranger = await server.onboard('stranger@example.org');
  expect((await stranger.tryCall('versions.getFileLink', { versionId })).status).toBe(404);
});

test('a link that was changed, is for another file or has expired is rejected', async () => {
  const app = await newApp('android', 'org.example.other');
  const { version } = await owner.call('versions.create', { appId: app.id, fileName: 'a.apk', size: 10 });
  const early = await owner.tryCall('versions.getFileLink', { versionId: version.id });
  expect(early.error.status).toBe('FAILED_PRECONDITION');

  const done = await uploadVersion(owner, app.id, readFixture('next.apk'));
  const { path } = await owner.call('versions.getFileLink', { versionId: done.id });
  const hour = String(Date.now() + 3_600_000);
  for (const wrong of [
    path.replace(/signature=.*/, 'signature=x'),
    path.replace(/expires=\d+/, `expires=${hour}`),
    path.replace(/expires=\d+/, 'expires=1'),
    path.replace(done.id, version.id),
  ]) {
    expect((await fetch(`${server.url}${wrong}`)).status).toBe(404);
  }
});

test('an iOS app is uploaded, inspected, published and downloaded', async () => {
  const app = await newApp('ios', 'org.example.harbour');
  const bytes = readFixture('harbour.ipa');
  const done = await uploadVersion(owner, app.id, bytes);
  expect(done.findings.filter((finding) => finding.severity === 'error')).toEqual([]);
  expect(done.package).toMatchObject({ platform: 'ios', applicationId: 'org.example.harbour' });
  await owner.call('versions.submit', { versionId: done.id });
  const { version } = await (await server.admin()).call('reviews.approve', { versionId: done.id });
  expect(version.downloadPath).toBe(`files/${done.id}`);
  const response = await fetch(`${server.url}${version.downloadPath}`);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a store for readers serves a published file by signed link alone', async () => {
  const admin = await server.admin();
  const { apps } = await owner.call('apps.list', { scope: 'mine', platform: 'ios' });
  const { versions } = await owner.call('apps.get', { appId: apps[0]?.id ?? '' });
  const versionId = versions[0]?.id ?? '';
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  expect(await statusOf(`files/${versionId}`)).toBe(200);
  await admin.call('settings.update', { settings: { storeAccess: 'readers' } });
  expect(await statusOf(`files/${versionId}`)).toBe(404);
  expect(await statusOf((await owner.call('versions.getFileLink', { versionId })).path)).toBe(200);
});
