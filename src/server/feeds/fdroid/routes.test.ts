import { createHash } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { describeIndexV1, describeIndexV2 } from '#test/support/feed-indexes.ts';
import { FEED_APP, FEED_ICON, setUpFeedServer } from '#test/support/feed-server.ts';
import { verifyJar } from '#test/support/jarsigner.ts';
import { publishDirectly } from '#test/support/store.ts';
import { packageKey } from '../../catalog/versions/queries.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feedChanges, feedFiles } from '../../platform/db/tables/feeds.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { withdrawFromFeed } from '../../platform/files/feed-files.ts';
import { findUsedKeys } from '../../platform/files/kinds.ts';
import { rebuildFeeds } from '../rebuild/rebuild.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';

const feed = setUpFeedServer();
const send: typeof feed.send = (...request) => feed.send(...request);

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the index', () => {
  test('is referenced by an entry that jarsigner verifies with the fingerprint of the key', async () => {
    const jar = await (await send('entry.jar')).bytes();
    const { status, report } = verifyJar(jar);
    expect(report).toContain('jar verified');
    expect(status).toBe(4);

    const members = unzipSync(jar);
    const entry = Buffer.from(members['entry.json'] ?? []);
    expect(Buffer.from(await (await send('entry.json')).bytes())).toEqual(entry);
    const index = await (await send('index-v2.json')).bytes();
    expect(JSON.parse(entry.toString()).index).toEqual({
      name: `/index-v2.${sha256(index)}.json`,
      sha256: sha256(index),
      size: index.length,
      numPackages: 1,
    });

    const { address } = JSON.parse(Buffer.from(index).toString()).repo;
    expect(address).toBe(`${feed.store.config.publicUrl}fdroid/repo`);
    const signer = fingerprint(await readSigningKey(feed.store));
    expect(certificateFingerprints(members['META-INF/QUAYSIDE.RSA'])).toContain(signer);
  });

  test.each([
    ['entry.jar', 'application/java-archive'],
    ['entry.json', 'application/json'],
    ['index-v2.json', 'application/json'],
    ['index-v1.jar', 'application/java-archive'],
  ])('%s is asked for again each time, and not sent again while it is the same', async (name, type) => {
    const first = await send(name);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect((await send(name, { 'If-None-Match': etag })).status).toBe(304);

    await publishDirectly(feed.store, { ...FEED_APP, versionCode: 100 + name.length });
    await rebuildFeeds(feed.store);
    const changed = await send(name, { 'If-None-Match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('has a unique name in every generation and stays available after the next one', async () => {
    const before = await (await send('entry.json')).json();
    await publishDirectly(feed.store, { ...FEED_APP, versionCode: 200 });
    await rebuildFeeds(feed.store);
    const after = await (await send('entry.json')).json();
    expect(after.index.name).not.toBe(before.index.name);
    const diff = after.diffs[before.timestamp];
    for (const file of [before.index, after.index, diff]) {
      const response = await send(file.name.slice(1));
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const bytes = await response.bytes();
      expect([bytes.length, sha256(bytes)]).toEqual([file.size, file.sha256]);
    }
    expect((await send(`index-v2.${'0'.repeat(64)}.json`)).status).toBe(404);

    await publishDirectly(feed.store, { ...FEED_APP, versionCode: 201 });
    await rebuildFeeds(feed.store);
    expect((await send(diff.name.slice(1))).status).toBe(200);
  });

  test('for older clients is in a JAR that jarsigner verifies, and says the same', async () => {
    const jar = await (await send('index-v1.jar')).bytes();
    expect(verifyJar(jar).status).toBe(4);
    const members = unzipSync(jar);
    const signer = fingerprint(await readSigningKey(feed.store));
    expect(certificateFingerprints(members['META-INF/QUAYSIDE.RSA'])).toContain(signer);
    const v1 = JSON.parse(Buffer.from(members['index-v1.json'] ?? []).toString());
    expect(describeIndexV1(v1)).toEqual(describeIndexV2(await (await send('index-v2.json')).json()));
  });

  test.each([
    ['entry.jar', 301],
    ['index-v2.json', 302],
    ['the index', 303],
    ['the diff', 304],
  ])('is made again as soon as a client asks for %s, which is lost', async (name, versionCode) => {
    await publishDirectly(feed.store, { ...FEED_APP, versionCode });
    await rebuildFeeds(feed.store);
    const { index, diffs } = await (await send('entry.json')).json();
    const named = { 'the index': index, 'the diff': Object.values<{ name: string }>(diffs).at(-1) };
    const path = name in named ? named[name as keyof typeof named].name.slice(1) : name;
    const file = await send(path, { 'Accept-Encoding': 'identity' }, 'HEAD');
    const hash = file.headers.get('etag')?.slice(1, -1) ?? '';
    for await (const key of feed.store.storage.list('feeds/')) {
      if (key.includes(hash)) await feed.store.storage.delete(key);
    }
    await feed.store.db.delete(feedChanges);
    const lost = await send(path);
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await send(path)).status).toBe(503);
    expect(await feed.store.db.select().from(feedChanges)).toHaveLength(1);
    expect(await rebuildFeeds(feed.store, { onlyChanges: true })).toBe('made');
    const entry = await (await send('entry.json')).json();
    expect((await send(entry.index.name.slice(1))).status).toBe(200);
  });

  test('has its length in HEAD responses', async () => {
    const whole = await (await send('index-v2.json')).bytes();
    const head = await send('index-v2.json', {}, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(whole.length));
  });
});

