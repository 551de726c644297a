import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { countDownload } from './count-download.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store[Symbol.asyncDispose]());

async function readCounts(appId: string) {
  const { rows: versions } = await store.pool.query(
    `SELECT d.version_id AS "versionId", d.day::text, d.count
     FROM downloads d JOIN versions v ON v.id = d.version_id WHERE v.app_id = $1 ORDER BY d.day, v.version_code`,
    [appId],
  );
  const { rows: app } = await store.pool.query(
    'SELECT day::text, count FROM app_downloads WHERE app_id = $1 ORDER BY day',
    [appId],
  );
  return { versions, app };
}

test('counts every one of many concurrent downloads, by version and by app', async () => {
  const name = { applicationId: 'org.example.busy' };
  const { appId, versionId: older } = await publishDirectly(store, { ...name, versionCode: 1 });
  const { versionId: newer } = await publishDirectly(store, { ...name, versionCode: 2 });
  const before = new Date('2026-03-01T23:59:59Z');
  const after = new Date('2026-03-02T00:00:00Z');
  await Promise.all(
    Array.from({ length: 600 }, (_, index) =>
      countDownload(store.pool, {
        versionId: index % 3 === 0 ? older : newer,
        at: index % 2 === 0 ? before : after,
      }),
    ),
  );
  expect(await readCounts(appId)).toEqual({
    versions: [
      { versionId: older, day: '2026-03-01', count: 100 },
      { versionId: newer, day: '2026-03-01', count: 200 },
      { versionId: older, day: '2026-03-02', count: 100 },
      { versionId: newer, day: '2026-03-02', count: 200 },
    ],
    app: [
      { day: '2026-03-01', count: 300 },
      { day: '2026-03-02', count: 300 },
    ],
  });
});

test('counts while a change locks the app, after the first download of the day', async () => {
  const { appId, versionId } = await publishDirectly(store, {
    applicationId: 'org.example.locked',
    versionCode: 1,
  });
  const at = new Date('2026-03-01T12:00:00Z');
  await countDownload(store.pool, { versionId, at });
  await store.db.transaction(async (tx) => {
    await tx.execute('SELECT FROM apps FOR UPDATE');
    await countDownload(store.pool, { versionId, at });
  });
  expect((await readCounts(appId)).app).toEqual([{ day: '2026-03-01', count: 2 }]);
});

test('ignores downloads of a deleted version', async () => {
  await countDownload(store.pool, { versionId: 'gone', at: new Date() });
  const { rows } = await store.pool.query("SELECT FROM downloads WHERE version_id = 'gone'");
  expect(rows).toEqual([]);
});
