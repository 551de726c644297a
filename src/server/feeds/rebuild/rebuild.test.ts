import { text } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Services } from '#server/platform/services.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import type { Context } from '../../platform/context.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feedFiles, feeds, pastFeeds } from '../../platform/db/tables/feeds.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { removeUnused } from '../../platform/files/remove.ts';
import { writeSettings } from '../../platform/settings.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { areFilesThere } from '../generations/damage.ts';
import { checkFeed } from './jobs.ts';
import { currentGeneration, rebuildFeeds } from './rebuild.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore({ PUBLIC_URL: 'https://hub.example.org/quayside/' });
});
afterEach(() => store[Symbol.asyncDispose]());

async function readJson(name: string) {
  const { files } = await currentGeneration(store);
  const opened = await store.storage.open(files[name]?.key ?? '');
  return opened && JSON.parse(await text(opened.stream));
}

const readIndex = () => readJson('index-v2.json');
const timestampNow = async () => (await currentGeneration(store)).timestamp;

async function publish(versionCode: number): Promise<number> {
  await publishDirectly(store, { applicationId: 'org.example.tides', versionCode });
  await rebuildFeeds(store);
  return timestampNow();
}

describe('listed apps', () => {
  test('include a published version of a published app, under the store’s name and public address', async () => {
    await store.db.transaction((tx) => writeSettings(tx, { storeName: 'Harbour' }));
    const { sha256 } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 7 });
    await rebuildFeeds(store);
    const index = await readIndex();
    expect(index.repo).toMatchObject({
      name: { 'en-US': 'Harbour' },
      address: 'https://hub.example.org/quayside/fdroid/repo',
    });
    expect(Object.keys(index.packages)).toEqual(['org.example.tides']);
    expect(index.packages['org.example.tides'].metadata.authorName).toBe('Harbour Works');
    expect(Object.keys(index.packages['org.example.tides'].versions)).toEqual([sha256]);
  });

  test.each([
    'draft',
    'submitted',
    'in_review',
    'approved',
    'rejected',
    'withdrawn',
    'unpublished',
    'removed',
  ] as const)('no version that is %s', async (status) => {
    const kept = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
    const { versionId } = await publishDirectly(store, {
      applicationId: 'org.example.tides',
      versionCode: 2,
    });
    const lonely = await publishDirectly(store, { applicationId: 'org.example.lonely', versionCode: 1 });
    await store.db.update(versions).set({ status }).where(eq(versions.id, versionId));
    await store.db.update(versions).set({ status }).where(eq(versions.id, lonely.versionId));
    await rebuildFeeds(store);
    const { packages } = await readIndex();
    expect(Object.keys(packages)).toEqual(['org.example.tides']);
    expect(Object.keys(packages['org.example.tides'].versions)).toEqual([kept.sha256]);
  });

  test.each(['draft', 'unpublished', 'removed'] as const)('no app that is %s', async (status) => {
    const { appId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
    await store.db.update(apps).set({ status }).where(eq(apps.id, appId));
    await rebuildFeeds(store);
    expect((await readIndex()).packages).toEqual({});
  });

  test('exclude iOS apps', async () => {
    const { appId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
    await store.db.update(apps).set({ platform: 'ios' }).where(eq(apps.id, appId));
    await rebuildFeeds(store);
    expect((await readIndex()).packages).toEqual({});
  });
});

describe('the timestamp', () => {
  test("is the database's time, the same in entry and index", async () => {
    store.now = new Date('2020-01-01T00:00:00Z');
    const timestamp = await publish(1);
    expect(Math.abs(timestamp - Date.now())).toBeLessThan(600_000);
    expect((await readJson('entry.json')).timestamp).toBe(timestamp);
    expect((await readIndex()).repo.timestamp).toBe(timestamp);
  });

  test('increases even when the clock was ahead before, with room for the groups of a rollout', async () => {
    await publish(1);
    const ahead = Date.now() + 3_600_000;
    await store.db.update(feeds).set({ timestamp: ahead });
    expect(await publish(2)).toBe(ahead + 100);
    expect(await publish(3)).toBe(ahead + 200);
  });

  test('stays the same without changes', async () => {
    const first = await publish(1);
    await rebuildFeeds(store);
    expect(await timestampNow()).toBe(first);
  });

  test('increases when only the address changed', async () => {
    const first = await publish(1);
    const config = { ...store.config, publicUrl: 'https://new.example.org/quayside/' };
    await rebuildFeeds({ ...store, config });
    expect(await timestampNow()).toBeGreaterThan(first);
    expect((await readIndex()).repo.address).toBe('https://new.example.org/quayside/fdroid/repo');
  });
});

