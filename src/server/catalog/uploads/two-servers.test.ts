import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { killServers, type ReadyServer } from '#test/support/server-process.ts';
import { createSharedStore, type SharedStore } from '#test/support/shared-store.ts';
import { sendBytes, tusHeaders, waitForInspection } from '#test/support/uploads.ts';

let store: SharedStore;
let first: ReadyServer;
let second: ReadyServer;
let owner: Person;
let appId: string;
beforeAll(async () => {
  store = await createSharedStore();
  [first, second] = [await store.start(), await store.start()];
  owner = await store.peopleOf(first).onboard('owner@example.org');
  const harbour = { platform: 'android', applicationId: 'org.example.harbour', name: 'Harbour' } as const;
  appId = (await owner.call('apps.create', harbour)).app.id;
});
afterAll(async () => {
  killServers();
  await store[Symbol.asyncDispose]();
});

let bytes: Uint8Array;
let versionId: string;
beforeEach(async () => {
  bytes = randomBytes(300_000);
  versionId = await begin(bytes.length);
});

async function begin(size: number): Promise<string> {
  const { version } = await owner.call('versions.create', { appId, fileName: 'app.apk', size });
  return version.id;
}

const urlAt = ({ url }: ReadyServer, id = versionId) => `${url}uploads/${id}`;
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const send = (server: ReadyServer, start: number, end = bytes.length) =>
  sendBytes(urlAt(server), { bytes: bytes.subarray(start, end), offset: start, by: owner });

async function offsetAt(server: ReadyServer): Promise<number> {
  const response = await fetch(urlAt(server), {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${owner.token}`, 'Tus-Resumable': '1.0.0' },
  });
  return response.ok ? Number(response.headers.get('upload-offset')) : -response.status;
}

/** Opens a request at the first server that has sent the first 100,000 bytes and stays open. */
async function openRequest(): Promise<{ sending: ClientRequest; response: Promise<IncomingMessage> }> {
  const sending = request(urlAt(first), {
    method: 'PATCH',
    headers: { ...tusHeaders(owner), 'Content-Length': String(bytes.length) },
  });
  const response = once(sending, 'response').then(([received]) => received as IncomingMessage);
  response.catch(() => {});
  sending.on('error', () => {});
  sending.write(bytes.subarray(0, 100_000));
  await expect
    .poll(async () => (await stat(join(store.storage, 'objects/uploads', versionId)).catch(() => null))?.size)
    .toBe(100_000);
  return { sending, response };
}

/** Expires the locks of idle requests, as time would. */
const endLocks = () => store.pool.query('UPDATE upload_locks SET expires_at = now()');

test('continues an upload on another server and inspects it', async () => {
  bytes = readFixture('plain.apk');
  versionId = await begin(bytes.length);
  expect((await send(first, 0, 1000)).status).toBe(204);
  expect(await offsetAt(second)).toBe(1000);
  expect((await send(second, 1000, 2000)).status).toBe(204);
  expect(await offsetAt(first)).toBe(2000);
  expect((await send(first, 2000)).status).toBe(204);
  const version = await waitForInspection(owner, versionId);
  expect([version.status, version.sha256]).toEqual(['draft', sha256(bytes)]);
});

test('responds 423 while another server receives the upload, and continues it afterwards', async () => {
  const { sending, response } = await openRequest();
  const rejected = await send(second, 100_000);
  expect(rejected.status).toBe(423);
  expect(await rejected.text()).toMatch(/another request.*ask for the offset/i);
  expect(await offsetAt(second)).toBe(-423);
  sending.write(bytes.subarray(100_000, 200_000));
  sending.destroy();
  await response.catch(() => {});
  await expect.poll(() => offsetAt(second)).toBeGreaterThan(0);
  const offset = await offsetAt(second);
  expect((await send(second, offset)).status).toBe(204);
  expect((await waitForInspection(owner, versionId)).sha256).toBe(sha256(bytes));
});

test('accepts an upload from one of two servers that receive it at once', async () => {
  const other = randomBytes(bytes.length);
  const responses = await Promise.all([
    send(first, 0),
    sendBytes(urlAt(second), { bytes: other, by: owner }),
    send(first, 0),
    sendBytes(urlAt(second), { bytes: other, by: owner }),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses).toContain(204);
  for (const status of statuses) expect([204, 400, 404, 409, 410, 423]).toContain(status);
  const { sha256: stored } = await waitForInspection(owner, versionId);
  expect([sha256(bytes), sha256(other)]).toContain(stored);
});

test('records received bytes while another transaction locks the version and then its upload', async () => {
  const { sending, response } = await openRequest();
  const deleting = await store.pool.connect();
  try {
    await deleting.query('BEGIN');
    await deleting.query('SELECT FROM versions WHERE id = $1 FOR UPDATE', [versionId]);
    sending.end(bytes.subarray(100_000));
    await expect
      .poll(async () => {
        const { rows } = await store.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await deleting.query('SELECT FROM upload_locks WHERE version_id = $1 FOR UPDATE', [versionId]);
    await deleting.query('COMMIT');
  } finally {
    deleting.release(true);
  }
  expect((await response).statusCode).toBe(204);
  expect((await waitForInspection(owner, versionId)).sha256).toBe(sha256(bytes));
});

test('rejects late bytes after another server has taken over', async () => {
  const { sending, response } = await openRequest();
  await endLocks();
  expect((await send(second, 100_000, 200_000)).status).toBe(204);
  let at = 100_000;
  const dripping = setInterval(() => sending.write(bytes.subarray(at, ++at)), 50);
  const lateResponse = await response;
  clearInterval(dripping);
  expect(lateResponse.statusCode).toBe(423);
  expect(await text(lateResponse)).toMatch(/another request/i);
  sending.destroy();
  expect(await offsetAt(second)).toBe(200_000);
  expect((await send(second, 200_000)).status).toBe(204);
  expect((await waitForInspection(owner, versionId)).sha256).toBe(sha256(bytes));
});

test('leaves files alone that another server is writing at start', async () => {
  const { sending, response } = await openRequest();
  const half = join(store.storage, 'incoming/half');
  await writeFile(half, 'half');
  const third = await store.start();
  expect(await stat(half)).toMatchObject({ size: 4 });
  sending.end(bytes.subarray(100_000));
  expect((await response).statusCode).toBe(204);
  expect((await waitForInspection(owner, versionId)).sha256).toBe(sha256(bytes));
  await third[Symbol.asyncDispose]();
});

test('continues the upload of a killed server on another one, which inspects it', async () => {
  await openRequest();
  first.kill('SIGKILL');
  await first.ended;
  await endLocks();
  expect((await send(second, 100_000)).status).toBe(204);
  const colleague = await store.peopleOf(second).signIn('owner@example.org');
  expect((await waitForInspection(colleague, versionId)).sha256).toBe(sha256(bytes));
});
