import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOwnApp, createPublishedApp, type PublishedApp } from '#test/support/own-app.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, tusHeaders, waitForInspection } from '#test/support/uploads.ts';
import { type Storage, StorageUnavailableError } from './storage.ts';

let server: TestServer;
let published: PublishedApp;
/** The operations to which the storage does not respond. */
const gone = new Set<keyof Storage>();

beforeAll(async () => {
  server = await startTestServer();
  published = await createPublishedApp(server);
  Object.assign(server.context, { storage: storageThatGoes(server.context.storage) });
});
afterEach(() => gone.clear());
afterAll(() => server[Symbol.asyncDispose]());

function storageThatGoes(storage: Storage): Storage {
  return new Proxy(storage, {
    get(target, name: keyof Storage) {
      const value = target[name];
      if (!gone.has(name)) return typeof value === 'function' ? value.bind(target) : value;
      return async () => {
        throw new StorageUnavailableError('no response');
      };
    },
  });
}

async function expectUnavailable(request: Promise<Response>): Promise<void> {
  const { status, headers } = await request;
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

test('responds 503 with a time to try again wherever a file is needed, and goes on afterwards', async () => {
  const { owner, appId, build } = await createOwnApp(server);
  const bytes = build();
  const file = { appId, fileName: 'app.apk', size: bytes.length };
  const { version, upload } = await owner.call('versions.create', file);
  const half = Math.floor(bytes.length / 2);
  await sendBytes(upload.url, { bytes: bytes.subarray(0, half), by: owner });
  for (const name of ['append', 'move', 'open', 'put', 'stat', 'withFile', 'linkTo'] as const) gone.add(name);

  await expectUnavailable(fetch(upload.url, { method: 'HEAD', headers: tusHeaders(owner) }));
  await expectUnavailable(sendBytes(upload.url, { bytes: bytes.subarray(half), offset: half, by: owner }));
  const picture = sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } }).png();
  const icon = { method: 'POST', body: new Uint8Array(await picture.toBuffer()) };
  await expectUnavailable(owner.fetch(`graphics/${appId}/en-US/icon`, icon));
  const paths = ['entry.jar', 'index-v2.json', `${published.applicationId}_1.apk`];
  for (const path of paths) await expectUnavailable(owner.fetch(`fdroid/repo/${path}`));
  expect((await owner.tryCall('apps.list', { scope: 'mine' })).status).toBe(200);
  expect((await owner.fetch('catalog/v1/apps')).status).toBe(200);

  gone.clear();
  const rest = await sendBytes(upload.url, { bytes: bytes.subarray(half), offset: half, by: owner });
  expect(rest.status).toBe(204);
  expect((await waitForInspection(owner, version.id)).status).toBe('draft');
  for (const path of paths) expect((await owner.fetch(`fdroid/repo/${path}`)).status).toBe(200);
});

test('repeats an inspection that could not read its file, and does not count it against the package', async () => {
  const { pool } = server.context;
  const { owner, appId, build } = await createOwnApp(server);
  const bytes = build();
  const file = { appId, fileName: 'app.apk', size: bytes.length };
  const { version, upload } = await owner.call('versions.create', file);
  gone.add('withFile');
  await sendBytes(upload.url, { bytes, by: owner });
  const readFailed = () =>
    pool.query(
      `SELECT v.inspection_attempts, j.attempts < j.max_attempts AS is_repeated
       FROM versions v JOIN graphile_worker.jobs j ON j.queue_name = 'analyse-version of ' || v.created_by_uid
       WHERE v.id = $1 AND j.last_error LIKE '%no response%'`,
      [version.id],
    );
  await expect
    .poll(async () => (await readFailed()).rows)
    .toEqual([{ inspection_attempts: 0, is_repeated: true }]);

  gone.clear();
  await pool.query(`SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
    FROM graphile_worker.jobs WHERE task_identifier = 'analyse-version'`);
  expect((await waitForInspection(owner, version.id)).status).toBe('draft');
});
