import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForJobs } from '#test/support/jobs.ts';
import { createOwnApp, createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { openTestStore, publishDirectly } from '#test/support/store.ts';
import { notifyOfFiles } from '../../delivery/notifications/notify-of-files.ts';
import { verifyFiles } from './verify-files.ts';

const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let server: TestServer;
let app: PublishedApp;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  app = await createPublishedApp(server);
  key = `packages/${app.versionId}`;
  await waitForJobs(server.context.pool);
});
afterAll(() => server[Symbol.asyncDispose]());

const pathOf = (of: string) => join(server.dataDir, 'storage/objects', of);
const verify = () => verifyFiles(server.context, never, { leastAgeMs: 0 });
const overview = async () => (await (await server.admin()).call('admin.overview', {})).fileProblems;
const download = (init: RequestInit = {}) =>
  server.nobody.fetch(`fdroid/repo/${app.applicationId}_1.apk`, init);

/** Flips the last bit of a byte in the middle of a stored file. */
async function flipByte(of: string): Promise<void> {
  const file = await open(pathOf(of), 'r+');
  try {
    const at = Math.floor((await file.stat()).size / 2);
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at);
  } finally {
    await file.close();
  }
}

/** Replaces a stored file while a test runs, and puts the original back. */
async function withDamage(
  of: string,
  damage: () => Promise<unknown>,
  run: () => Promise<void>,
): Promise<void> {
  const original = await readFile(pathOf(of));
  await damage();
  try {
    await run();
  } finally {
    await writeFile(pathOf(of), original);
    await verify();
    await waitForJobs(server.context.pool);
  }
}

async function expectUnavailable(request: Promise<Response>): Promise<void> {
  const response = await request;
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Runs the job that notifies, as every minute, and counts what it has sent. */
async function countNotifications(): Promise<number> {
  await notifyOfFiles(server.context);
  const { rows } = await server.context.pool.query(
    `SELECT count(*)::int AS count FROM notifications WHERE title = 'Stored files are damaged or missing'`,
  );
  return rows[0].count;
}

test('finds a package with a flipped byte, no longer serves it, and notifies staff once', async () => {
  const before = await countNotifications();
  await withDamage(
    key,
    () => flipByte(key),
    async () => {
      await verify();
      expect(await overview()).toMatchObject({
        damaged: 1,
        missing: 0,
        files: [{ key, problem: 'damaged', since: expect.any(String) }],
      });
      await expectUnavailable(download());
      await expectUnavailable(download({ method: 'HEAD' }));
      await expectUnavailable(download({ headers: { range: 'bytes=0-9' } }));
      expect(await (await download()).text()).toContain('damaged or missing');
      await verify();
      expect(await countNotifications()).toBe(before + 1);
      const admin = await server.admin();
      const { notifications } = await admin.call('notifications.list', {});
      expect(notifications[0]).toMatchObject({
        title: 'Stored files are damaged or missing',
        message: expect.stringContaining(`(${key}): damaged`),
      });
      const ready = await (await fetch(`${server.url}readyz`)).json();
      expect(ready).toMatchObject({ status: 'degraded', parts: { files: 'degraded' } });
      // The feed still lists it, with the hash that it has again once it is restored.
      expect((await server.nobody.fetch('fdroid/repo/index-v2.json')).status).toBe(200);
    },
  );
  expect(await overview()).toEqual({ damaged: 0, missing: 0, files: [] });
  expect((await download()).status).toBe(200);
});

test.each([
  ['is shorter', () => truncate(pathOf(key), 100)],
  ['is missing', () => server.context.rawStorage.delete(key)],
])('responds 503 at once when a package %s, and staff are notified', async (_what, damage) => {
  const before = await countNotifications();
  await withDamage(key, damage, async () => {
    await expectUnavailable(download());
    await expectUnavailable(download({ headers: { range: 'bytes=200-300' } }));
    await expectUnavailable(download({ method: 'HEAD' }));
    const { path } = await app.owner.call('versions.getFileLink', { versionId: app.versionId });
    await expectUnavailable(fetch(server.url + path));
    expect((await overview()).files).toMatchObject([{ key }]);
    expect(await countNotifications()).toBe(before + 1);
  });
  expect((await download()).status).toBe(200);
});

test('finds damaged pictures by the hash in their name, and one that is stored again is right', async () => {
  const picture = sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } }).png();
  const sent = await app.owner.fetch(`graphics/${app.appId}/en-US/icon`, {
    method: 'POST',
    body: new Uint8Array(await picture.toBuffer()),
  });
  const graphic: string = (await sent.json()).result.graphic.path;
  const original = await readFile(pathOf(graphic));
  await flipByte(graphic);
  await verify();
  await expectUnavailable(server.nobody.fetch(graphic));
  await server.context.storage.put(graphic, original);
  expect((await server.nobody.fetch(graphic)).status).toBe(200);
  expect((await overview()).files).toEqual([]);
  await waitForJobs(server.context.pool);
});