test('concurrent first requests create one generation', async () => {
  const generations = await Promise.all(Array.from({ length: 5 }, () => currentGeneration(store)));
  expect(new Set(generations.map(({ timestamp }) => timestamp)).size).toBe(1);
  expect(await Array.fromAsync(store.storage.list('feeds/fdroid/'))).toHaveLength(4);
});

test('a rebuild never waits for another on any server, nor holds a pool connection', async () => {
  const isWriting = Promise.withResolvers<void>();
  const mayFinish = Promise.withResolvers<void>();
  const slowStorage: Storage = {
    ...store.storage,
    async put(key, content) {
      isWriting.resolve();
      await mayFinish.promise;
      return store.storage.put(key, content);
    },
  };
  await publishDirectly(store, { applicationId: 'org.example.first', versionCode: 1 });
  const slow = rebuildFeeds({ ...store, storage: slowStorage });
  await isWriting.promise;

  expect(store.pool.totalCount - store.pool.idleCount).toBeLessThanOrEqual(1);
  await publishDirectly(store, { applicationId: 'org.example.second', versionCode: 1 });
  await using elsewhere = new Services();
  expect(await rebuildFeeds(store)).toBe('busy');
  expect(await rebuildFeeds({ ...store, services: elsewhere })).toBe('busy');
  mayFinish.resolve();
  expect(await slow).toBe('made');
  expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.first']);
  expect(await rebuildFeeds({ ...store, services: elsewhere })).toBe('made');
  expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.first', 'org.example.second']);
});

test('a cancelled rebuild unlocks the feed', async () => {
  const stopping = new AbortController();
  const hanging = {
    ...store.storage,
    put: () => {
      stopping.abort(new Error('the server stops'));
      return new Promise<never>(() => {});
    },
  };
  const given = rebuildFeeds({ ...store, storage: hanging }, { signal: stopping.signal });
  await expect(given).rejects.toThrow('the server stops');
  await expect.poll(() => rebuildFeeds(store)).toBe('made');
});

test('a failed rebuild keeps the earlier generation, and the next one succeeds', async () => {
  await rebuildFeeds(store);
  const before = await timestampNow();
  await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
  const full = { ...store.storage, put: () => Promise.reject(new Error('the disk is full')) };
  await expect(rebuildFeeds({ ...store, storage: full })).rejects.toThrow('the disk is full');
  expect(await timestampNow()).toBe(before);
  expect((await readIndex()).packages).toEqual({});
  await rebuildFeeds(store);
  expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.tides']);
});

describe('replaced generations', () => {
  const keys = () => Array.fromAsync(store.storage.list('feeds/fdroid/'));

  test('are served for an hour', async () => {
    const first = await publish(1);
    await publish(2);
    // Two indexes and two entries each, and the diffs from earlier indexes.
    expect(await keys()).toHaveLength(4 + 5);
    await store.db.update(pastFeeds).set({ replacedAt: sql`now() - interval '50 minutes'` });
    await publish(3);
    expect(await keys()).toHaveLength(4 + 5 + 6);
    await store.db
      .update(pastFeeds)
      .set({ replacedAt: sql`now() - interval '61 minutes'` })
      .where(eq(pastFeeds.timestamp, first));
    await rebuildFeeds(store);
    expect(await keys()).toHaveLength(5 + 6);
  });

  test('of a large feed expire earlier when they need much space, but not immediately', async () => {
    await publish(1);
    await publish(2);
    await store.db
      .update(pastFeeds)
      .set({ bytes: 4 * 1024 ** 3, replacedAt: sql`now() - interval '5 minutes'` });
    await rebuildFeeds(store);
    expect(await keys()).toHaveLength(4 + 5);
    await store.db.update(pastFeeds).set({ replacedAt: sql`now() - interval '11 minutes'` });
    await rebuildFeeds(store);
    expect(await keys()).toHaveLength(5);
  });

  test('are deleted with packages that no other generation references', async () => {
    const { versionId } = await publishDirectly(store, {
      applicationId: 'org.example.tides',
      versionCode: 1,
    });
    await rebuildFeeds(store);
    await store.db
      .update(versions)
      .set({ status: 'unpublished', deletedAt: new Date(), fileRemovedAt: new Date() });
    await rebuildFeeds(store);
    expect(await removeUnused(store, [`packages/${versionId}`], null)).toEqual([]);
    await store.db.update(feedFiles).set({ expiresAt: sql`now() - interval '1 second'` });
    await rebuildFeeds(store);
    const { rows } = await store.db.execute(
      sql`SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'remove-files'`,
    );
    expect(rows).toEqual([{ jobs: 1 }]);
    expect(await removeUnused(store, [`packages/${versionId}`], null)).toEqual([`packages/${versionId}`]);
  });
});

