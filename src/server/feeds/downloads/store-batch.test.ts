import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { type CountedDownloads, storeBatch } from './store-batch.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

async function readCounts(appId: string) {
  const { rows: versions } = await store.pool.query(
    `SELECT d.version_id AS "versionId", d.day::text, d.client, d.count
     FROM downloads d JOIN versions v ON v.id = d.version_id WHERE v.app_id = $1
     ORDER BY d.day, v.version_code, d.client`,
    [appId],
  );
  const { rows: app } = await store.pool.query(
    'SELECT day::text, count FROM app_downloads WHERE app_id = $1 ORDER BY day',
    [appId],
  );
  return { versions, app };
}

const storeOne = (downloads: readonly CountedDownloads[]) =>
  storeBatch(store.pool, { id: randomUUID(), downloads });

test('adds every one of many concurrent batches, by version, day and client and by app', async () => {
  const name = { applicationId: 'org.example.busy' };
  const { appId, versionId: older } = await publishDirectly(store, { ...name, versionCode: 1 });
  const { versionId: newer } = await publishDirectly(store, { ...name, versionCode: 2 });
  const of = (versionId: string, day: string, client: CountedDownloads['client'], count: number) => ({
    versionId,
    day,
    client,
    count,
  });
  const batch = [
    of(newer, '2026-03-01', 'fdroid', 2),
    of(older, '2026-03-01', 'browser', 1),
    of(newer, '2026-03-02', 'fdroid', 1),
    of(newer, '2026-03-01', 'droidify', 3),
  ];
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => storeOne(at % 2 === 0 ? batch : batch.toReversed())),
  );
  expect(await readCounts(appId)).toEqual({
    versions: [
      of(older, '2026-03-01', 'browser', 20),
      of(newer, '2026-03-01', 'droidify', 60),
      of(newer, '2026-03-01', 'fdroid', 40),
      of(newer, '2026-03-02', 'fdroid', 20),
    ],
    app: [
      { day: '2026-03-01', count: 120 },
      { day: '2026-03-02', count: 20 },
    ],
  });
});

test('adds while a change locks the app, after the first download of the day', async () => {
  const { appId, versionId } = await publishDirectly(store, {
    applicationId: 'org.example.locked',
    versionCode: 1,
  });
  const download = { versionId, day: '2026-03-01', client: 'other', count: 1 } as const;
  await storeOne([download]);
  await store.db.transaction(async (tx) => {
    await tx.execute('SELECT FROM apps FOR UPDATE');
    await storeOne([download]);
  });
  expect((await readCounts(appId)).app).toEqual([{ day: '2026-03-01', count: 2 }]);
});

test('adds a batch once, and ignores downloads of a deleted version', async () => {
  const { appId, versionId } = await publishDirectly(store, {
    applicationId: 'org.example.once',
    versionCode: 1,
  });
  const batch = {
    id: randomUUID(),
    downloads: [
      { versionId, day: '2026-03-01', client: 'fdroid', count: 2 },
      { versionId: 'gone', day: '2026-03-01', client: 'fdroid', count: 5 },
    ] as const,
  };
  await storeBatch(store.pool, batch);
  await storeBatch(store.pool, batch);
  expect((await readCounts(appId)).app).toEqual([{ day: '2026-03-01', count: 2 }]);
});
