import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { createTestDatabase } from '#test/support/postgres.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { wearRows } from '#test/support/wear-rows.ts';
import { backUp } from './back-up.ts';
import { moveDatabase } from './move-database.ts';
import { restoreBackup } from './restore.ts';

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await openTestStore();
  folder = await mkdtemp(join(tmpdir(), 'quayside-rows-'));
  const { appId } = await publishDirectly(store, { applicationId: 'org.example.worn', versionCode: 1 });
  await wearRows(store.pool, appId);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const emptyPlace = async () =>
  readConfig({
    DATABASE_URL: await createTestDatabase(),
    DATA_DIR: await mkdtemp(join(folder, 'place-')),
    LOG_LEVEL: 'silent',
  });

test('a store whose rows were updated, deleted and vacuumed is restored and moved', async () => {
  const directory = join(folder, 'backups');
  await backUp({ ...store.config, secret: store.secret }, { directory, keep: null });
  const restored = await emptyPlace();
  const ask = async () => '';
  const restoring = { path: directory, isReplacing: false, isDryRun: false, ask };
  expect(await restoreBackup(restored, restoring)).toContain('Restored');
  expect(await moveDatabase(restored, await createTestDatabase())).toContain('Set DATABASE_URL');
});