describe('diffs', () => {
  const readDiffs = async () => Object.keys((await readJson('entry.json')).diffs).map(Number);

  test('lead from the last ten indexes', async () => {
    const timestamps: number[] = [];
    for (let version = 1; version <= 12; version += 1) timestamps.push(await publish(version));
    expect(await readDiffs()).toEqual(timestamps.slice(-11, -1));
    const { rows } = await store.db.execute<{ oldest: string }>(
      sql`SELECT min(until)::text AS oldest FROM feed_past_apps`,
    );
    expect(Number(rows[0]?.oldest)).toBeGreaterThanOrEqual(timestamps.at(-10) ?? 0);
  });

  test('contain nothing but what changed', async () => {
    await publishDirectly(store, { applicationId: 'org.example.other', versionCode: 1 });
    const first = await publish(1);
    const { appId, sha256 } = await publishDirectly(store, {
      applicationId: 'org.example.tides',
      versionCode: 2,
    });
    await rebuildFeeds(store);
    const second = await timestampNow();
    const diff = await readJson(`diff/${first}.json`);
    expect(diff.repo).toEqual({ timestamp: second });
    expect(Object.keys(diff.packages)).toEqual(['org.example.tides']);
    expect(Object.keys(diff.packages['org.example.tides'].versions)).toEqual([sha256]);

    await store.db.update(apps).set({ status: 'removed' }).where(eq(apps.id, appId));
    await rebuildFeeds(store);
    for (const from of [first, second]) {
      expect((await readJson(`diff/${from}.json`)).packages).toEqual({ 'org.example.tides': null });
    }
  });

  test('are left out when nearly everything changed in a large feed', async () => {
    const first = await publish(1);
    await store.db.execute(sql`
      INSERT INTO feed_past_apps (until, app_id, begins_at, ends_at, text)
      SELECT timestamp, 'large', 0, 100, repeat('x', 5 * 1024 * 1024) FROM feeds
      WHERE name = 'fdroid'`);
    const second = await publish(2);
    expect(await readDiffs()).toEqual([]);
    await publish(3);
    expect(await readDiffs()).toEqual([second]);
    expect(second).toBeGreaterThan(first);
  });
});

describe('the check at start', () => {
  const check = (context: Context = store) => checkFeed(context, new AbortController().signal);

  test('creates only the first generation while no file is damaged', async () => {
    await check();
    const first = await timestampNow();
    await check();
    expect(await timestampNow()).toBe(first);
  });

  test('recreates lost, truncated and modified files', async () => {
    await publish(1);
    for (const damage of [
      (key: string) => store.storage.delete(key),
      (key: string) => store.storage.put(key, Buffer.from('cut')),
      async (key: string) => {
        const opened = await store.storage.open(key);
        const bytes = Buffer.from(await text((opened as NonNullable<typeof opened>).stream));
        bytes[bytes.length - 1] = 0;
        await store.storage.put(key, bytes);
      },
    ]) {
      const before = await currentGeneration(store);
      await damage(before.files['index-v2.json']?.key ?? '');
      await check();
      expect(await timestampNow()).toBeGreaterThan(before.timestamp);
      expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.tides']);
    }
  });

  test.each(['index-v1.jar', 'entry.jar', 'entry.json', 'diff'])('recreates a lost %s', async (name) => {
    const first = await publish(1);
    await publish(2);
    const before = await currentGeneration(store);
    const file = name === 'diff' ? `diff/${first}.json` : name;
    await store.storage.delete(before.files[file]?.key ?? '');
    await check();
    const { files, timestamp } = await currentGeneration(store);
    expect(timestamp).toBeGreaterThan(before.timestamp);
    expect(await areFilesThere(store, Object.values(files))).toBe(true);
    expect(Object.keys(files)).toContain(file);
  });

  test('rebuilds after a change of the public address', async () => {
    await publish(1);
    await check({ ...store, config: { ...store.config, publicUrl: 'https://new.example.org/' } });
    expect((await readIndex()).repo.address).toBe('https://new.example.org/fdroid/repo');
  });

  test('deletes old remains of an interrupted rebuild', async () => {
    await publish(1);
    await store.storage.put('feeds/fdroid/left', Buffer.from('x'));
    await check();
    expect(await store.storage.stat('feeds/fdroid/left')).not.toBeNull();
    store.now = new Date(Date.now() + 2 * 3_600_000);
    await check();
    expect(await store.storage.stat('feeds/fdroid/left')).toBeNull();
    expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.tides']);
  });
});
