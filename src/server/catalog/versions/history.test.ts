import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { WHY } from '#test/support/set-up-holds.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let appId: string;
let firstId: string;
let nextId: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, stranger, admin] = await Promise.all([
    server.onboard('owner@example.org'),
    server.onboard('stranger@example.org'),
    server.admin(),
  ]);
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  appId = app.id;
  await server.completeListing(appId);
  firstId = (await uploadVersion(owner, appId, readFixture('plain.apk'))).id;
  await owner.call('versions.submit', { versionId: firstId });
  await admin.call('reviews.claim', { versionId: firstId });
  await admin.call('reviews.comment', { versionId: firstId, text: 'Hm.', internal: true });
  await admin.call('reviews.approve', { versionId: firstId });
  nextId = (await uploadVersion(owner, appId, readFixture('next.apk'))).id;
});
afterAll(() => server[Symbol.asyncDispose]());

test('the history of a version names its publisher, but not the staff who decided', async () => {
  const { entries } = await owner.call('versions.history', { versionId: firstId });
  expect(entries.map(({ event }) => event)).toEqual([
    'version.published',
    'version.approved',
    'version.claimed',
    'version.submitted',
    'version.inspection-passed',
    'version.upload-completed',
    'version.created',
  ]);
  const submitted = entries.find(({ event }) => event === 'version.submitted');
  expect(submitted).toMatchObject({
    actor: 'publisher',
    actorName: expect.stringContaining('owner@example.org'),
  });
  const claimed = entries.find(({ event }) => event === 'version.claimed');
  expect(claimed).toMatchObject({ actor: 'admin', actorName: null });
  const inspected = entries.find(({ event }) => event === 'version.inspection-passed');
  expect(inspected).toMatchObject({ actor: 'system', actorName: null });
  const approved = entries.find(({ event }) => event === 'version.approved');
  expect(approved).toMatchObject({ actor: 'admin', actorName: null });
});

test('nor does it name the staff who held a version', async () => {
  const { hold } = await admin.call('holds.create', { subject: 'version', subjectId: firstId, ...WHY });
  await admin.call('holds.lift', { holdId: hold.id, reason: 'A false alarm.' });
  const { entries } = await owner.call('versions.history', { versionId: firstId, limit: 2 });
  expect(entries.map(({ event, actor, actorName }) => [event, actor, actorName])).toEqual([
    ['version.hold-lifted', 'admin', null],
    ['version.held', 'admin', null],
  ]);
});

test('the history is paged, newest first, each entry once', async () => {
  const { entries: all } = await owner.call('versions.history', { versionId: firstId });
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.call('versions.history', { versionId: firstId, limit: 3, cursor });
    expect(page.entries.length).toBeLessThanOrEqual(3);
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(ids).toEqual(all.map(({ id }) => id));
  const rejected = await owner.tryCall('versions.history', { versionId: firstId, cursor: 'WyJ4Il0' });
  expect(rejected.status).toBe(400);
});

test('a rollout change has its percentage', async () => {
  await owner.call('versions.submit', { versionId: nextId, percentage: 10 });
  await owner.call('releases.setRollout', { versionId: nextId, percentage: 25 });
  const { entries } = await owner.call('versions.history', { versionId: nextId });
  expect(entries[0]).toMatchObject({ event: 'release.rollout-changed', percentage: 25 });
});

test('a version is compared with the published one, which is compared with nothing', async () => {
  const { published, changes } = await owner.call('versions.compare', { versionId: nextId });
  expect(published?.id).toBe(firstId);
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'versionCode', before: '1', after: '2' }));
  const first = await owner.call('versions.compare', { versionId: firstId });
  expect(first).toEqual({ published: null, changes: null });
});

test('users without access get not-found', async () => {
  for (const name of ['versions.history', 'versions.compare'] as const) {
    expect((await stranger.tryCall(name, { versionId: firstId })).status).toBe(404);
  }
});

test('everyone who waits sees how long decisions take', async () => {
  const times = await stranger.call('reviews.waitingTimes', {});
  expect(times.decisions).toBe(1);
  expect(times.medianSeconds).toBeGreaterThanOrEqual(0);
});

test('the history says who rejected or published a version, and names no staff', async () => {
  const { owner: publisher, submit } = await createOwnApp(server);
  const readNewest = async (versionId: string) => {
    const { entries } = await publisher.call('versions.history', { versionId, limit: 1 });
    return entries[0];
  };
  const rejectedId = await submit();
  await admin.call('reviews.reject', { versionId: rejectedId, reason: 'The camera is never used.' });
  expect(await readNewest(rejectedId)).toMatchObject({
    event: 'version.rejected',
    actor: 'admin',
    actorName: null,
  });
  const versionId = await submit('next');
  await publisher.call('releases.schedule', { versionId, publication: { kind: 'manual' } });
  await admin.call('reviews.approve', { versionId });
  await publisher.call('releases.publish', { versionId });
  expect(await readNewest(versionId)).toMatchObject({
    event: 'version.published',
    actor: 'publisher',
    actorName: 'Dora Developer',
  });
});
