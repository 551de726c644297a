import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { compareStoredFiles } from './files-check.ts';

const DAY_MS = 86_400_000;

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

const publish = (versionCode: number) =>
  publishDirectly(store, { applicationId: 'org.example.compared', versionCode });

/** Compares in two days, when no file is new, and returns the files that were looked up one by one. */
async function compare(changes: { readonly afterListing?: () => Promise<unknown> } = {}) {
  const looked: string[] = [];
  const finding = await compareStoredFiles({
    db: store.db,
    now: new Date(store.clock().getTime() + 2 * DAY_MS),
    storage: {
      ...store.storage,
      async *listObjects(prefix, options) {
        yield* store.storage.listObjects(prefix, options);
        await changes.afterListing?.();
      },
      async stat(key) {
        looked.push(key);
        return await store.storage.stat(key);
      },
    },
  });
  return { ...finding, looked };
}

test('looks up no file that is listed and referenced', async () => {
  for (const versionCode of [1, 2, 3]) await publish(versionCode);
  const { status, message, looked } = await compare();
  expect([status, looked]).toEqual(['ok', []]);
  expect(message).toMatch(/^All referenced files are there/);
});

test('finds a file that was stored after the listing', async () => {
  let key = '';
  const { status, looked } = await compare({
    async afterListing() {
      key = `packages/${(await publish(4)).versionId}`;
    },
  });
  expect(status).toBe('ok');
  expect(looked).toContain(key);
});

test('reports a missing file, and an unreferenced one until it is deleted', async () => {
  const { versionId } = await publish(5);
  const key = `packages/${versionId}`;
  await store.storage.delete(key);
  expect(await compare()).toMatchObject({
    status: 'error',
    message: `Missing from the storage: 1 file (${key}).`,
  });
  await store.storage.put(key, Buffer.from('again'));
  await store.storage.put('packages/left', Buffer.from('left'));
  expect(await compare()).toMatchObject({
    status: 'warning',
    message: 'Unreferenced for a day: 1 file (packages/left).',
    looked: ['packages/left'],
  });
  await store.storage.delete('packages/left');
  expect((await compare()).status).toBe('ok');
});
