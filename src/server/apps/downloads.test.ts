import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

let next = 0;
/** Creates an app with one version that was downloaded: how often, by how many days ago. */
async function createDownloaded(person: Person, downloads: Record<number, number>): Promise<string> {
  next += 1;
  const { app } = await person.call('apps.create', {
    platform: 'android',
    applicationId: `org.example.app${next}`,
    name: `App ${next}`,
  });
  const { version } = await person.call('versions.create', { appId: app.id, fileName: 'a.apk', size: 1 });
  for (const [ago, count] of Object.entries(downloads)) {
    await server.context.pool.query(
      `INSERT INTO downloads (version_id, day, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, $3)`,
      [version.id, ago, count],
    );
  }
  return app.id;
}

describe('downloads', () => {
  test('of somebody without apps are zero on every day up to today', async () => {
    const person = await server.signUp('none@example.org');
    const { days, ...rest } = await person.call('apps.downloads', { days: 7 });
    expect(rest).toEqual({ total: 0, previousTotal: 0, apps: [] });
    expect(days.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  });

  test('are summed by day and by app, most downloaded first, next to the days before', async () => {
    const few = await createDownloaded(owner, { 0: 1, 2: 2, 3: 40 });
    const many = await createDownloaded(owner, { 1: 10, 5: 2, 6: 99 });
    await createDownloaded(await server.onboard('other@example.org'), { 0: 1000 });
    const result = await owner.call('apps.downloads', { days: 3 });
    expect(result.days.map(({ count }) => count)).toEqual([2, 10, 1]);
    expect([result.total, result.previousTotal]).toEqual([13, 42]);
    expect(result.apps).toMatchObject([
      { appId: many, total: 10, counts: [0, 10, 0] },
      { appId: few, total: 3, counts: [2, 0, 1] },
    ]);
  });

  test('are listed for ten apps and counted for all', async () => {
    const busy = await server.onboard('busy@example.org');
    for (let count = 0; count < 12; count += 1) await createDownloaded(busy, { 0: 1 });
    const { apps, total } = await busy.call('apps.downloads', {});
    expect([apps.length, total]).toEqual([10, 12]);
  });

  test.each([0, 366, 1.5])('%d days are refused', async (days) => {
    expect((await owner.tryCall('apps.downloads', { days })).status).toBe(400);
  });
});

describe('downloads of one app', () => {
  test('are counted by day and by version, next to the days before and all time', async () => {
    const publisher = await server.onboard('publisher@example.org');
    const appId = await createDownloaded(publisher, { 0: 1, 2: 2, 3: 40, 90: 500 });
    const result = await publisher.call('apps.versionDownloads', { appId, days: 3 });
    expect(result.days.map(({ count }) => count)).toEqual([2, 0, 1]);
    expect(result).toMatchObject({ total: 3, previousTotal: 40, allTime: 543 });
    expect(result.versions).toMatchObject([{ versionName: null, total: 3, allTime: 543 }]);
  });

  test('are for its members and the store alone', async () => {
    const publisher = await server.onboard('keeper@example.org');
    const appId = await createDownloaded(publisher, { 0: 1 });
    expect((await owner.tryCall('apps.versionDownloads', { appId })).status).toBe(404);
    const admin = await server.admin();
    expect((await admin.call('apps.versionDownloads', { appId })).total).toBe(1);
  });
});
