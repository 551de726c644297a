import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, tusHeaders, waitForInspection } from '#test/support/uploads.ts';
import { createLog } from '../log/log.ts';
import { openDiskSpace } from './space.ts';
import { StorageFullError } from './storage.ts';

const MB = 1024 ** 2;
const RESERVE = 100 * MB;
const PLENTY = 10_000 * MB;
const log = createLog('silent');

/** The reported free space, which the tests change. */
let freeBytes = PLENTY;
let server: TestServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer({
    env: { DISK_RESERVE_MB: '100' },
    readFileSystem: async () => ({ freeBytes, totalBytes: PLENTY }),
  });
  owner = await server.onboard('owner@example.org');
  const harbour = { platform: 'android', applicationId: 'org.example.harbour', name: 'Harbour' } as const;
  appId = (await owner.call('apps.create', harbour)).app.id;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  freeBytes = PLENTY;
});

const create = (size: number) => owner.tryCall('versions.create', { appId, fileName: 'app.apk', size });
const offsetOf = async (versionId: string) =>
  (await owner.call('versions.get', { versionId })).upload?.offset;

describe('an upload', () => {
  test('is rejected on creation when it would use the reserve', async () => {
    freeBytes = RESERVE + 10 * MB;
    const rejected = await create(10 * MB + 1);
    expect([rejected.status, rejected.error]).toEqual([
      429,
      {
        status: 'RESOURCE_EXHAUSTED',
        message: expect.stringMatching(/out of disk space.*try again once its admins have freed up space/i),
        details: { reason: 'storage-full', sentence: expect.any(Array) },
      },
    ]);
    const { result, status } = await create(10 * MB);
    expect(status).toBe(200);
    await owner.call('versions.delete', { versionId: result.version.id });
  });

  test('is rejected with 507 before it starts, and continues once there is space', async () => {
    const bytes = readFixture('plain.apk');
    const { version, upload } = (await create(bytes.length)).result;
    expect((await sendBytes(upload.url, { bytes: bytes.subarray(0, 1000), by: owner })).status).toBe(204);
    freeBytes = RESERVE + 100;
    const rest = { bytes: bytes.subarray(1000), offset: 1000, by: owner };
    const rejected = await sendBytes(upload.url, rest);
    expect(rejected.status).toBe(507);
    expect(await rejected.text()).toMatch(/out of disk space.*kept: continue the upload/i);
    expect(await offsetOf(version.id)).toBe(1000);
    freeBytes = PLENTY;
    expect((await sendBytes(upload.url, rest)).status).toBe(204);
    expect((await waitForInspection(owner, version.id)).status).toBe('draft');
  });

  test('stops with 507 when the space runs out midway, and keeps the received bytes', async () => {
    const bytes = randomBytes(12 * MB);
    const { version, upload } = (await create(bytes.length)).result;
    const body = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 5 * MB);
        await expect.poll(() => offsetOf(version.id)).toBe(5 * MB);
        freeBytes = RESERVE;
        yield bytes.subarray(5 * MB);
      })(),
    );
    const rejected = await fetch(upload.url, {
      method: 'PATCH',
      headers: tusHeaders(owner),
      body: Readable.toWeb(body),
      duplex: 'half',
    } as RequestInit);
    expect(rejected.status).toBe(507);
    const offset = (await offsetOf(version.id)) ?? 0;
    expect(offset).toBeGreaterThanOrEqual(5 * MB);
    expect(offset).toBeLessThan(12 * MB);
    freeBytes = PLENTY;
    const rest = { bytes: bytes.subarray(offset), offset, by: owner };
    expect((await sendBytes(upload.url, rest)).status).toBe(204);
    expect((await waitForInspection(owner, version.id)).sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('images are rejected with 507 while space is low', async () => {
  const picture = sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } }).png();
  const body = new Uint8Array(await picture.toBuffer());
  for (const path of ['avatars', `graphics/${appId}/en-US/icon`]) {
    freeBytes = RESERVE - 1;
    const rejected = await owner.fetch(path, { method: 'POST', body });
    expect([path, rejected.status]).toEqual([path, 507]);
    expect((await rejected.json()).error).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: { reason: 'storage-full' },
    });
    freeBytes = PLENTY;
    expect((await owner.fetch(path, { method: 'POST', body })).status).toBe(200);
  }
});

test('an export fails while space is low, and can be requested again', async () => {
  const statusNow = async () => (await owner.call('account.getExport', {})).export?.status;
  freeBytes = RESERVE - 1;
  await owner.call('account.requestExport', {});
  await expect.poll(statusNow).toBe('failed');
  freeBytes = PLENTY;
  await owner.call('account.requestExport', {});
  await expect.poll(statusNow).toBe('ready');
});

test('the feed may use half of the reserve, so that removed apps can leave it', async () => {
  const { storage } = server.context;
  freeBytes = RESERVE / 2 + 10;
  await storage.put('feeds/space', randomBytes(10));
  await expect(storage.put('feeds/space', randomBytes(11))).rejects.toThrow(StorageFullError);
  await expect(storage.put('exports/space', randomBytes(1))).rejects.toThrow(StorageFullError);
  expect((await storage.stat('feeds/space'))?.size).toBe(10);
});

test('the reserve also applies to the file system of the database', async () => {
  const free = { '/': 1000, '/proc': 1000 };
  const space = await openDiskSpace({
    directories: { storage: '/', database: '/proc' },
    reserveBytes: 100,
    log,
    readFileSystem: async (directory) => ({
      freeBytes: free[directory as keyof typeof free],
      totalBytes: 2000,
    }),
  });
  await expect(space.require(900)).resolves.toBeUndefined();
  await expect(space.require(901)).rejects.toThrow(StorageFullError);
  free['/proc'] = 99;
  await expect(space.require(1)).rejects.toThrow(StorageFullError);
  expect(await space.read()).toEqual([
    { parts: ['storage'], freeBytes: 1000, totalBytes: 2000, isLow: false },
    { parts: ['database'], freeBytes: 99, totalBytes: 2000, isLow: true },
  ]);
});

test('a full DATA_DIR of its own is reported, and rejects no file', async () => {
  const space = await openDiskSpace({
    directories: { data: '/proc' },
    reserveBytes: 100,
    log,
    readFileSystem: async () => ({ freeBytes: 99, totalBytes: 2000 }),
  });
  await expect(space.require(1)).resolves.toBeUndefined();
  expect(await space.read()).toEqual([{ parts: ['data'], freeBytes: 99, totalBytes: 2000, isLow: true }]);
});

test('DATA_DIR is not named beside what shares its file system', async () => {
  const space = await openDiskSpace({ directories: { storage: '/', data: '/' }, reserveBytes: 0, log });
  expect(await space.read()).toMatchObject([{ parts: ['storage'] }]);
});

test('reads the free space from the operating system', async () => {
  const space = await openDiskSpace({ directories: { storage: '/', database: '/' }, reserveBytes: 0, log });
  const [disk, ...others] = await space.read();
  expect(others).toEqual([]);
  expect(disk).toMatchObject({ parts: ['storage', 'database'], isLow: false });
  expect(disk?.totalBytes).toBeGreaterThanOrEqual(disk?.freeBytes ?? Number.POSITIVE_INFINITY);
});