test.each([
  ['fdroid', 'index-v2.json', 'fdroid/repo/index-v2.json'],
  ['altstore', 'source.json', 'altstore/source.json'],
])('makes a damaged index of the feed %s again, without a mark', async (feed, name, path) => {
  const { rows } = await server.context.pool.query(
    "SELECT files->$2->>'key' AS key FROM feeds WHERE name = $1",
    [feed, name],
  );
  const before = await (await server.nobody.fetch(path)).json();
  await flipByte(rows[0].key);
  await verify();
  await waitForJobs(server.context.pool);
  const response = await server.nobody.fetch(path);
  expect(response.status).toBe(200);
  expect({ ...(await response.json()), repo: null }).toEqual({ ...before, repo: null });
  expect((await overview()).files).toEqual([]);
});

test('responds 503 for a picture that is missing, and 404 for one that nothing names', async () => {
  const version = await app.upload('next');
  const icon = version.iconPath ?? '';
  await withDamage(
    icon,
    () => server.context.rawStorage.delete(icon),
    async () => {
      await verify();
      await expectUnavailable(server.nobody.fetch(icon));
      expect((await overview()).files).toMatchObject([{ key: icon, problem: 'missing' }]);
    },
  );
  expect((await server.nobody.fetch(icon)).status).toBe(200);
  expect((await server.nobody.fetch(`icons/${'a'.repeat(64)}.png`)).status).toBe(404);
});

test('compares a file without a known hash with its first verification', async () => {
  const { pool, storage } = server.context;
  const id = randomUUID();
  await pool.query(
    `INSERT INTO account_exports (id, uid, status, requested_at, expires_at)
     VALUES ($1, $2, 'ready', now(), now() + interval '1 day')`,
    [id, app.owner.uid],
  );
  const exported = `exports/${id}.json`;
  await storage.put(exported, randomBytes(50));
  await verify();
  expect((await overview()).files).toEqual([]);
  await flipByte(exported);
  await verify();
  expect((await overview()).files).toMatchObject([{ key: exported, problem: 'damaged' }]);
  await pool.query('DELETE FROM account_exports WHERE id = $1', [id]);
  await verify();
  expect((await overview()).files).toEqual([]);
  await waitForJobs(pool);
});

test('forgets a missing package whose version is deleted before anyone is notified', async () => {
  const before = await countNotifications();
  await server.context.problems.report('packages/deleted', 'missing');
  expect((await overview()).missing).toBe(1);
  expect(await countNotifications()).toBe(before);
  expect((await overview()).missing).toBe(0);
});

test('forgets a damaged package whose version is deleted', async () => {
  const other = await createOwnApp(server);
  const version = await other.upload();
  await flipByte(`packages/${version.id}`);
  await verify();
  expect((await overview()).damaged).toBe(1);
  await other.owner.call('versions.delete', { versionId: version.id });
  await waitForJobs(server.context.pool);
  await verify();
  expect(await overview()).toEqual({ damaged: 0, missing: 0, files: [] });
});

test('reads a bounded number of bytes, new and much downloaded files first, and continues there', async () => {
  await using store = await openTestStore();
  const read: string[] = [];
  const rawStorage = {
    ...store.rawStorage,
    open: (of: string) => {
      read.push(of);
      return store.rawStorage.open(of);
    },
  };
  const publish = async (versionCode: number) =>
    `packages/${(await publishDirectly(store, { applicationId: 'org.example.much', versionCode, bytes: randomBytes(100_000) })).versionId}`;
  const run = (maxBytes?: number) =>
    verifyFiles({ ...store, rawStorage }, never, maxBytes === undefined ? {} : { maxBytes });
  const [first, second, third] = [await publish(1), await publish(2), await publish(3)];
  await store.pool.query(
    `INSERT INTO downloads (version_id, day, client, count) VALUES ($1, now(), 'other', 5), ($2, now(), 'other', 9)`,
    [third.slice(9), second.slice(9)],
  );
  await run(150_000);
  expect(read).toEqual([second, third]);
  await run(100_000);
  expect(read.slice(2)).toEqual([first]);
  const fourth = await publish(4);
  store.now = new Date(Date.now() + 8 * DAY_MS);
  await run(150_000);
  expect(read.slice(3)).toEqual([fourth, second]);
  store.now = new Date(Date.now() + 9 * DAY_MS);
  await run();
  expect(read.slice(5)).toEqual([third, first]);
  await run();
  expect(read).toHaveLength(7);
});

test('stops when the server stops, and counts nothing as missing while the storage is gone', async () => {
  await using store = await openTestStore();
  await publishDirectly(store, { applicationId: 'org.example.stopped', versionCode: 1 });
  const stopped = new AbortController();
  stopped.abort();
  await verifyFiles(store, stopped.signal);
  const count = async () =>
    (
      await store.pool.query(
        'SELECT count(checked_at)::int AS checked, count(problem)::int AS problems FROM file_checks',
      )
    ).rows[0];
  expect(await count()).toEqual({ checked: 0, problems: 0 });
  const gone = { ...store.rawStorage, open: () => Promise.reject(new Error('no response')) };
  await expect(verifyFiles({ ...store, rawStorage: gone }, never)).rejects.toThrow('no response');
  expect(await count()).toEqual({ checked: 0, problems: 0 });
});