/**
 * Returns the fingerprints of everything in a PKCS #7 block that could be a certificate: any SEQUENCE with a
 * long length.
 */
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

  test('is the published file, cached forever', async () => {
    const response = await send(path);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.bytes())).toEqual(feed.published.bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/vnd.android.package-archive',
      'content-disposition': `attachment; filename="${path}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: `"${feed.published.sha256}"`,
    });
  });

  test('supports range requests', async () => {
    const response = await send(path, { Range: 'bytes=100-199', 'If-Range': `"${feed.published.sha256}"` });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.bytes())).toEqual(feed.published.bytes.subarray(100, 200));
  });

  test('that was never published responds with 404', async () => {
    await feed.store.db.insert(versions).values({
      ...(await readVersion()),
      id: 'waiting',
      status: 'in_review',
      versionCode: 8,
      buildOrder: ['8'],
      publishedAt: null,
    });
    const response = await send('org.example.tides_8.apk');
    await feed.store.db.delete(versions).where(eq(versions.id, 'waiting'));
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  test('unpublished by its publisher stays until no served generation references it', async () => {
    await rebuildFeeds(feed.store);
    await feed.store.db
      .update(versions)
      .set({ status: 'unpublished' })
      .where(eq(versions.id, feed.published.versionId));
    expect((await send(path)).status).toBe(200);
    await rebuildFeeds(feed.store);
    expect((await send(path)).status).toBe(200);
    expect((await findUsedKeys(feed.store.db, [packageKey(feed.published.versionId)])).size).toBe(1);
    await endReplacedGenerations();
    expect((await send(path)).status).toBe(404);
  });

  test('of an app unpublished by its publisher stays as long', async () => {
    await rebuildFeeds(feed.store);
    await feed.store.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, feed.published.appId));
    await rebuildFeeds(feed.store);
    expect((await send(path)).status).toBe(200);
    await endReplacedGenerations();
    expect((await send(path)).status).toBe(404);
  });

  test('removed by staff is gone immediately, even if the served index references it', async () => {
    await rebuildFeeds(feed.store);
    await feed.store.db
      .update(versions)
      .set({ status: 'removed' })
      .where(eq(versions.id, feed.published.versionId));
    const response = await send(path);
    expect([response.status, await response.text()]).toEqual([410, 'The store has removed this file.']);
  });

  test('of an app removed by staff is gone immediately, and so is its icon', async () => {
    await rebuildFeeds(feed.store);
    await feed.store.db.update(apps).set({ status: 'removed' }).where(eq(apps.id, feed.published.appId));
    expect((await send(path)).status).toBe(410);
    expect((await send(iconPathOf('org.example.tides'))).status).toBe(410);
  });
});

/** Moves the time forward past the hour for which replaced generations are served. */
async function endReplacedGenerations(): Promise<void> {
  await feed.store.db
    .update(feedFiles)
    .set({ expiresAt: new Date(0) })
    .where(isNotNull(feedFiles.expiresAt));
}

async function readVersion() {
  const [row] = await feed.store.db.select().from(versions).where(eq(versions.id, feed.published.versionId));
  if (!row) throw new Error('the published version is not there');
  return row;
}

/** Returns the path of an app's icon. */
function iconPathOf(applicationId: string): string {
  return `${applicationId}/en-US/icon_${createHash('sha256').update(FEED_ICON).digest('base64url')}.png`;
}

describe('an icon', () => {
  const path = iconPathOf('org.example.tides');

  test('is served at the path in the index', async () => {
    const index = await (await send('index-v2.json')).json();
    expect(index.packages['org.example.tides'].metadata.icon['en-US'].name).toBe(`/${path}`);
    const response = await send(path);
    expect(Buffer.from(await response.bytes())).toEqual(FEED_ICON);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('expires once no served generation references it', async () => {
    await rebuildFeeds(feed.store);
    await feed.store.db.update(versions).set({ status: 'unpublished' });
    await rebuildFeeds(feed.store);
    expect((await send(path)).status).toBe(200);
    await endReplacedGenerations();
    expect((await send(path)).status).toBe(404);
  });

  test('withdrawn by staff is gone immediately', async () => {
    await rebuildFeeds(feed.store);
    await feed.store.db.update(versions).set({ status: 'unpublished' });
    const key = `icons/${sha256(FEED_ICON)}.png`;
    await feed.store.db.transaction((tx) => withdrawFromFeed(tx, feed.published.appId, [key]));
    expect((await send(path)).status).toBe(410);
    await feed.store.db.update(versions).set({ status: 'published' });
    await feed.store.db.delete(feedFiles);
  });

  test('is only served for its app', async () => {
    expect((await send(path.replace('tides', 'other'))).status).toBe(404);
  });
});

test.each([
  '',
  'index-v1.json',
  'diff/1.json',
  `diff/1.${'0'.repeat(64)}.json`,
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
  expect(await response.text()).toContain('isn’t in the repository');
});

test('rejects writes', async () => {
  for (const path of ['entry.jar', 'index.xml', 'org.example.tides_7.apk', 'diff/x.json', 'nothing']) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await send(path, {}, method);
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  }
});
