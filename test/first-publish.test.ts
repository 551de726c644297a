import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { waitUntil } from '#test/support/patience.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

test('an app gets from sign-up to a store client by plain HTTP calls', async () => {
  const publisher = await server.onboard('publisher@example.org');
  const { app } = await publisher.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
    summary: 'Shows the tide',
  });
  expect(app.status).toBe('draft');
  await server.completeListing(app.id);

  const apk = readFixture('plain.apk');
  const sha256 = createHash('sha256').update(apk).digest('hex');
  const draft = await uploadVersion(publisher, app.id, apk);
  expect(draft.findings.filter((finding) => finding.severity === 'error')).toEqual([]);
  expect(draft).toMatchObject({
    status: 'draft',
    sha256,
    size: apk.length,
    package: { platform: 'android', applicationId: 'org.example.harbour', versionCode: 1, label: 'Harbour' },
    signature: { verified: true },
  });
  expect(draft.downloadPath).toBeNull();
  const icon = await fetch(`${server.url}${draft.iconPath}`);
  expect(icon.headers.get('content-type')).toBe('image/png');

  const fileName = 'org.example.harbour_1.apk';
  expect((await fetch(`${server.url}fdroid/repo/${fileName}`)).status).toBe(404);

  const submitted = await publisher.call('versions.submit', { versionId: draft.id });
  expect(submitted.version.status).toBe('submitted');

  const admin = await server.admin();
  const { items } = await admin.call('reviews.queue', {});
  expect(items.map((item) => item.version.id)).toEqual([draft.id]);
  expect(items[0]?.app).toMatchObject({ name: 'Harbour', ownerName: 'Works of publisher@example.org' });
  const approved = await admin.call('reviews.approve', { versionId: draft.id, note: 'Welcome.' });
  expect(approved.version).toMatchObject({ status: 'published', decisionNote: 'Welcome.' });

  const { notifications } = await publisher.call('notifications.list', {});
  expect(notifications).toMatchObject([
    { type: 'app_approval', title: 'App Approved', read: false, data: { appId: app.id } },
  ]);

  const index = await waitForFeed((packages) => 'org.example.harbour' in packages);
  const versions = Object.values(index.packages['org.example.harbour']?.versions ?? {});
  expect(versions).toMatchObject([{ file: { name: `/${fileName}`, sha256, size: apk.length } }]);
  const entry = await fetch(`${server.url}fdroid/repo/entry.jar`);
  expect(entry.status).toBe(200);

  const whole = await fetch(`${server.url}${approved.version.downloadPath}`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(apk)).toBe(true);
  const part = await fetch(`${server.url}fdroid/repo/${fileName}`, { headers: { Range: 'bytes=100-199' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${apk.length}`);
  expect(Buffer.from(await part.arrayBuffer()).equals(apk.subarray(100, 200))).toBe(true);
});

interface Index {
  packages: Record<string, { versions: Record<string, unknown> }>;
}

async function waitForFeed(isThere: (packages: Index['packages']) => boolean): Promise<Index> {
  return waitUntil('the feed has changed', async () => {
    const response = await fetch(`${server.url}fdroid/repo/index-v2.json`);
    const index = (await response.json()) as Index;
    return isThere(index.packages) && index;
  });
}
