import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitForJobs } from '#test/support/jobs.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { openTestStore, publishDirectly } from '#test/support/store.ts';
import { sendBytes } from '#test/support/uploads.ts';
import { removeFilesOf } from '../../catalog/versions/files.ts';
import { startJobs } from '../../jobs.ts';
import { versions } from '../db/tables/versions.ts';
import { MAX_UNSTORED_BYTES } from '../storage/storage.ts';
import { removeUnused } from './remove.ts';
import { sweepFiles } from './sweep.ts';

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

let server: TestServer;
let owner: Person;
let app: OwnApp;
let appId: string;
let days = 0;
beforeAll(async () => {
  server = await startTestServer();
  app = await createOwnApp(server);
  ({ owner, appId } = app);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  days += 2;
});

/**
 * Runs the job on a separate day, long after everything that this test stored. Waits for the server's own jobs first:
 * on that day files look forgotten that a job, such as the feed's at the start, has stored but not recorded yet.
 */
async function sweep(signal = never, hour = 0) {
  await waitForJobs(server.context.pool);
  const clock = () => new Date(Date.now() + (days * 24 + hour) * HOUR_MS);
  await sweepFiles({ ...server.context, clock }, signal);
}
const put = (key: string) => server.context.storage.put(key, randomBytes(10));
const isStored = async (key: string) => (await server.context.storage.stat(key)) !== null;
const report = async () => (await (await server.admin()).call('admin.overview', {})).files;

test('deletes unreferenced files and keeps referenced ones', async () => {
  const version = await app.upload();
  const { version: open, upload } = await owner.call('versions.create', {
    appId,
    fileName: 'x.apk',
    size: 9,
  });
  await sendBytes(upload.url, { bytes: randomBytes(4), by: owner });
  const used = [`packages/${version.id}`, `uploads/${open.id}`, version.iconPath ?? ''];
  const orphans = ['packages', 'uploads', 'icons', 'graphics', 'avatars'].map(
    (kind) => `${kind}/${randomUUID()}`,
  );
  const others = ['feeds/fdroid/1-entry.jar', 'something/else'];
  for (const key of [...orphans, ...others]) await put(key);
  await sweep();
  for (const key of [...used, ...others]) expect([key, await isStored(key)]).toEqual([key, true]);
  for (const key of orphans) expect([key, await isStored(key)]).toEqual([key, false]);
  const found = await report();
  expect(found).toMatchObject({ removed: orphans.length, missing: 0, unknown: 1 });
  expect(found?.removedKeys.toSorted()).toEqual(orphans.toSorted());
  expect(found?.unknownKeys).toEqual(['something/else']);
});

test('keeps an unreferenced file for a day', async () => {
  const key = `packages/${randomUUID()}`;
  await put(key);
  await sweepFiles({ ...server.context, clock: () => new Date(Date.now() + 23 * HOUR_MS) }, never);
  expect(await isStored(key)).toBe(true);
});

test('deletes remains of interrupted writes after a day, but not active writes of another server', async () => {
  const incoming = join(server.dataDir, 'storage/incoming');
  for (const name of ['left', 'growing']) await writeFile(join(incoming, name), 'half');
  const before = new Date(Date.now() - 25 * HOUR_MS);
  await utimes(join(incoming, 'left'), before, before);
  await sweep();
  expect(await readdir(incoming)).toEqual(['growing']);
  expect((await report())?.removedKeys).toContain('incoming/left');
  await rm(join(incoming, 'growing'));
});

test.each([
  ['while it arrives', 'uploading', ['uploads/', 'packages/']],
  ['before its inspection', 'analysing', ['packages/']],
])('reports a version whose file is lost %s', async (_when, status, folders) => {
  const file = { appId, fileName: 'x.apk', size: MAX_UNSTORED_BYTES + 1 };
  const { version } = await owner.call('versions.create', file);
  const keys = folders.map((folder) => `${folder}${version.id}`);
  await server.context.pool.query('UPDATE versions SET status = $2, received_bytes = size WHERE id = $1', [
    version.id,
    status,
  ]);
  const missing: (string[] | undefined)[] = [];
  for (const key of [...keys, null]) {
    if (key) await put(key);
    await sweep();
    missing.push((await report())?.missingKeys);
    if (key) await server.context.storage.delete(key);
    days += 2;
  }
  expect(missing).toEqual([...keys.map(() => []), [keys[0]]]);
  await server.context.pool.query('DELETE FROM versions WHERE id = $1', [version.id]);
});

