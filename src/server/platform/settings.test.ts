import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '#test/support/people.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { findSettingsProblem } from './settings.ts';

/** Settings of a private store that were damaged: all that is left of some would be the defaults of a public one. */
const DAMAGED: readonly (readonly [string, string])[] = [
  [`{"storeAccess": "nobody"}`, 'storeAccess'],
  [`{"storeAccess": "readers", "limits": "many"}`, 'limits'],
  [`{"storeAccess": "readers", "categories": [null]}`, 'categories.0'],
  [`"readers"`, 'data'],
  ['[]', 'data'],
  ['null', 'data'],
  ['7', 'data'],
];

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  await publishDirectly(server.context, { applicationId: 'org.example.harbour', versionCode: 1 });
  await rebuildWhenFree(server.context, { isForced: true });
  await admin.call('settings.update', { settings: { storeAccess: 'readers' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => store('{"storeAccess": "readers"}'));

const store = (data: string) =>
  server.context.pool.query('UPDATE store_settings SET data = $1::jsonb', [data]);

const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;

test.each(DAMAGED)('a private store whose settings are %s stays closed, and says so', async (data, field) => {
  const paths = ['fdroid/repo/', 'fdroid/repo/entry.json', 'catalog/v1/apps', 'fdroid/repo/index-v2.json'];
  expect(await Promise.all(paths.map(statusOf))).toEqual([401, 401, 401, 401]);
  await store(data);
  expect(await Promise.all(paths.map(statusOf))).toEqual([503, 503, 503, 503]);
  const { status, error } = await admin.tryCall('settings.get', {});
  expect([status, error]).toMatchObject([
    503,
    { status: 'UNAVAILABLE', message: expect.stringContaining('settings can’t be read') },
  ]);
  const change = await admin.tryCall('settings.update', { settings: { storeName: 'Pier' } });
  expect(change.status).toBe(503);
  const ready = await fetch(`${server.url}readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { parts: { settings: 'degraded' } }]);
  await expect(findSettingsProblem(server.context.db)).resolves.toContain(`: ${field} (`);
  // Neither the pages nor signing in depend on them.
  expect(await statusOf('')).toBe(200);
});

test('settings that are right again are used at once', async () => {
  await store('{"storeAccess": 1}');
  expect(await statusOf('catalog/v1/apps')).toBe(503);
  await store('{"storeAccess": "public"}');
  expect(await statusOf('catalog/v1/apps')).toBe(200);
});
