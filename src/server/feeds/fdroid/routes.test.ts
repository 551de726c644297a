import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyJar } from '#test/jarsigner.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/store.ts';
import { apps, downloads, versions } from '../../db/tables.ts';
import { type RunningServer, startServer } from '../../server.ts';
import { repositoryUrl } from './address.ts';
import { rebuildFdroidFeed } from './rebuild.ts';
import { createFdroidRoutes } from './routes.ts';

const icon = Buffer.from('an icon');
const TIDES = { applicationId: 'org.example.tides', versionCode: 7, icon };

let store: TestStore;
let server: RunningServer;
let published: Awaited<ReturnType<typeof publishDirectly>>;

beforeAll(async () => {
  store = await openTestStore({ PORT: '0' });
  published = await publishDirectly(store, TIDES);
  const app = new Hono();
  app.route(`${store.config.basePath}fdroid/repo`, createFdroidRoutes(store));
  app.get('*', (c) => c.html('<p>the pages</p>'));
  server = await startServer(store, app);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});
beforeEach(async () => {
  store.now = null;
  await store.db.delete(downloads);
  await store.db.update(apps).set({ status: 'published' });
  await store.db.update(versions).set({ status: 'published' });
});

function send(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(`${server.url}fdroid/repo/${path}`, { headers, method });
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the index', () => {
  test('is named by a signed entry that jarsigner and the fingerprint of the address vouch for', async () => {
    const jar = await (await send('entry.jar')).bytes();
    const { status, report } = verifyJar(jar);
    expect(report).toContain('jar verified');
    expect(status).toBe(4);

    const members = unzipSync(jar);
    const entry = Buffer.from(members['entry.json'] ?? []);
    expect(Buffer.from(await (await send('entry.json')).bytes())).toEqual(entry);
    const index = await (await send('index-v2.json')).bytes();
    expect(JSON.parse(entry.toString()).index).toEqual({
      name: '/index-v2.json',
      sha256: sha256(index),
      size: index.length,
      numPackages: 1,
    });

    const [address, fingerprint] = (await repositoryUrl(store)).split('?fingerprint=');
    expect(JSON.parse(Buffer.from(index).toString()).repo.address).toBe(address);
    expect(certificateFingerprints(members['META-INF/QUAYSIDE.RSA'])).toContain(fingerprint);
  });

  test.each([
    ['entry.jar', 'application/java-archive'],
    ['entry.json', 'application/json'],
    ['index-v2.json', 'application/json'],
  ])('%s is asked for again each time, and not sent again while it is the same', async (name, type) => {
    const first = await send(name);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect((await send(name, { 'If-None-Match': etag })).status).toBe(304);

    await publishDirectly(store, { ...TIDES, versionCode: 100 + name.length });
    await rebuildFdroidFeed(store);
    const changed = await send(name, { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('answers HEAD with its length', async () => {
    const whole = await (await send('index-v2.json')).bytes();
    const head = await send('index-v2.json', {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(whole.length));
  });
});

/** Fingerprints of everything inside a PKCS #7 block that could be a certificate: any SEQUENCE with a long length. */
function certificateFingerprints(block = new Uint8Array()): string[] {
  const found: string[] = [];
  for (let at = 0; at + 4 < block.length; at++) {
    if (block[at] !== 0x30 || block[at + 1] !== 0x82) continue;
    const length = 4 + Buffer.from(block).readUInt16BE(at + 2);
    found.push(sha256(block.subarray(at, at + length)).toUpperCase());
  }
  return found;
}

describe('a package', () => {
  const path = 'org.example.tides_7.apk';

  test('is the file that was published, for ever under this address', async () => {
    const response = await send(path);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.bytes())).toEqual(published.bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.android.package-archive',
      'content-disposition': `attachment; filename="${path}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${published.sha256}"`,
    });
  });

  test('comes in parts', async () => {
    const response = await send(path, { Range: 'bytes=100-199', 'If-Range': `"${published.sha256}"` });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.bytes())).toEqual(published.bytes.subarray(100, 200));
  });

  test.each(['draft', 'in_review', 'unpublished', 'removed'] as const)(
    'that is %s is not there',
    async (status) => {
      await store.db.update(versions).set({ status }).where(eq(versions.id, published.versionId));
      const response = await send(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    },
  );

  test.each(['unpublished', 'removed'] as const)('of an app that is %s is not there', async (status) => {
    await store.db.update(apps).set({ status }).where(eq(apps.id, published.appId));
    expect((await send(path)).status).toBe(404);
  });
});

const counted = () => store.db.select().from(downloads).orderBy(downloads.day);

describe('downloads', () => {
  const path = 'org.example.tides_7.apk';

  test('are counted by version and day, in UTC', async () => {
    store.now = new Date('2026-03-01T23:59:59Z');
    await Promise.all(Array.from({ length: 8 }, () => send(path)));
    store.now = new Date('2026-03-02T00:00:00Z');
    await send(path);
    expect(await counted()).toEqual([
      { versionId: published.versionId, day: '2026-03-01', count: 8 },
      { versionId: published.versionId, day: '2026-03-02', count: 1 },
    ]);
  });

  test('count once when they come in parts, and not for HEAD or what the client has', async () => {
    await send(path, {}, 'HEAD');
    await send(path, { 'If-None-Match': `"${published.sha256}"` });
    await send(path, { Range: 'bytes=500-' });
    await send(path, { Range: 'bytes=5000-' });
    await send('org.example.tides_8.apk');
    expect(await counted()).toEqual([]);
    await send(path, { Range: 'bytes=0-499' });
    expect(await counted()).toMatchObject([{ count: 1 }]);
  });
});

describe('an icon', () => {
  const path = `org.example.tides/en-US/icon_${createHash('sha256').update(icon).digest('base64url')}.png`;

  test('is served where the index says', async () => {
    const index = await (await send('index-v2.json')).json();
    expect(index.packages['org.example.tides'].metadata.icon['en-US'].name).toBe(`/${path}`);
    const response = await send(path);
    expect(Buffer.from(await response.bytes())).toEqual(icon);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('goes with the last published version that has it', async () => {
    await store.db.update(versions).set({ status: 'unpublished' });
    expect((await send(path)).status).toBe(404);
  });

  test('belongs to its app', async () => {
    expect((await send(path.replace('tides', 'other'))).status).toBe(404);
  });
});

test.each([
  '',
  'index-v1.jar',
  'toString',
  'constructor',
  'org.example.tides_9.apk',
  'org.example.tides.apk',
  'org.example.tides_99999999999999999999.apk',
  '%2e%2e%2fpackages',
  'org.example.tides/en-US/icon_.png',
  'org.example.tides/de/name.txt',
  'a/b/c/d/e',
])('%j is nowhere, in plain words', async (path) => {
  const response = await send(path);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await response.text()).toContain('no such file');
});

test('nothing can be put there', async () => {
  expect((await send('entry.jar', {}, 'POST')).status).toBe(404);
  expect((await send('org.example.tides_7.apk', {}, 'DELETE')).status).toBe(404);
});
