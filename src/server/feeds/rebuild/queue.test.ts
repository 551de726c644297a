import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { goLive } from '../../catalog/listings/go-live.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { queueRebuild, queueRebuildOf } from '../../platform/queue/queue-rebuild.ts';

let store: TestStore;
let appId: string;
beforeAll(async () => {
  store = await openTestStore();
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ pgPool: store.pool });
  ({ appId } = await publishDirectly(store, { applicationId: 'org.example.tides', versionCode: 1 }));
});
afterAll(() => store[Symbol.asyncDispose]());
beforeEach(async () => {
  await store.pool.query('DELETE FROM graphile_worker._private_jobs');
  await store.db.update(apps).set({ status: 'published', platform: 'android' });
});

async function jobs() {
  const { rows } = await store.pool.query<{ key: string | null; locked: boolean; queue_name: string }>(
    `SELECT key, locked_at IS NOT NULL AS locked, queue_name FROM graphile_worker.jobs
     WHERE task_identifier = 'rebuild-feeds' ORDER BY id`,
  );
  return rows;
}

/** Removes the pending job as a worker does. */
const take = () =>
  store.pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody', attempts = 1",
  );

const PENDING = { key: 'rebuild-feeds', locked: false, queue_name: 'feeds' };

test('keeps one rebuild pending for any number of changes', async () => {
  // As many as there are connections, so that none waits for another.
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => store.db.transaction((tx) => queueRebuild(tx, []))));
  }
  expect(await jobs()).toEqual([PENDING]);
});

test('queues nothing for a rolled-back change', async () => {
  const broken = store.db.transaction(async (tx) => {
    await queueRebuild(tx, []);
    throw new Error('rolled back');
  });
  await expect(broken).rejects.toThrow('rolled back');
  expect(await jobs()).toEqual([]);
});

test('queues another rebuild for a change during a rebuild', async () => {
  await queueRebuild(store.db, []);
  await take();
  await queueRebuild(store.db, []);
  await queueRebuild(store.db, []);
  expect(await jobs()).toEqual([{ ...PENDING, key: null, locked: true }, PENDING]);
});

test('loses no change when a worker takes the pending rebuild at the same time', async () => {
  await queueRebuild(store.db, []);
  const worker = await store.pool.connect();
  await worker.query('BEGIN');
  await worker.query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody'");
  const changed = queueRebuild(store.db, []);
  await expect
    .poll(async () => {
      const { rows } = await store.pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
  await worker.query('COMMIT');
  worker.release();
  await changed;
  expect(await jobs()).toEqual([{ ...PENDING, key: null, locked: true }, PENDING]);
});

test('an open transaction with a change does not block others', async () => {
  await queueRebuild(store.db, []);
  const [mayEnd, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = store.db.transaction(async (tx) => {
    await queueRebuild(tx, []);
    changed.resolve();
    await mayEnd.promise;
  });
  await changed.promise;
  // Waits for ever, and the test fails, if the open transaction holds this one up.
  expect(await queueRebuild(store.db, []).then(() => 'not held up')).toBe('not held up');
  mayEnd.resolve();
  await slow;
});

test.each(['draft', 'unpublished', 'removed'] as const)(
  'changes to an app that is %s queue nothing',
  async (status) => {
    await store.db.update(apps).set({ status });
    await store.db.transaction(async (tx) => {
      await queueRebuildOf(tx, [appId]);
      await goLive(tx, appId, [{ locale: 'en-US', field: 'summary', value: status }]);
    });
    expect(await jobs()).toEqual([]);
  },
);

test('queues a rebuild when the visible listing of a live app changes', async () => {
  await store.db.transaction((tx) =>
    goLive(tx, appId, [{ locale: 'en-US', field: 'summary', value: 'Shows the tide' }]),
  );
  expect(await jobs()).toEqual([PENDING]);
});
