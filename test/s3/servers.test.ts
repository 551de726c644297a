import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { createPublishedApp } from '../support/own-app.ts';
import { createPeople, type People, randomAddress } from '../support/people.ts';
import { killServers, type ReadyServer } from '../support/server-process.ts';
import { createSharedStore, type SharedStore } from '../support/shared-store.ts';
import { sendBytes, waitForInspection } from '../support/uploads.ts';

/** Two servers and two workers with one database and one bucket, each with a data directory of its own. */
let store: SharedStore;
let first: ReadyServer;
let second: ReadyServer;
let people: People;
beforeAll(async () => {
  store = await createSharedStore();
  const storage = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('S3_')));
  const port = await findFreePort();
  const env = {
    ...storage,
    STORAGE_URL: `${process.env['STORAGE_URL']}/servers-${Date.now()}`,
    PUBLIC_URL: `http://127.0.0.1:${port}/quayside/`,
  };
  first = await store.start({ ...env, ROLE: 'server', PORT: String(port) });
  people = createPeople({ url: first.url, publicUrl: env.PUBLIC_URL, database: store.pool });
  second = await store.start({ ...env, ROLE: 'server' });
  for (let count = 0; count < 2; count += 1) await store.start({ ...env, ROLE: 'worker' });
});
afterAll(async () => {
  killServers();
  await store[Symbol.asyncDispose]();
});

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

test('an upload that begins on one server ends on another and is inspected by a worker', async () => {
  const owner = await people.onboard('owner@example.org');
  const harbour = { platform: 'android', applicationId: 'org.example.harbour', name: 'Harbour' } as const;
  const { app } = await owner.call('apps.create', harbour);
  const bytes = randomBytes(13_000_000);
  const file = { appId: app.id, fileName: 'app.apk', size: bytes.length };
  const { version } = await owner.call('versions.create', file);
  let offset = 0;
  for (const [server, end] of [
    [first, 6_000_000],
    [second, 6_000_100],
    [first, 12_000_000],
    [second, bytes.length],
  ] as const) {
    const url = `${server.url}uploads/${version.id}`;
    const sent = await sendBytes(url, { bytes: bytes.subarray(offset, end), offset, by: owner });
    expect(sent.status).toBe(204);
    offset = end;
  }
  expect((await waitForInspection(owner, version.id)).sha256).toBe(sha256(bytes));
  await expect(readdir(store.storage)).rejects.toThrow('ENOENT');
});

test('a published package and its pictures are read from the storage, counted, and gone once removed', async () => {
  const app = await createPublishedApp(people);
  const repository = `${second.url}fdroid/repo`;
  const path = `${repository}/${app.applicationId}_1.apk`;
  await expect.poll(async () => (await fetch(path, { redirect: 'manual' })).status).toBe(302);
  const downloaded = await fetch(path);
  expect(new URL(downloaded.url).origin).toBe(process.env['S3_ENDPOINT']);
  const bytes = await downloaded.bytes();
  const { version } = await app.owner.call('versions.get', { versionId: app.versionId });
  expect(sha256(bytes)).toBe(version.sha256);
  expect(downloaded.headers.get('content-type')).toBe('application/vnd.android.package-archive');
  expect(downloaded.headers.get('content-disposition')).toBe(
    `attachment; filename="${app.applicationId}_1.apk"`,
  );
  const part = await fetch(path, { headers: { Range: 'bytes=5-9' } });
  expect([part.status, await part.bytes()]).toEqual([206, bytes.slice(5, 10)]);
  // An address counts once a day.
  await fetch(path, { headers: randomAddress(), redirect: 'manual' });
  await expect
    .poll(async () => (await store.pool.query('SELECT sum(count)::int AS n FROM downloads')).rows[0].n)
    .toBe(2);

  // The package is served once it is approved, and a worker adds it to the index a moment later.
  const readIcon = async () => {
    const { packages } = await (await fetch(`${repository}/index-v2.json`)).json();
    return packages[app.applicationId]?.metadata.icon['en-US'].name;
  };
  await expect.poll(readIcon).toBeDefined();
  const icon = await readIcon();
  const picture = await fetch(repository + icon);
  expect(new URL(picture.url).origin).toBe(process.env['S3_ENDPOINT']);
  expect(picture.headers.get('content-type')).toMatch(/^image\//);

  const admin = await people.admin();
  await admin.call('apps.remove', { appId: app.appId, reason: 'Breaks the rules' });
  expect((await fetch(path)).status).toBe(410);
});
