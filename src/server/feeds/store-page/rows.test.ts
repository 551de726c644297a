import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feedApps, listedApps } from '../../platform/db/tables/feeds.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { rebuildFeeds } from '../rebuild/rebuild.ts';
import { updateListedApps } from './rows.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store[Symbol.asyncDispose]());

const applicationId = 'org.example.tides';
const publish = (versionCode: number) =>
  publishDirectly(store, { applicationId, versionCode, facts: { versionName: `1.${versionCode}` } });

async function update(appIds: readonly string[] | 'all' = 'all'): Promise<void> {
  await store.db.transaction((tx) => updateListedApps(tx, { appIds, categories: [{ id: 'tools' }] }));
}

async function readNames(): Promise<string[]> {
  const rows = await store.db.select().from(listedApps).orderBy(listedApps.applicationId);
  return rows.map((row) => `${row.applicationId} ${row.versionName}`);
}

test('lists the newest version that everyone gets, neither a beta nor a staged rollout', async () => {
  await publish(1);
  for (const [versionCode, release] of [
    [2, { track: 'beta', percentage: 100 }],
    [3, { track: 'stable', percentage: 99 }],
  ] as const) {
    const { appId, versionId } = await publish(versionCode);
    await store.db.insert(releases).values({ versionId, appId, publication: 'immediate', ...release });
  }
  await update();
  expect(await readNames()).toEqual(['org.example.tides 1.1']);
  await store.db.update(releases).set({ percentage: 100 });
  await update();
  expect(await readNames()).toEqual(['org.example.tides 1.3']);
});

test('lists an earlier version while F-Droid clients can’t read the newest one', async () => {
  await publish(1);
  const { versionId } = await publish(2);
  await store.db.execute(sql`
    UPDATE versions SET package = package || '{"minSdk": "broken"}' WHERE id = ${versionId}`);
  await update();
  expect(await readNames()).toEqual(['org.example.tides 1.1']);
});

test('leaves out a category that the store no longer has', async () => {
  const { appId } = await publish(1);
  for (const category of ['tools', 'gone']) {
    await store.db.execute(sql`
      UPDATE apps SET public_details = coalesce(public_details, '{}') || ${JSON.stringify({ category })}::jsonb
      WHERE id = ${appId}`);
    await update([appId]);
    const rows = await store.db.select({ category: listedApps.category }).from(listedApps);
    expect(rows).toEqual([{ category: category === 'tools' ? 'tools' : '' }]);
  }
});

test('writes only rows that changed, and removes those of apps that are gone', async () => {
  const { appId } = await publish(1);
  await publishDirectly(store, { applicationId: 'org.example.other', versionCode: 1 });
  await update();
  const readWrites = async () =>
    (await store.pool.query('SELECT xmin FROM listed_apps ORDER BY app_id')).rows;
  const before = await readWrites();
  await update();
  expect(before).toHaveLength(2);
  expect(await readWrites()).toEqual(before);
  await store.db.delete(versions).where(eq(versions.appId, appId));
  await store.db.delete(apps).where(eq(apps.id, appId));
  await update([appId]);
  expect(await readNames()).toEqual(['org.example.other 1.1']);
});

test('an iOS app is listed without being among those of the F-Droid feed', async () => {
  await publish(1);
  await publishIpa(store, { applicationId: 'org.example.harbour' });
  await rebuildFeeds(store);
  expect(await readNames()).toEqual(['org.example.harbour 1.1', 'org.example.tides 1.1']);
  const rendered = await store.db.select({ id: feedApps.applicationId }).from(feedApps);
  expect(rendered).toEqual([{ id: applicationId }]);
});
