import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, uploadVersion, waitForInspection } from '#test/support/uploads.ts';
import { CannotGrowError } from '../../platform/storage/storage.ts';
import { expireFiles } from './expire.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  appId = app.id;
  await server.completeListing(appId);
});
afterAll(() => server[Symbol.asyncDispose]());

const begin = (size: number) => owner.call('versions.create', { appId, fileName: 'half.apk', size });
const stored = (key: string) => server.context.storage.stat(key);
const read = async (versionId: string) => owner.call('versions.get', { versionId });

/** Runs the hourly job as if it were so many hours later. */
async function expireIn(hours: number): Promise<void> {
  const clock = () => new Date(Date.now() + hours * HOUR_MS);
  await expireFiles({ ...server.context, clock }, new AbortController().signal);
}

test('an upload that received nothing for a day expires, is recorded and frees its quota', async () => {
  const { version, upload } = await begin(1000);
  await sendBytes(upload.url, { bytes: randomBytes(400), by: owner });
  await expireIn(23);
  expect(await read(version.id)).toMatchObject({ version: { status: 'uploading' }, upload: { offset: 400 } });

  await expireIn(25);
  const expired = await read(version.id);
  expect(expired).toMatchObject({ version: { status: 'expired' }, upload: null });
  expect(expired.version.fileRemovedAt).not.toBeNull();
  expect(expired.version.findings).toMatchObject([
    { rule: 'upload-expired', severity: 'error', evidence: expect.stringMatching(/^400 of 1,000 bytes/) },
  ]);
  await expect.poll(() => stored(`uploads/${version.id}`)).toBeNull();
  const { usage } = await owner.call('account.usage', {});
  expect(usage).toContainEqual(expect.objectContaining({ quota: 'openUploads', used: 0 }));
  expect(usage).toContainEqual(expect.objectContaining({ quota: 'storedMegabytes', used: 0 }));
  const { entries } = await owner.call('versions.history', { versionId: version.id });
  expect(entries[0]).toMatchObject({ event: 'version.expired', actor: 'system' });
});

test('an expired upload accepts no more bytes, and can be deleted', async () => {
  const { version, upload } = await begin(10);
  await expireIn(25);
  const late = await sendBytes(upload.url, { bytes: randomBytes(10), by: owner });
  expect([late.status, await late.json()]).toMatchObject([
    410,
    { error: { status: 'NOT_FOUND', details: { reason: 'upload-gone' } } },
  ]);
  expect((await owner.tryCall('versions.submit', { versionId: version.id })).status).toBe(400);
  await owner.call('versions.delete', { versionId: version.id });
  expect((await owner.tryCall('versions.get', { versionId: version.id })).status).toBe(404);
});

test('an upload whose stored bytes can’t grow accepts no more', async () => {
  const { upload } = await begin(10);
  const append = vi.spyOn(server.context.storage, 'append').mockRejectedValue(new CannotGrowError('whole'));
  const late = await sendBytes(upload.url, { bytes: randomBytes(10), by: owner });
  append.mockRestore();
  expect([late.status, await late.json()]).toMatchObject([
    410,
    { error: { status: 'NOT_FOUND', details: { reason: 'upload-gone' } } },
  ]);
});

test('an upload that receives bytes during the job does not expire', async () => {
  const bytes = randomBytes(2_000_000);
  const { version, upload } = await begin(bytes.length);
  const [sent] = await Promise.all([sendBytes(upload.url, { bytes, by: owner }), expireIn(0), expireIn(23)]);
  expect(sent.status).toBe(204);
  expect(await waitForInspection(owner, version.id)).toMatchObject({
    status: 'invalid',
    fileRemovedAt: null,
  });
});

test('the file of an invalid version is deleted after a week, and its findings stay', async () => {
  const version = await uploadVersion(owner, appId, readFixture('debuggable.apk'));
  expect(version.status).toBe('invalid');
  await expireIn(6 * 24);
  expect((await read(version.id)).version.fileRemovedAt).toBeNull();
  expect((await owner.tryCall('versions.getFileLink', { versionId: version.id })).status).toBe(200);

  await expireIn(8 * 24);
  await expireIn(8 * 24);
  const after = (await read(version.id)).version;
  expect(after).toMatchObject({ status: 'invalid', findings: version.findings });
  expect(after.fileRemovedAt).not.toBeNull();
  await expect.poll(() => stored(`packages/${version.id}`)).toBeNull();
  const rejected = await owner.tryCall('versions.getFileLink', { versionId: version.id });
  expect([rejected.status, rejected.error.message]).toEqual([400, expect.stringMatching(/was deleted/)]);
  const { entries } = await owner.call('versions.history', { versionId: version.id });
  expect(entries.filter(({ event }) => event === 'version.file-removed')).toHaveLength(1);
});

test('a version that passed inspection keeps its file', async () => {
  const version = await uploadVersion(owner, appId, readFixture('plain.apk'));
  expect(version.status).toBe('draft');
  await expireIn(365 * 24);
  expect(await read(version.id)).toMatchObject({ version: { status: 'draft', fileRemovedAt: null } });
  expect(await stored(`packages/${version.id}`)).not.toBeNull();
});
