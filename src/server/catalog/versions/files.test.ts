import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('a file that is not live needs a signed link, which only the owner and admins get', async () => {
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

describe('an iOS app that is uploaded, inspected and published', () => {
  const bytes = readFixture('harbour.ipa');
  let versionId: string;
  let path: string;
  beforeAll(async () => {
    const app = await newApp('ios', 'org.example.harbour');
    ({ id: versionId } = await uploadVersion(owner, app.id, bytes));
    await owner.call('versions.submit', { versionId });
    const { version } = await (await server.admin()).call('reviews.approve', { versionId });
    path = version.downloadPath ?? '';
  });
  const statusOf = async (of: string) => (await fetch(`${server.url}${of}`)).status;
  const setAccess = async (storeAccess: 'public' | 'readers') =>
    (await server.admin()).call('settings.update', { settings: { storeAccess } });

  test('passed inspection', async () => {
    const { version } = await owner.call('versions.get', { versionId });
    expect(version.findings.filter((finding) => finding.severity === 'error')).toEqual([]);
    expect(version.package).toMatchObject({ platform: 'ios', applicationId: 'org.example.harbour' });
  });

  test('is downloaded from the path in its source, and counted', async () => {
    expect(path).toBe(`altstore/packages/${versionId}.ipa`);
    const device = {
      platform: 'ios',
      applicationId: 'org.example.harbour',
      deviceId: 'a device',
    } as const;
    expect((await server.nobody.call('releases.getForDevice', device)).version?.downloadPath).toBe(path);
    const response = await fetch(`${server.url}${path}`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    await expect.poll(async () => (await owner.call('apps.downloads', {})).total).toBe(1);
  });

  test('has no public file beside that path', async () => {
    expect(await statusOf(`files/${versionId}`)).toBe(404);
  });

  test('in a private store needs a reader token, or a link of someone with access to the app', async () => {
    await setAccess('readers');
    expect(await statusOf(path)).toBe(401);
    const link = await owner.call('versions.getFileLink', { versionId });
    expect(await statusOf(link.path)).toBe(200);
    await setAccess('public');
    expect(await statusOf(path)).toBe(200);
  });

  test('that staff remove says so where it was', async () => {
    await (await server.admin()).call('versions.remove', { versionId, reason: 'It deletes photos.' });
    expect((await owner.call('versions.get', { versionId })).version.downloadPath).toBeNull();
    expect(await statusOf(path)).toBe(410);
  });
});
