import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitForJobs } from '#test/support/jobs.ts';
import { createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import { openReadOnlyDisk, type ReadOnlyDisk } from '#test/support/read-only-disk.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, tusHeaders, waitForInspection } from '#test/support/uploads.ts';
import { createHealth } from '../../http/health.ts';
import { errorFrom } from './s3/s3-error.ts';
import { storageError } from './storage-error.ts';

let disk: ReadOnlyDisk;
let server: TestServer;
let app: PublishedApp;
const logged: { readonly message: string; readonly error: string }[] = [];

beforeAll(async () => {
  disk = await openReadOnlyDisk();
  server = await startTestServer({
    env: { STORAGE_URL: pathToFileURL(disk.path).href, DISK_RESERVE_MB: '0' },
  });
  const { log } = server.context;
  log.error = ((details: { err?: Error }, message: string) => {
    logged.push({ message, error: details.err?.message ?? '' });
  }) as typeof log.error;
  app = await createPublishedApp(server);
  await waitForJobs(server.context.pool);
});
afterEach(() => disk.setReadOnly(false));
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await disk[Symbol.asyncDispose]();
});

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: side % 255, g: 80, b: 80 } } })
    .png()
    .toBuffer();

async function expectUnavailable(request: Promise<Response>): Promise<void> {
  const response = await request;
  const text = await response.text();
  expect([response.status, text]).toEqual([503, expect.stringContaining('can’t be written to')]);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

test('responds 503 to whatever stores a file, tells the operator what to do, and goes on afterwards', async () => {
  const { owner, appId, build, applicationId } = app;
  const bytes = build('next');
  const { version, upload } = await owner.call('versions.create', {
    appId,
    fileName: 'a.apk',
    size: bytes.length,
  });
  const half = Math.floor(bytes.length / 2);
  await sendBytes(upload.url, { bytes: bytes.subarray(0, half), by: owner });
  const admin = await server.admin();
  logged.length = 0;
  await disk.setReadOnly(true);

  await expectUnavailable(sendBytes(upload.url, { bytes: bytes.subarray(half), offset: half, by: owner }));
  const body = new Uint8Array(await picture(512));
  await expectUnavailable(owner.fetch(`graphics/${appId}/en-US/icon`, { method: 'POST', body }));
  await expectUnavailable(owner.fetch(`graphics/${appId}/icon`, { method: 'POST', body }));
  await expectUnavailable(owner.fetch('avatars', { method: 'POST', body }));
  const logo = { image: (await picture(300)).toString('base64'), before: null };
  expect(await admin.tryCall('settings.setLogo', logo)).toMatchObject({ status: 503 });
  expect(logged.map(({ message }) => message)).toContain('the storage can’t be written to');
  expect(logged[0]?.error).toMatch(/read-only|permission denied/i);
  expect(logged[0]?.error).toContain('Let Quayside’s user write there');

  expect((await fetch(upload.url, { method: 'HEAD', headers: tusHeaders(owner) })).status).toBe(200);
  expect((await server.nobody.fetch(`fdroid/repo/${applicationId}_1.apk`)).status).toBe(200);
  const ready = await (await fetch(`${server.url}readyz`)).json();
  expect(ready).toMatchObject({ status: 'degraded', parts: { storage: 'degraded' } });

  await disk.setReadOnly(false);
  const rest = await sendBytes(upload.url, { bytes: bytes.subarray(half), offset: half, by: owner });
  expect(rest.status).toBe(204);
  expect((await waitForInspection(owner, version.id)).status).toBe('draft');
});

test('a bucket that forbids writing says the same', () => {
  const refused = errorFrom('PUT objects/a', 403, '<Error><Code>AccessDenied</Code></Error>');
  expect(storageError(refused)).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('its operator'),
    details: { reason: 'storage' },
  });
});

test('a storage that can be read but not written is degraded, so that servers stay in service', async () => {
  await disk.setReadOnly(true);
  const { routes } = createHealth(server.context, async () => false);
  const response = await routes.request('/readyz');
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ parts: expect.objectContaining({ storage: 'degraded' }) }),
  ]);
  await expect(server.context.storage.delete('packages/none')).resolves.toBeUndefined();
  await expect(server.context.storage.put('avatars/x', randomBytes(3))).rejects.toThrow(
    'can’t be written to',
  );
});
