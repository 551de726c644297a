import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOwnApp, createPublishedApp, type OwnApp, type PublishedApp } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { sendBytes, tusHeaders, waitForInspection } from '#test/support/uploads.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** Requests that hang take up to 30 s each. */
const TIMEOUT_MS = 180_000;

let proxy: FaultProxy;
let server: TestServer;
let published: PublishedApp;
beforeAll(async () => {
  const {
    S3_ENDPOINT = '',
    S3_ACCESS_KEY_ID = '',
    S3_SECRET_ACCESS_KEY = '',
    STORAGE_URL = '',
  } = process.env;
  proxy = await startFaultProxy(S3_ENDPOINT);
  server = await startTestServer({
    env: {
      S3_ENDPOINT: proxy.url,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      S3_CLIENT_ENDPOINT: 'none',
      STORAGE_URL: `${STORAGE_URL}/faults-${randomUUID()}`,
      DISK_RESERVE_MB: '0',
    },
  });
  published = await createPublishedApp(server);
  await waitUntil('the feed is served', async () => (await readFeed('entry.jar')).ok);
}, TIMEOUT_MS);
afterEach(() => proxy.recover());
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
});

const readFeed = (path: string) => published.owner.fetch(`fdroid/repo/${path}`);

async function beginUpload({ owner, appId, build }: OwnApp) {
  const bytes = build();
  const file = { appId, fileName: 'app.apk', size: bytes.length };
  const { version, upload } = await owner.call('versions.create', file);
  return { bytes, versionId: version.id, url: upload.url };
}

async function expectUnavailable(request: Promise<Response>): Promise<void> {
  const { status, headers } = await request;
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Lists what the storage has of a version. */
async function listFiles(versionId: string): Promise<string[]> {
  const keys = await Array.fromAsync(server.context.storage.list(''));
  return keys.filter((key) => key.includes(versionId));
}

/** Returns the status of a response whose body arrives as a whole. */
function outcomeOf(request: Promise<Response>): Promise<number | 'broken off'> {
  return request.then(async (response) => {
    const isWhole = await response.arrayBuffer().then(
      () => true,
      () => false,
    );
    return isWhole ? response.status : 'broken off';
  });
}

const ALL_UNAVAILABLE = [503, 503, 503, 503];
/** The outcomes of reading the feed and a package, storing an icon and asking for the server's health. */
const OUTCOMES = {
  denies: ALL_UNAVAILABLE,
  'is busy': ALL_UNAVAILABLE,
  hangs: ALL_UNAVAILABLE,
  // Only what is read from the storage breaks off.
  truncates: ['broken off', 'broken off', 200, 200],
} as const satisfies Record<Fault, unknown>;

describe.each(Object.keys(OUTCOMES) as Fault[])('a bucket that %s', (fault) => {
  it('makes requests that need a file unavailable, and an upload continues afterwards', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const app = await createOwnApp(server);
    const { owner, appId } = app;
    const { bytes, versionId, url } = await beginUpload(app);
    const half = Math.floor(bytes.length / 2);
    expect((await sendBytes(url, { bytes: bytes.subarray(0, half), by: owner })).status).toBe(204);
    const picture = sharp({ create: { width: 512, height: 512, channels: 3, background: 'teal' } }).png();
    const icon = { method: 'POST', body: new Uint8Array(await picture.toBuffer()) };

    proxy.fail(fault);
    const sending = expectUnavailable(
      sendBytes(url, { bytes: bytes.subarray(half), offset: half, by: owner }),
    );
    const outcomes = await Promise.all([
      outcomeOf(readFeed('entry.jar')),
      outcomeOf(readFeed(`${published.applicationId}_1.apk`)),
      outcomeOf(owner.fetch(`graphics/${appId}/en-US/icon`, icon)),
      outcomeOf(fetch(`${server.url}readyz`)),
    ]);
    expect(outcomes).toEqual(OUTCOMES[fault]);
    await sending;
    await expectUnavailable(fetch(url, { method: 'HEAD', headers: tusHeaders(owner) }));
    expect((await owner.tryCall('apps.list', { scope: 'mine' })).status).toBe(200);

    proxy.recover();
    const head = await fetch(url, { method: 'HEAD', headers: tusHeaders(owner) });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBe(half);
    const rest = await sendBytes(url, { bytes: bytes.subarray(offset), offset, by: owner });
    expect(rest.status).toBe(204);
    expect((await waitForInspection(owner, versionId)).status).toBe('draft');
    expect(await listFiles(versionId)).toEqual([`packages/${versionId}`]);
    expect((await readFeed('entry.jar')).status).toBe(200);
  });

  it('delays an inspection, which does not count against the package', { timeout: TIMEOUT_MS }, async () => {
    const app = await createOwnApp(server);
    const { bytes, versionId, url } = await beginUpload(app);
    const { pool } = server.context;
    proxy.fail(
      fault,
      ({ method, url: path }) => method === 'GET' && path?.endsWith(`/packages/${versionId}`) === true,
    );
    await sendBytes(url, { bytes, by: app.owner });
    const readFailed = () =>
      pool.query(
        `SELECT v.inspection_attempts, j.attempts < j.max_attempts AS is_repeated
         FROM versions v JOIN graphile_worker.jobs j ON j.queue_name = 'analyse-version of ' || v.created_by_uid
         WHERE v.id = $1 AND j.last_error IS NOT NULL`,
        [versionId],
      );
    await expect
      .poll(async () => (await readFailed()).rows)
      .toEqual([{ inspection_attempts: 0, is_repeated: true }]);

    proxy.recover();
    await pool.query(`SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now())
      FROM graphile_worker.jobs WHERE task_identifier = 'analyse-version'`);
    expect((await waitForInspection(app.owner, versionId)).status).toBe('draft');
  });
});
