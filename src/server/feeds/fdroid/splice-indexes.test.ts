import { createHash } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedApps } from '#test/support/seed-apps.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { feedGroups } from '../../platform/db/tables/feeds.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { type Storage, StorageFullError } from '../../platform/storage/storage.ts';
import { currentGeneration, rebuildFeeds } from './rebuild.ts';
import { spliceIndexes } from './splice-indexes.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: store.pool });
  for (const name of ['first', 'second', 'third']) await publish(name, 1);
  await rebuildFeeds(store);
});
afterEach(() => store[Symbol.asyncDispose]());

async function publish(name: string, versionCode: number): Promise<void> {
  const draft = { applicationId: `org.example.${name}`, versionCode, name: `Name ${name}` };
  const { appId } = await publishDirectly(store, draft);
  await queueRebuild(store.db, [appId]);
}

/** Publishes a version of an app after the stored text of another one was changed behind its back. */
async function readNamesAfterSilentChange(): Promise<unknown[]> {
  await store.db.execute(sql`
    UPDATE feed_apps SET text = replace(text, 'Name first', 'Name other')
    WHERE application_id = 'org.example.first'`);
  await publish('second', 2);
  await rebuildFeeds(store, { onlyChanges: true });
  const { packages } = JSON.parse(await readFile('index-v2.json'));
  expect(Object.keys(packages['org.example.second'].versions)).toHaveLength(2);
  return Object.values<{ metadata: { name: object } }>(packages).map(({ metadata }) => metadata.name);
}

async function readFile(name: string): Promise<string> {
  const { files } = await currentGeneration(store);
  const opened = await store.storage.open(files[name]?.key ?? '');
  return opened ? text(opened.stream) : '';
}

const names = (...found: string[]) => found.map((name) => ({ 'en-US': `Name ${name}` }));

test('copies unchanged apps from the current index', async () => {
  expect(await readNamesAfterSilentChange()).toEqual(names('first', 'second', 'third'));
});

test('copies the index of the group to which devices belonged when a rollout begins, grows and ends', async () => {
  const { appId, versionId } = await publishDirectly(store, {
    applicationId: 'org.example.second',
    versionCode: 2,
    name: 'Name second',
  });
  // Everything that is read again, instead of copied, shows this.
  await store.db.execute(sql`
    UPDATE feed_apps SET text = replace(text, 'Name first', 'Name other')
    WHERE application_id = 'org.example.first'`);
  await store.db.insert(releases).values({ versionId, appId, track: 'stable', publication: 'immediate' });
  for (const [percentage, groups] of [
    [30, ['', 'from-30/']],
    [60, ['', 'from-60/']],
    [100, ['']],
  ] as const) {
    await store.db.update(releases).set({ percentage });
    await queueRebuild(store.db, [appId]);
    await rebuildFeeds(store, { onlyChanges: true });
    const { files } = await currentGeneration(store);
    const indexes = Object.keys(files).filter((name) => name.endsWith('index-v2.json'));
    expect(new Set(indexes)).toEqual(new Set(groups.map((group) => `${group}index-v2.json`)));
    for (const group of groups) {
      const { packages } = JSON.parse(await readFile(`${group}index-v2.json`));
      expect(packages['org.example.first'].metadata.name).toEqual({ 'en-US': 'Name first' });
      const codes = Object.keys(packages['org.example.second'].versions);
      expect(codes).toHaveLength(group === '' ? 2 : 1);
    }
  }
});

test.each(['index-v2.json', 'index-v1.jar'])('reads the texts again when %s is damaged', async (name) => {
  const { files } = await currentGeneration(store);
  const { key = '', size = 0 } = files[name] ?? {};
  await store.storage.put(key, Buffer.alloc(size, '{'));
  expect(await readNamesAfterSilentChange()).toEqual(names('other', 'second', 'third'));
});

test('reads the texts again when their lengths differ from those in the index', async () => {
  await store.db.execute(sql`
    UPDATE feed_apps SET text = replace(text, 'Name third', 'Name of another length')
    WHERE application_id = 'org.example.third'`);
  expect(await readNamesAfterSilentChange()).toEqual(names('other', 'second', 'of another length'));
});

/** Copies the current indexes with a storage that differs in some methods. */
async function splice(changed: Partial<Storage>) {
  const [group] = await store.db.select().from(feedGroups);
  if (!group) throw new Error('the group is missing');
  const storage = { ...store.storage, ...changed };
  const sign = () => Promise.reject(new Error('nothing is signed'));
  return spliceIndexes({ db: store.db, storage, sign }, group, await currentGeneration(store));
}

test('fails when the disk is full', async () => {
  const put = () => Promise.reject(new StorageFullError('full'));
  await expect(splice({ put })).rejects.toThrow(StorageFullError);
});

test('copies the segments of a large index in which nothing changed', async () => {
  const { rows } = await store.pool.query<{ owner_uid: string }>('SELECT owner_uid FROM apps LIMIT 1');
  await seedApps(store.pool, { uid: rows[0]?.owner_uid ?? '', count: 800 });
  await rebuildFeeds(store);
  const before = await currentGeneration(store);
  await publish('third', 2);
  await rebuildFeeds(store, { onlyChanges: true });
  const { files } = await currentGeneration(store);
  const [old, next] = [before.files['index-v1.jar']?.segments, files['index-v1.jar']?.segments];
  expect(next).toHaveLength(old?.length ?? 0);
  expect(next?.filter((lengths, at) => isDeepStrictEqual(lengths, old?.[at])).length).toBeGreaterThan(0);
  const jar = await store.storage.open(files['index-v1.jar']?.key ?? '');
  const bytes = jar ? await buffer(jar.stream) : Buffer.of();
  const members = unzipSync(bytes);
  const content = Buffer.from(members['index-v1.json'] ?? []);
  const digest = createHash('sha256').update(content).digest('base64');
  expect(Buffer.from(members['META-INF/MANIFEST.MF'] ?? []).toString()).toContain(digest);
  const index = JSON.parse(content.toString());
  expect(index.apps).toHaveLength(803);
  expect(index.packages['org.example.third']).toHaveLength(2);
});

test.each(['index-v2.json', 'index-v1.jar'])('reads the texts again when %s is gone', async (name) => {
  const { files } = await currentGeneration(store);
  await store.storage.delete(files[name]?.key ?? '');
  expect(await splice({})).toBeNull();
});

test('reads the texts again when everything is rendered again', async () => {
  await store.db.execute(sql`UPDATE feed_apps SET text = replace(text, 'Name third', 'Name wrong')`);
  await publish('second', 2);
  await rebuildFeeds(store);
  const { packages } = JSON.parse(await readFile('index-v2.json'));
  expect(Object.keys(packages['org.example.second'].versions)).toHaveLength(2);
  expect(packages['org.example.third'].metadata.name).toEqual({ 'en-US': 'Name wrong' });
});
