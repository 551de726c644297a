import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

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
    await addDownloads(version.id, { ago: Number(ago), client: 'fdroid', count });
  }
  return app.id;
}

/** Adds a version that was downloaded this often today. */
async function addDownloadedVersion(person: Person, appId: string, count: number): Promise<void> {
  const { version } = await person.call('versions.create', { appId, fileName: 'b.apk', size: 1 });
  await addDownloads(version.id, { ago: 0, client: 'browser', count });
}

interface Downloads {
  /** Days since then. */
  readonly ago: number;
  readonly client: string;
  readonly count: number;
}

async function addDownloads(versionId: string, { ago, client, count }: Downloads): Promise<void> {
  await server.context.pool.query(
    `WITH counted AS (
       INSERT INTO downloads (version_id, day, client, count)
       VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, $3, $4) RETURNING *
     ), by_app AS (
       INSERT INTO app_downloads AS d (app_id, owner_uid, day, count)
       SELECT a.id, a.owner_uid, c.day, c.count
       FROM counted c JOIN versions v ON v.id = c.version_id JOIN apps a ON a.id = v.app_id
       ON CONFLICT (app_id, day) DO UPDATE SET count = d.count + excluded.count
       RETURNING app_id
     )
     INSERT INTO app_client_downloads AS d (app_id, day, client, count)
     SELECT by_app.app_id, c.day, c.client, c.count FROM counted c, by_app
     ON CONFLICT (app_id, day, client) DO UPDATE SET count = d.count + excluded.count`,
    [versionId, ago, client, count],
  );
}

