import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore, publishDirectly, type TestStore } from '#test/store.ts';
import { apps, versions } from '../../db/tables.ts';
import { writeSettings } from '../../settings/queries.ts';
import type { Storage } from '../../storage/storage.ts';
import { currentGeneration, rebuildFdroidFeed } from './rebuild.ts';

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
  await rebuildFdroidFeed(store);
  return timestampNow();
}

describe('what is listed', () => {
  test('a published version of a published app, under the name of the store and its public address', async () => {
    await store.db.transaction((tx) => writeSettings(tx, { storeName: 'Harbour' }));
    const { sha256 } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 7 });
    await rebuildFdroidFeed(store);
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
    await rebuildFdroidFeed(store);
    const { packages } = await readIndex();
    expect(Object.keys(packages)).toEqual(['org.example.tides']);
    expect(Object.keys(packages['org.example.tides'].versions)).toEqual([kept.sha256]);
  });

  test.each(['draft', 'unpublished', 'removed'] as const)('no app that is %s', async (status) => {
    const { appId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
    await store.db.update(apps).set({ status }).where(eq(apps.id, appId));
    await rebuildFdroidFeed(store);
    expect((await readIndex()).packages).toEqual({});
  });

  test('no app for iOS', async () => {
    const { appId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
    await store.db.update(apps).set({ platform: 'ios' }).where(eq(apps.id, appId));
    await rebuildFdroidFeed(store);
    expect((await readIndex()).packages).toEqual({});
  });
});

describe('the timestamp', () => {
  test('is the time of the generation, the same in entry and index', async () => {
    store.now = new Date('2026-05-01T00:00:00Z');
    expect(await publish(1)).toBe(store.now.getTime());
    expect((await readJson('entry.json')).timestamp).toBe(store.now.getTime());
    expect((await readIndex()).repo.timestamp).toBe(store.now.getTime());
  });

  test('grows even when the clock stands still or goes back', async () => {
    store.now = new Date('2026-05-01T00:00:00Z');
    const first = await publish(1);
    expect(await publish(2)).toBe(first + 1);
    store.now = new Date('2020-01-01T00:00:00Z');
    expect(await publish(3)).toBe(first + 2);
  });

  test('stays when there is nothing new to say', async () => {
    const first = await publish(1);
    await rebuildFdroidFeed(store);
    expect(await timestampNow()).toBe(first);
  });

  test('grows when only the address changed', async () => {
    const first = await publish(1);
    const config = { ...store.config, publicUrl: 'https://new.example.org/quayside/' };
    await rebuildFdroidFeed({ ...store, config });
    expect(await timestampNow()).toBeGreaterThan(first);
    expect((await readIndex()).repo.address).toBe('https://new.example.org/quayside/fdroid/repo');
  });
});

test('the first request makes the first generation, once for all who ask at the same time', async () => {
  let time = Date.parse('2026-05-01T00:00:00Z');
  const ticking = { ...store, clock: () => new Date(time++) };
  const generations = await Promise.all(Array.from({ length: 5 }, () => currentGeneration(ticking)));
  expect(new Set(generations.map(({ timestamp }) => timestamp)).size).toBe(1);
  expect(await Array.fromAsync(store.storage.list('feeds/fdroid/'))).toHaveLength(3);
});

test('a slow rebuild never replaces what a later one shows: the later one waits', async () => {
  const slowIsWriting = Promise.withResolvers<void>();
  const mayFinish = Promise.withResolvers<void>();
  const slowStorage: Storage = {
    ...store.storage,
    async put(key, content) {
      slowIsWriting.resolve();
      await mayFinish.promise;
      return store.storage.put(key, content);
    },
  };
  await publishDirectly(store, { applicationId: 'org.example.first', versionCode: 1 });
  const slow = rebuildFdroidFeed({ ...store, storage: slowStorage });
  await slowIsWriting.promise;

  await publishDirectly(store, { applicationId: 'org.example.second', versionCode: 1 });
  const later = rebuildFdroidFeed(store);
  const first = await Promise.race([later.then(() => 'later'), setTimeout(500, 'nobody')]);
  mayFinish.resolve();
  await Promise.all([slow, later]);
  expect(first).toBe('nobody');
  expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.first', 'org.example.second']);
});

test('after each of many rebuilds at the same time, what was published before it is there', async () => {
  const publishAndRebuild = async (versionCode: number) => {
    const applicationId = `org.example.app${versionCode}`;
    await publishDirectly(store, { applicationId, versionCode });
    await rebuildFdroidFeed(store);
    expect(Object.keys((await readIndex()).packages)).toContain(applicationId);
  };
  await Promise.all(Array.from({ length: 10 }, (_, index) => publishAndRebuild(index + 1)));
  expect(Object.keys((await readIndex()).packages)).toHaveLength(10);
});

test('a rebuild that breaks off leaves the earlier generation, and the next one succeeds', async () => {
  await rebuildFdroidFeed(store);
  const before = await timestampNow();
  await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 });
  const full = { ...store.storage, put: () => Promise.reject(new Error('the disk is full')) };
  await expect(rebuildFdroidFeed({ ...store, storage: full })).rejects.toThrow('the disk is full');
  expect(await timestampNow()).toBe(before);
  expect((await readIndex()).packages).toEqual({});
  await rebuildFdroidFeed(store);
  expect(Object.keys((await readIndex()).packages)).toEqual(['org.example.tides']);
});

test('the files of the last three generations stay, older ones go', async () => {
  const timestamps: number[] = [];
  for (let versionCode = 1; versionCode <= 5; versionCode++) {
    timestamps.push(await publish(versionCode));
  }
  const kept = new Set<number>();
  for await (const key of store.storage.list('feeds/fdroid/'))
    kept.add(Number.parseInt(key.split('/')[2] ?? '', 10));
  expect([...kept]).toEqual(timestamps.slice(2));
});