test('reports no upload of which nothing may be stored yet', async () => {
  const file = { appId, fileName: 'x.apk', size: MAX_UNSTORED_BYTES + 1 };
  const { version } = await owner.call('versions.create', file);
  const receive = (bytes: number) =>
    server.context.pool.query('UPDATE versions SET received_bytes = $2 WHERE id = $1', [version.id, bytes]);
  await receive(MAX_UNSTORED_BYTES);
  await sweep();
  expect((await report())?.missingKeys).toEqual([]);
  days += 2;
  await receive(MAX_UNSTORED_BYTES + 1);
  await sweep();
  expect((await report())?.missingKeys).toEqual([`uploads/${version.id}`]);
  await server.context.pool.query('DELETE FROM versions WHERE id = $1', [version.id]);
});

test('reports rows without files to admins', async () => {
  const version = await app.upload();
  const key = `packages/${version.id}`;
  await server.context.storage.delete(key);
  await sweep();
  expect(await report()).toMatchObject({ missing: 1, missingKeys: [key] });
  await owner.call('versions.delete', { versionId: version.id });
  days += 2;
  await sweep();
  expect(await report()).toMatchObject({ missing: 0, missingKeys: [] });
});

test('continues an interrupted round, and starts the next one a day later', async () => {
  const keys = [`packages/${randomUUID()}`, `avatars/${randomUUID()}`];
  for (const key of keys) await put(key);
  const stopped = new AbortController();
  stopped.abort();
  await sweep(stopped.signal);
  expect(await Promise.all(keys.map(isStored))).toEqual([true, true]);
  await sweep(never, 1);
  expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);

  await put(keys[0] ?? '');
  await sweep(never, 2);
  expect(await isStored(keys[0] ?? '')).toBe(true);
});

test('deletes more files than fit in one batch', async () => {
  const keys = Array.from({ length: 510 }, (_, index) => `icons/${String(index).padStart(64, '0')}.png`);
  await Promise.all(keys.map(put));
  await sweep();
  expect((await Promise.all(keys.map(isStored))).filter(Boolean)).toEqual([]);
});

test('deletes the files of a deleted app or account', async () => {
  const { storage } = server.context;
  const version = await app.upload();
  const leaver = await server.onboard('leaver@example.org', 'browse');
  const photo = `avatars/${'a'.repeat(64)}.webp`;
  await storage.put(photo, randomBytes(10));
  await server.context.pool.query('UPDATE users SET photo_url = $2 WHERE uid = $1', [leaver.uid, photo]);
  const again = await server.signIn('leaver@example.org');
  await again.call('account.delete', { email: leaver.email });
  await owner.call('apps.delete', { appId });
  await expect.poll(() => isStored(`packages/${version.id}`)).toBe(false);
  await expect.poll(() => isStored(photo)).toBe(false);
});

test('deletes the files of a deleted version even if the server stopped right after the deletion', async () => {
  await using store = await openTestStore();
  const { versionId } = await publishDirectly(store, { applicationId: 'org.example.ended', versionCode: 1 });
  await store.db.transaction(async (tx) => {
    await tx.delete(versions);
    await removeFilesOf(tx, [versionId]);
  });
  expect(await store.storage.stat(`packages/${versionId}`)).not.toBeNull();
  await using _ = await startJobs(store);
  await expect.poll(() => store.storage.stat(`packages/${versionId}`)).toBeNull();
});

test('never deletes files in use', async () => {
  const other = await createOwnApp(server);
  const version = await other.upload();
  const keys = [`packages/${version.id}`, version.iconPath ?? ''];
  expect(await removeUnused(server.context, keys, null)).toEqual([]);
  expect(await isStored(`packages/${version.id}`)).toBe(true);
});