describe('downloads', () => {
  test('are zero on every day for a user without apps', async () => {
    const person = await server.signUp('none@example.org');
    const { days, ...rest } = await person.call('apps.downloads', { days: 7 });
    expect(rest).toEqual({ total: 0, previousTotal: 0, apps: [] });
    expect(days.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
  });

  test('are summed by day and by app, most downloaded first, with the period before', async () => {
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

  test('move with an app to its new publisher, and stay visible to the previous one as a member', async () => {
    const before = await server.onboard('before@example.org');
    const successor = await server.onboard('next@example.org');
    const moved = await createDownloaded(before, { 0: 4 });
    const kept = await createDownloaded(before, { 0: 1 });
    const { pool } = server.context;
    await pool.query('UPDATE apps SET owner_uid = $2 WHERE id = $1', [moved, successor.uid]);
    expect((await before.call('apps.downloads', {})).total).toBe(1);
    await pool.query("INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'owner')", [
      moved,
      before.uid,
    ]);
    expect(await before.call('apps.downloads', {})).toMatchObject({
      total: 5,
      apps: [{ appId: moved, total: 4 }, { appId: kept }],
    });
    expect(await successor.call('apps.downloads', {})).toMatchObject({
      total: 4,
      apps: [{ appId: moved, total: 4 }],
    });
  });

  test.each([0, 366, 1.5])('rejects %d days', async (days) => {
    expect((await owner.tryCall('apps.downloads', { days })).status).toBe(400);
  });
});

describe('downloads of one app', () => {
  test('are counted by day and by version, with the period before and all time', async () => {
    const publisher = await server.onboard('publisher@example.org');
    const appId = await createDownloaded(publisher, { 0: 1, 2: 2, 3: 40, 90: 500 });
    const result = await publisher.call('apps.versionDownloads', { appId, days: 3 });
    expect(result.days.map(({ count }) => count)).toEqual([2, 0, 1]);
    expect(result).toMatchObject({ total: 3, previousTotal: 40, allTime: 543 });
    expect(result.versions).toMatchObject([{ versionName: null, total: 3, allTime: 543 }]);
  });

  test('are counted by day for the five most downloaded versions, with releases to mark', async () => {
    const publisher = await server.onboard('series@example.org');
    const appId = await createDownloaded(publisher, { 0: 1, 1: 2, 40: 100 });
    const { pool } = server.context;
    for (let count = 10; count < 16; count += 1) await addDownloadedVersion(publisher, appId, count);
    const [newest] = (await publisher.call('apps.get', { appId })).versions;
    await pool.query(
      `INSERT INTO audit_events (at, event, app_id, version_id)
       VALUES (now(), 'version.published', $1, $2), (now() - interval '1 day', 'release.rolled-back', $1, $2),
         (now() - interval '9 days', 'version.published', $1, $2), (now(), 'version.approved', $1, $2)`,
      [appId, newest?.id],
    );
    const { series, days, releases } = await publisher.call('apps.versionDownloads', { appId, days: 3 });
    expect(series.map(({ counts }) => counts)).toEqual([15, 14, 13, 12, 11].map((count) => [0, 0, count]));
    expect(days.map(({ count }) => count)).toEqual([0, 2, 76]);
    expect(releases).toMatchObject([
      { versionId: newest?.id, kind: 'rolledBack', day: days[1]?.day },
      { versionId: newest?.id, kind: 'published', day: days[2]?.day },
    ]);
  });

  test('are counted by day and kind of client, most downloads first', async () => {
    const publisher = await server.onboard('clients@example.org');
    const appId = await createDownloaded(publisher, { 0: 1, 2: 2, 3: 40 });
    await addDownloadedVersion(publisher, appId, 7);
    const { clients } = await publisher.call('apps.versionDownloads', { appId, days: 3 });
    expect(clients).toEqual([
      { client: 'browser', total: 7, counts: [0, 0, 7] },
      { client: 'fdroid', total: 3, counts: [2, 0, 1] },
    ]);
  });

  test('can be exported as CSV by day, version and client, over several batches', async () => {
    const publisher = await server.onboard('export@example.org');
    const appId = await createDownloaded(publisher, { 0: 1, 100: 2, 400: 3 });
    await server.context.pool.query(
      `UPDATE versions SET package = '{"versionName": "=1+1"}', version_code = 7, build_order = '{7}' WHERE app_id = $1`,
      [appId],
    );
    const response = await publisher.fetch(`downloads/${appId}/export?days=365`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="downloads-org\.example\.app\d+-[\d-]+\.csv"$/,
    );
    const [heading, ...lines] = (await response.text()).trimEnd().split('\r\n');
    expect(heading).toBe('"day","version","build","version_id","client","downloads"');
    expect(lines).toEqual([
      expect.stringMatching(/^"[\d-]{10}","'=1\+1","7","[\w-]+","fdroid","2"$/),
      expect.stringMatching(/^"[\d-]{10}","'=1\+1","7","[\w-]+","fdroid","1"$/),
    ]);
    for (const [query, status] of [
      ['?days=0', 400],
      ['?days=366', 400],
      ['?days=x', 400],
      ['', 200],
    ] as const) {
      expect((await publisher.fetch(`downloads/${appId}/export${query}`)).status).toBe(status);
    }
    expect((await owner.fetch(`downloads/${appId}/export`)).status).toBe(404);
    expect((await server.nobody.fetch(`downloads/${appId}/export`)).status).toBe(401);
  });

  test('are only for its members and for admins', async () => {
    const publisher = await server.onboard('keeper@example.org');
    const appId = await createDownloaded(publisher, { 0: 1 });
    expect((await owner.tryCall('apps.versionDownloads', { appId })).status).toBe(404);
    const admin = await server.admin();
    expect((await admin.call('apps.versionDownloads', { appId })).total).toBe(1);
  });
});

describe('daily downloads of several apps', () => {
  test('are counted for 30 days, in the order of the request', async () => {
    const publisher = await server.onboard('pages@example.org');
    const one = await createDownloaded(publisher, { 0: 3, 29: 2, 30: 50 });
    const none = await createDownloaded(publisher, {});
    const { apps } = await publisher.call('apps.dailyDownloads', { appIds: [none, one, one] });
    expect(apps.map(({ appId, total }) => [appId, total])).toEqual([
      [none, 0],
      [one, 5],
    ]);
    expect(apps[1]?.counts).toEqual([2, ...Array(28).fill(0), 3]);
    expect(apps[0]?.counts).toHaveLength(30);
  });

  test('are missing for everyone but members and admins, even among own apps', async () => {
    const publisher = await server.onboard('mine@example.org');
    const appId = await createDownloaded(publisher, { 0: 1 });
    const stranger = await server.onboard('stranger@example.org');
    const own = await createDownloaded(stranger, { 0: 1 });
    for (const appIds of [[appId], [own, appId], ['unknown']]) {
      expect((await stranger.tryCall('apps.dailyDownloads', { appIds })).status).toBe(404);
    }
    const admin = await server.admin();
    expect((await admin.call('apps.dailyDownloads', { appIds: [appId] })).apps).toMatchObject([{ total: 1 }]);
    await server.context.pool.query("INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'viewer')", [
      appId,
      stranger.uid,
    ]);
    const { apps } = await stranger.call('apps.dailyDownloads', { appIds: [own, appId] });
    expect(apps).toHaveLength(2);
  });

  test.each([0, 101])('rejects %d apps', async (length) => {
    const appIds = Array.from({ length }, (_, index) => `app${index}`);
    expect((await owner.tryCall('apps.dailyDownloads', { appIds })).status).toBe(400);
  });
});
