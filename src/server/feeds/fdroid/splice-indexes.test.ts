import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { currentGeneration, rebuildFdroidFeed } from './rebuild.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: store.pool });
  for (const name of ['first', 'second', 'third']) await publish(name, 1);
  await rebuildFdroidFeed(store);
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
  await rebuildFdroidFeed(store, { onlyChanges: true });
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

test('reads the texts again when everything is rendered again', async () => {
  await store.db.execute(sql`UPDATE feed_apps SET text = replace(text, 'Name third', 'Name wrong')`);
  await publish('second', 2);
  await rebuildFdroidFeed(store);
  const { packages } = JSON.parse(await readFile('index-v2.json'));
  expect(Object.keys(packages['org.example.second'].versions)).toHaveLength(2);
  expect(packages['org.example.third'].metadata.name).toEqual({ 'en-US': 'Name wrong' });
});
