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
  const { rows: clients } = await store.pool.query(
    'SELECT day::text, client, count FROM app_client_downloads WHERE app_id = $1 ORDER BY day, client',
    [appId],
  );
  return { versions, app, clients };
}

const storeOne = (downloads: readonly CountedDownloads[]) =>
  storeBatch(store.pool, { id: randomUUID(), downloads });

test('adds every one of many concurrent batches, by version, day and client and by app', async () => {
  const name = { applicationId: 'org.example.busy' };
  const { appId, versionId: older } = await publishDirectly(store, { ...name, versionCode: 1 });
  const { versionId: newer } = await publishDirectly(store, { ...name, versionCode: 2 });
  const of = (versionId: string, day: string, counted: Pick<CountedDownloads, 'client' | 'count'>) => ({
    versionId,
    day,
    ...counted,
  });
  const batch = [
    of(newer, '2026-03-01', { client: 'fdroid', count: 2 }),
    of(older, '2026-03-01', { client: 'browser', count: 1 }),
    of(newer, '2026-03-02', { client: 'fdroid', count: 1 }),
    of(older, '2026-03-01', { client: 'fdroid', count: 1 }),
    of(newer, '2026-03-01', { client: 'droidify', count: 3 }),
  ];
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => storeOne(at % 2 === 0 ? batch : batch.toReversed())),
  );
  expect(await readCounts(appId)).toEqual({
    versions: [
      of(older, '2026-03-01', { client: 'browser', count: 20 }),
      of(older, '2026-03-01', { client: 'fdroid', count: 20 }),
      of(newer, '2026-03-01', { client: 'droidify', count: 60 }),
      of(newer, '2026-03-01', { client: 'fdroid', count: 40 }),
      of(newer, '2026-03-02', { client: 'fdroid', count: 20 }),
    ],
    app: [
      { day: '2026-03-01', count: 140 },
      { day: '2026-03-02', count: 20 },
    ],
    clients: [
      { day: '2026-03-01', client: 'browser', count: 20 },
      { day: '2026-03-01', client: 'droidify', count: 60 },
      { day: '2026-03-01', client: 'fdroid', count: 60 },
      { day: '2026-03-02', client: 'fdroid', count: 20 },
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
    await storeOne([download, { ...download, client: 'fdroid' }]);
  });
  expect((await readCounts(appId)).app).toEqual([{ day: '2026-03-01', count: 3 }]);
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
  const { app, clients } = await readCounts(appId);
  expect(app).toEqual([{ day: '2026-03-01', count: 2 }]);
  expect(clients).toEqual([{ day: '2026-03-01', client: 'fdroid', count: 2 }]);
});

test('the sums of publishers and clients follow downloads, transfers and deletions', async () => {
  const { appId, versionId } = await publishDirectly(store, {
    applicationId: 'org.example.moving',
    versionCode: 1,
  });
  const { pool } = store;
  const sums = async () => {
    const { rows } = await pool.query(
      'SELECT owner_uid, day::text, count FROM owner_downloads ORDER BY 1, 2',
    );
    const { rows: expected } = await pool.query(
      'SELECT owner_uid, day::text, sum(count)::int AS count FROM app_downloads GROUP BY 1, 2 ORDER BY 1, 2',
    );
    const { rows: differing } = await pool.query(
      `SELECT FROM app_downloads FULL JOIN (
         SELECT app_id, day, sum(count) AS of_clients FROM app_client_downloads GROUP BY app_id, day
       ) AS c USING (app_id, day) WHERE count IS DISTINCT FROM of_clients`,
    );
    return { rows, expected, differing };
  };
  await pool.query("INSERT INTO auth_users (id, name, email) VALUES ('next', 'Next', 'next@example.org')");
  await pool.query("INSERT INTO users (uid, email) VALUES ('next', 'next@example.org')");
  for (const change of [
    () => storeOne([{ versionId, day: '2026-04-01', client: 'fdroid', count: 3 }]),
    () => storeOne([{ versionId, day: '2026-04-01', client: 'browser', count: 2 }]),
    () => pool.query("UPDATE apps SET owner_uid = 'next' WHERE id = $1", [appId]),
    () => storeOne([{ versionId, day: '2026-04-02', client: 'other', count: 1 }]),
    () => pool.query('DELETE FROM versions WHERE app_id = $1', [appId]),
    () => pool.query('DELETE FROM apps WHERE id = $1', [appId]),
  ]) {
    await change();
    const { rows, expected, differing } = await sums();
    expect(rows.filter(({ count }) => count !== 0)).toEqual(expected);
    expect(differing).toEqual([]);
  }
});
