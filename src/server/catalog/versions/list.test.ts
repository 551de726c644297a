import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let owner: Person;
let appId: string;
let readId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.onboard('owner@lists.example');
  const input = { platform: 'android', applicationId: 'org.example.harbour', name: 'Harbour' } as const;
  appId = (await owner.call('apps.create', input)).app.id;
  readId = (await uploadVersion(owner, appId, readFixture('debuggable.apk'))).id;
  await server.context.pool.query(
    `INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid, created_at)
     SELECT 'v' || n, $1, 'withdrawn', 'v' || n || '.apk', n, $2, now() + n * interval '1 second'
     FROM generate_series(1, 49) AS n`,
    [appId, owner.uid],
  );
});
afterAll(() => server[Symbol.asyncDispose]());

test('an app comes with its newest 20 versions and counts of all, and the list pages through the rest', async () => {
  const { versions, versionCounts } = await owner.call('apps.get', { appId });
  expect(versions.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `v${49 - index}`));
  expect(versionCounts).toEqual({ withdrawn: 49, invalid: 1 });

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call('versions.list', { appId, limit: 15, cursor });
    expect(page.versions.length).toBeLessThanOrEqual(15);
    seen.push(...page.versions.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual([...Array.from({ length: 49 }, (_, index) => `v${49 - index}`), readId]);
});

test('a list has the number of findings, and leaves facts to the version itself', async () => {
  const { versions } = await owner.call('versions.list', { appId, limit: 100 });
  const listed = versions.find(({ id }) => id === readId);
  expect(listed).toMatchObject({
    versionName: '1.0',
    versionNumber: '1',
    findingCounts: { errors: 1, warnings: 0 },
  });
  for (const left of ['package', 'signature', 'findings']) expect(listed).not.toHaveProperty(left);
  const { version } = await owner.call('versions.get', { versionId: readId });
  expect(version).toMatchObject({
    ...listed,
    package: { platform: 'android' },
    findings: [{ rule: 'debuggable' }],
  });
});

test('versions are in the order of their builds, and uploads without a passed inspection where they were uploaded', async () => {
  const { owner: publisher, appId: ofBuilds } = await createOwnApp(server);
  await server.context.pool.query(
    `INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid, version_code, build_order, created_at)
     SELECT prefix || coalesce(code::text, ''), $1, status, prefix || '.apk', 1, $2, code, CASE WHEN code IS NOT NULL THEN ARRAY[code]::numeric[] END,
       now() + at * interval '1 second'
     FROM (VALUES
       (1, 'b', 'published', 2), (2, 'z', 'draft', 12), (3, 'failed', 'invalid', 1), (4, 'a', 'draft', 11),
       (5, 'open', 'uploading', NULL), (6, 'c', 'draft', 10)) AS given (at, prefix, status, code)`,
    [ofBuilds, publisher.uid],
  );
  const ordered = ['open', 'failed1', 'z12', 'a11', 'c10', 'b2'];
  const { versions } = await publisher.call('versions.list', { appId: ofBuilds, limit: 100 });
  expect(versions.map(({ id }) => id)).toEqual(ordered);
  const { app } = await publisher.call('apps.get', { appId: ofBuilds });
  expect(app.latestVersion?.id).toBe('open');

  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await publisher.call('versions.list', { appId: ofBuilds, limit: 1, cursor });
    paged.push(...page.versions.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(ordered);

  await server.context.pool.query(`DELETE FROM versions WHERE id IN ('open', 'failed1')`);
  expect((await publisher.call('apps.get', { appId: ofBuilds })).app.latestVersion?.id).toBe('z12');
});

test('only members and admins can read it, and a cursor of another list is rejected', async () => {
  const admin = await server.admin();
  expect((await admin.call('versions.list', { appId })).versions).toHaveLength(50);
  const stranger = await server.onboard('stranger@lists.example');
  expect((await stranger.tryCall('versions.list', { appId })).status).toBe(404);
  expect((await owner.tryCall('versions.list', { appId: 'unknown' })).status).toBe(404);
  expect((await owner.tryCall('versions.list', { appId, cursor: 'x' })).status).toBe(400);
  expect((await owner.tryCall('versions.list', { appId, limit: 101 })).status).toBe(400);
});
