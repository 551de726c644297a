import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '#server/platform/storage/storage.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { startBackup } from './backup-folder.ts';
import { collectFiles } from './collect-files.ts';
import { openCopyClient } from './copy-client.ts';
import { FileIndex } from './file-index.ts';

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-collect-'));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const publish = (versionCode: number) =>
  publishDirectly(store, { applicationId: 'org.example.busy', versionCode });

/** Deletes a version and its file, as the server does. */
async function remove(versionId: string): Promise<void> {
  await store.pool.query('DELETE FROM versions WHERE id = $1', [versionId]);
  await store.storage.delete(`packages/${versionId}`);
}

/** Collects the files of a store that changes before each pass, but after its snapshot. */
async function collect(changes: readonly (() => Promise<unknown>)[]) {
  await using unfinished = await startBackup(folder);
  await using copying = await openCopyClient({ connectionString: store.config.databaseUrl ?? '' });
  using index = new FileIndex();
  let passes = 0;
  const storage: Storage = {
    ...store.storage,
    async *listObjects(prefix, options) {
      await changes[passes]?.();
      passes += 1;
      yield* store.storage.listObjects(prefix, options);
    },
    stat: (key) => Promise.reject(new Error(`${key} is in the listing and should not be looked up`)),
  };
  const { client } = copying;
  const { pass, missing } = await collectFiles({ storage, client, index, content: unfinished.content });
  const kept = [...index.keptIn(pass)].flat().map(({ key }) => key);
  const { rows } = await client.query<{ key: string }>(`SELECT 'packages/' || id AS key FROM versions`);
  return { passes, missing: missing.named, kept, named: rows.map(({ key }) => key).sort() };
}

const none = async () => {};

test('keeps a file that was deleted after the snapshot that names it', async () => {
  const { versionId } = await publish(1);
  const { passes, missing, kept, named } = await collect([none, () => remove(versionId)]);
  expect({ passes, missing }).toEqual({ passes: 2, missing: [] });
  expect(named).toEqual([`packages/${versionId}`]);
  expect(kept).toEqual(named);
});

test('leaves a file out that was deleted before the snapshot', async () => {
  const [gone, kept] = [await publish(2), await publish(3)];
  expect((await collect([])).kept).toHaveLength(2);
  await remove(gone.versionId);
  expect((await collect([])).kept).toEqual([`packages/${kept.versionId}`]);
  await remove(kept.versionId);
});

test('takes another snapshot when a file came and went between two passes', async () => {
  const [kept, brief] = [await publish(4), await publish(5)];
  // The first pass has not seen it, the first snapshot names it, and the second pass comes too late.
  await store.storage.delete(`packages/${brief.versionId}`);
  const { passes, missing, named, ...found } = await collect([none, () => remove(brief.versionId)]);
  expect({ passes, missing }).toEqual({ passes: 3, missing: [] });
  expect(named).toEqual([`packages/${kept.versionId}`]);
  expect(found.kept).toEqual(named);
});
