import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSource, type Source } from '#test/support/altstore-source.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'ios',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  appId = app.id;
  await server.completeListing(appId);
});
afterAll(() => server[Symbol.asyncDispose]());

const set = (marketplaceId: string | null, of = appId) =>
  owner.tryCall('apps.setMarketplaceId', { appId: of, marketplaceId });

async function readSource(kind: 'classic' | 'pal'): Promise<Source> {
  const response = await fetch(`${server.url}altstore/${kind === 'classic' ? 'source' : 'pal'}.json`);
  expect(response.status).toBe(200);
  return checkSource((await response.json()) as Source, kind);
}

/** Waits until the app is in a source, which is made once something is published. */
const findApp = async (kind: 'classic' | 'pal') =>
  waitUntil('the app in its source', async () => {
    const path = kind === 'classic' ? 'source.json' : 'pal.json';
    const { status } = await fetch(`${server.url}altstore/${path}`);
    return status === 200 && (await readSource(kind)).apps[0];
  });

test('an uploaded app is in a source that covers all that its package asks for', async () => {
  const bytes = readFixture('harbour.ipa');
  const { id: versionId } = await uploadVersion(owner, appId, bytes);
  await owner.call('versions.submit', { versionId });
  await (await server.admin()).call('reviews.approve', { versionId });
  const app = await findApp('classic');
  expect(app.appPermissions).toEqual({
    entitlements: [
      'application-identifier',
      'com.apple.developer.team-identifier',
      'com.apple.security.application-groups',
      'get-task-allow',
    ],
    privacy: {
      NSCameraUsageDescription: 'Harbour takes photos of ships.',
      NSLocationWhenInUseUsageDescription: 'Tides shows the tide where you are.',
    },
  });
  const icon = await fetch(app.iconURL);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
  const file = await fetch(app.versions[0]?.downloadURL ?? '');
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a marketplace ID moves the app to the other source, with an entry in the audit log', async () => {
  expect((await set(' 6478916434 ')).result).toEqual({ marketplaceId: '6478916434' });
  expect((await owner.call('apps.get', { appId })).marketplaceId).toBe('6478916434');
  const app = await findApp('pal');
  expect(app.marketplaceID).toBe('6478916434');
  expect((await readSource('classic')).apps).toEqual([]);
  // Once more changes nothing.
  await set('6478916434');
  const { rows } = await server.context.pool.query(
    `SELECT details FROM audit_events WHERE event = 'app.marketplace-id-changed'`,
  );
  expect(rows).toEqual([{ details: { from: null, to: '6478916434' } }]);
});

test.each(['', '0123456', '12345', 'abc', '1'.repeat(21), '647 891'])('rejects %j', async (wrong) => {
  const { status, error } = await set(wrong);
  expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
});

test('rejects the ID of another app, an Android app and strangers', async () => {
  const create = (platform: 'android' | 'ios', applicationId: string) =>
    owner.call('apps.create', { platform, applicationId, name: 'Other' });
  const { app: other } = await create('ios', 'org.example.other');
  expect((await set('6478916434', other.id)).error.status).toBe('ALREADY_EXISTS');
  const { app: android } = await create('android', 'org.example.android');
  expect((await set('6478916435', android.id)).error.status).toBe('FAILED_PRECONDITION');
  const stranger = await server.onboard('stranger@example.org');
  const call = { appId, marketplaceId: null };
  expect((await stranger.tryCall('apps.setMarketplaceId', call)).status).toBe(404);
});

test('the store’s page offers the source with apps', async () => {
  const page = await (await fetch(`${server.url}fdroid/repo/`)).text();
  const address = encodeURIComponent(`${server.context.config.publicUrl}altstore/pal.json`);
  expect(page).toContain(`href="altstore-pal://source?url=${address}"`);
  expect(page).not.toContain('altstore-classic:');
});
