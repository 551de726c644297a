import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectStore } from '#cli/store.ts';
import { uploadFile } from '#cli/upload.ts';
import { readFixture } from '#test/support/fixtures.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, tusHeaders, waitForInspection } from '#test/support/uploads.ts';

const bytes = readFixture('plain.apk');

let server: TestServer;
let app: OwnApp;
let versionId: string;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  app = await createOwnApp(server);
  const file = { appId: app.appId, fileName: 'app.apk', size: bytes.length };
  const created = await app.owner.call('versions.create', file);
  versionId = created.version.id;
  url = created.upload.url;
  await sendBytes(url, { bytes, by: app.owner });
});
afterAll(() => server[Symbol.asyncDispose]());

test('an App Bundle is refused before its transfer, with the way to an APK', async () => {
  const file = { appId: app.appId, fileName: 'Release.aab', size: 1_000_000 };
  const { status, error } = await app.owner.tryCall('versions.create', file);
  expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  expect(error.message).toMatch(/bundletool build-apks --mode=universal.*upload universal\.apk/);
});

describe('an upload that is complete', () => {
  test('is told so to an empty PATCH at its end, during the inspection and after it', async () => {
    const send = () => sendBytes(url, { bytes: new Uint8Array(), offset: bytes.length, by: app.owner });
    const during = await send();
    await waitForInspection(app.owner, versionId);
    for (const { status, headers } of [during, await send()]) {
      expect([status, headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
    }
  });

  test.each([0, 100, bytes.length])(
    'sends bytes at %i back to HEAD, which says that nothing is missing',
    async (offset) => {
      const again = await sendBytes(url, { bytes: bytes.subarray(0, 10), offset, by: app.owner });
      expect([again.status, await again.json()]).toMatchObject([
        409,
        { error: { status: 'ABORTED', details: { reason: 'upload-complete' } } },
      ]);
      const head = await fetch(url, { method: 'HEAD', headers: tusHeaders(app.owner) });
      expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(bytes.length)]);
    },
  );

  test('is a success for the command, which believed that something was missing', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'quayside-complete-'));
    const path = join(directory, 'app.apk');
    await writeFile(path, bytes);
    const { token } = app.owner;
    const identity = { kind: 'token', description: 'a test', token: async () => token } as const;
    const shares: number[] = [];
    await uploadFile(connectStore(server.url, identity), {
      path,
      size: bytes.length,
      upload: { url, offset: 0 },
      onProgress: (share) => shares.push(share),
    });
    await rm(directory, { recursive: true });
    expect(shares.at(-1)).toBe(1);
  });
});
