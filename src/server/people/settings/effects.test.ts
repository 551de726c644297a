import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let admin: Person;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  owner = await server.onboard('owner@example.org');
  ({
    app: { id: appId },
  } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  }));
  await server.completeListing(appId);
});
afterAll(() => server[Symbol.asyncDispose]());

const picture = (background: string) =>
  sharp({ create: { width: 400, height: 700, channels: 3, background } })
    .png()
    .toBuffer();
const change = (settings: CallInput<'settings.update'>['settings']) =>
  admin.call('settings.update', { settings });

describe('a change holds for the next call', () => {
  test('of the largest package', async () => {
    await change({ limits: { packageMegabytes: 1, screenshots: 8 } });
    const file = { appId, fileName: 'harbour.apk', size: 2 * 1024 ** 2 };
    const rejected = await owner.tryCall('versions.create', file);
    expect(rejected.error.details?.issues).toMatchObject([{ path: 'size' }]);
    await change({ limits: { packageMegabytes: 3, screenshots: 8 } });
    expect((await owner.call('versions.create', file)).version.status).toBe('uploading');
  });

  test('of how many screenshots a listing takes', async () => {
    await change({ limits: { packageMegabytes: 100, screenshots: 1 } });
    const send = async (background: string) =>
      owner.fetch(`graphics/${appId}/en-US/phoneScreenshots`, {
        method: 'POST',
        body: new Uint8Array(await picture(background)),
      });
    expect((await send('teal')).status).toBe(200);
    const rejected = await send('navy');
    expect([rejected.status, await rejected.text()]).toEqual([
      400,
      expect.stringContaining('up to 1 screenshots'),
    ]);
  });

  test('of the categories', async () => {
    await change({ categories: [{ id: 'sailing', name: 'Sailing' }] });
    const { detailsRevision: revision } = await owner.call('apps.get', { appId });
    const choose = (category: string) =>
      owner.tryCall('apps.updateDetails', { appId, details: { category }, revision });
    expect((await choose('games')).error.message).toContain('sailing');
    expect((await choose('sailing')).result.details.category).toBe('sailing');
  });

  test('of the lowest target SDK and of a rule', async () => {
    await change({ minTargetSdk: 35 });
    const old = await uploadVersion(owner, appId, readFixture('plain.apk'));
    expect(old.findings.map(({ rule }) => rule)).toContain('target-sdk');
    expect(old.status).toBe('invalid');
    await change({ minTargetSdk: 23 });
    expect((await uploadVersion(owner, appId, readFixture('plain.apk'))).status).toBe('draft');
  });

  test('of when a claim is stale', async () => {
    const { versions } = await owner.call('apps.get', { appId });
    const versionId = versions.find(({ status }) => status === 'draft')?.id ?? '';
    await owner.call('versions.submit', { versionId });
    await admin.call('reviews.claim', { versionId });
    await server.context.pool.query(
      "UPDATE reviews SET claimed_at = now() - interval '3 hours' WHERE version_id = $1",
      [versionId],
    );
    const stale = async () => (await admin.call('admin.overview', {})).queue.stale;
    await change({ review: { updates: 'review', staleClaimHours: 4 } });
    expect(await stale()).toBe(0);
    await change({ review: { updates: 'review', staleClaimHours: 2 } });
    expect(await stale()).toBe(1);
  });

  test('of the terms that people accept', async () => {
    await admin.call('settings.setLegalTexts', { texts: { termsVersion: '7', languages: [] }, before: 1 });
    const person = await server.onboard('late@example.org', 'browse');
    const { rows } = await server.context.pool.query('SELECT terms_version FROM users WHERE uid = $1', [
      person.uid,
    ]);
    expect(rows).toEqual([{ terms_version: '7' }]);
  });
});

test('the log keeps what really changed, and nothing when nothing did', async () => {
  const changes = async () => (await admin.call('audit.list', { event: 'settings.updated' })).entries;
  await change({ storeName: 'Pier', registration: 'open' });
  const before = await changes();
  expect(before[0]?.details).toMatchObject({ changed: ['storeName'], after: { storeName: 'Pier' } });
  await change({ storeName: 'Pier' });
  expect(await changes()).toHaveLength(before.length);
});
