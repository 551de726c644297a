import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { URGENT_APPS } from '#shared/apps/app.ts';
import {
  ACTION_REQUIRED,
  VERSION_STATUS_NAMES,
  type VersionStatus,
} from '#shared/statuses/version-status.ts';
import { callAsProgram } from '#test/support/call-as-program.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

/** More apps than a page of the list can have. */
const MANY = 150;

let server: TestServer;
let owner: Person;
let next = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  next += 1;
  owner = await server.onboard(`owner${next}@example.org`);
});

/** Adds apps of the owner, each with versions in these statuses, oldest first, and returns their ids. */
async function seed(apps: readonly (readonly VersionStatus[])[], { uid } = owner): Promise<string[]> {
  next += 1;
  const ids = apps.map((_, at) => `seeded-${next}-${at}`);
  await server.context.pool.query(
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status)
     SELECT id, $1, 'android', 'org.example.' || replace(id, '-', '.n'), 'Harbour', 'draft' FROM unnest($2::text[]) id`,
    [uid, ids],
  );
  const versions = apps.flatMap((statuses, at) => statuses.map((status) => ({ appId: ids[at], status })));
  await server.context.pool.query(
    `INSERT INTO versions (id, app_id, status, file_name, size, created_by_uid, created_at)
     SELECT app_id || '-' || n, app_id, status, 'app.apk', 1000, $1, now() - (1000 - n) * interval '1 minute'
     FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS seeded (app_id, status, n)`,
    [uid, versions.map(({ appId }) => appId), versions.map(({ status }) => status)],
  );
  return ids;
}

const repeat = (count: number, ...statuses: VersionStatus[]) => Array.from({ length: count }, () => statuses);
const shown = async (person = owner) => {
  const { count, apps } = await person.call('apps.actionRequired', {});
  return { count, ids: apps.map(({ id }) => id) };
};

test('counts all apps that need attention, and returns the most urgent ones as the list does', async () => {
  await seed([...repeat(MANY, 'draft'), ...repeat(MANY, 'published')]);
  const urgent = await seed([['rejected'], ['invalid']]);
  const { count, apps } = await owner.call('apps.actionRequired', {});
  expect(count).toBe(MANY + 2);
  expect(apps).toHaveLength(URGENT_APPS);
  expect(apps.slice(0, 2).map(({ id }) => id)).toEqual(urgent);
  const { apps: listed } = await owner.call('apps.list', { scope: 'mine', sort: 'newest', limit: 100 });
  expect(listed).toEqual(expect.arrayContaining(apps.slice(0, 2)));
});

test('puts the most pressing status first, then the newest version', async () => {
  const [older, newer] = await seed([['draft'], ['draft']]);
  const byStatus = await seed(VERSION_STATUS_NAMES.map((status) => [status]));
  const idOf = (status: VersionStatus) => byStatus[VERSION_STATUS_NAMES.indexOf(status)];
  expect(ACTION_REQUIRED[0]).toBe('rejected');
  const { count, ids } = await shown();
  expect(count).toBe(ACTION_REQUIRED.length + 2);
  expect(ids).toEqual(
    ACTION_REQUIRED.flatMap((status) => (status === 'draft' ? [idOf(status), newer, older] : [idOf(status)])),
  );
});

test('considers only the newest version of an app that isn’t deleted', async () => {
  const [superseded, withDraft, deleted, noneLeft] = await seed([
    ['rejected', 'rejected', 'submitted'],
    ['published', 'draft'],
    ['rejected', 'published'],
    ['draft'],
    [],
  ]);
  await server.context.pool.query(
    `UPDATE versions SET deleted_at = now()
     WHERE app_id = $1 AND status = 'published' OR app_id = $2`,
    [deleted, noneLeft],
  );
  const { count, ids } = await shown();
  expect(ids).toEqual([deleted, withDraft]);
  expect(count).toBe(2);
  expect(ids).not.toContain(superseded);
});

test('counts apps that the caller works on, removed ones too, and nobody else’s', async () => {
  const stranger = await server.onboard(`stranger${next}@example.org`);
  const { appId, owner: publisher } = await createOwnApp(server);
  await publisher.call('versions.create', { appId, fileName: 'a.apk', size: 10 });
  await server.context.pool.query(`INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'viewer')`, [
    appId,
    owner.uid,
  ]);
  const [removed] = await seed([['rejected']]);
  await server.context.pool.query(
    `UPDATE apps SET status = 'removed', removal_reason = 'Malware' WHERE id = $1`,
    [removed],
  );
  expect(await shown()).toEqual({ count: 2, ids: [removed, appId] });
  expect(await shown(stranger)).toEqual({ count: 0, ids: [] });
  expect(await shown(await server.admin())).toEqual({ count: 0, ids: [] });
});

test('counts only the apps to which a token is limited', async () => {
  const [first, second, published] = await seed([['draft'], ['rejected'], ['published']]);
  const countWith = async (appIds: string[] | null) => {
    const { secret } = await owner.call('tokens.create', { name: 'CI', scopes: ['read'], appIds });
    const { result } = await callAsProgram(server, secret, { name: 'apps.actionRequired', data: {} });
    return [result.count, result.apps.map(({ id }: { id: string }) => id)];
  };
  expect(await countWith(null)).toEqual([2, [second, first]]);
  expect(await countWith([first!, published!])).toEqual([1, [first]]);
  expect(await countWith([published!])).toEqual([0, []]);
});
