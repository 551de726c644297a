import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { eraseOldEntries } from './erase.ts';

let server: TestServer;
let admin: Person;
let owner: Person;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  owner = await server.onboard('owner@example.org');
  ({
    app: { id: appId },
  } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  }));
  await server.completeListing(appId);
  const { id: versionId } = await uploadVersion(owner, appId, readFixture('plain.apk'));
  await owner.call('versions.submit', { versionId });
  await admin.call('reviews.reject', { versionId, reason: 'Not yet.', reasons: ['listing'] });
  await admin.call('users.setVerified', { uid: owner.uid, verified: true });
});
afterAll(() => server[Symbol.asyncDispose]());

test('names who, what, which app, version and person', async () => {
  const { entries } = await admin.call('audit.list', {});
  expect(entries.find(({ event }) => event === 'version.rejected')).toMatchObject({
    actorUid: admin.uid,
    appName: 'Harbour',
    versionTitle: '1.0 (1)',
    details: { reason: 'Not yet.', reasons: ['listing'] },
  });
  expect(entries[0]).toMatchObject({
    event: 'user.verified',
    subjectUid: owner.uid,
    subjectName: 'Person owner@example.org',
  });
});

test('is filtered by who, what, which app and when', async () => {
  const byOwner = await admin.call('audit.list', { actorUid: owner.uid, event: 'version.' });
  expect(byOwner.entries.map(({ event }) => event)).toEqual(['version.submitted', 'version.created']);
  const ofApp = await admin.call('audit.list', { appId, event: 'app.' });
  expect(ofApp.entries.map(({ event }) => event)).toEqual(['app.created']);
  const about = await admin.call('audit.list', { subjectUid: owner.uid, event: 'user.verified' });
  expect(about.entries).toHaveLength(1);
  const past = new Date(Date.now() - 86_400_000).toISOString();
  expect((await admin.call('audit.list', { to: past })).entries).toEqual([]);
  expect((await admin.call('audit.list', { from: past, event: 'app.' })).entries).toHaveLength(1);
});

test('lists several events together, newest first and page by page', async () => {
  const events = ['version.submitted', 'user.verified', 'version.created', 'user.verified'];
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call('audit.list', { events, limit: 2, ...(cursor && { cursor }) });
    seen.push(...page.entries.map(({ event }) => event));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(['user.verified', 'version.submitted', 'version.created']);
  const byOwner = await admin.call('audit.list', { events, actorUid: owner.uid });
  expect(byOwner.entries.map(({ event }) => event)).toEqual(['version.submitted', 'version.created']);
});

test('comes page by page without losing or repeating a line', async () => {
  const { entries: all } = await admin.call('audit.list', {});
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.call('audit.list', { limit: 2, ...(cursor !== undefined && { cursor }) });
    seen.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(all.map(({ id }) => id));
});

test('is the admins’ alone', async () => {
  expect((await owner.tryCall('audit.list', {})).status).toBe(403);
});

test('records what was erased before an abort, and continues there', async () => {
  const { db, pool } = server.context;
  await pool.query(
    `INSERT INTO audit_events (event, at, actor_uid)
     SELECT 'app.updated', '2001-01-01T00:00:00Z'::timestamptz + make_interval(secs => n), $1
     FROM generate_series(1, 5001) n`,
    [owner.uid],
  );
  const stop = new AbortController();
  let statements = 0;
  const execute: typeof db.execute = (query) => {
    statements += 1;
    // The first finds the place, the second erases a batch.
    if (statements === 2) stop.abort();
    return db.execute(query);
  };
  const stopped = Object.assign(Object.create(db) as typeof db, { execute });
  const end = new Date('2002-01-01T00:00:00Z');
  await eraseOldEntries(stopped, end, stop.signal);
  await eraseOldEntries(db, end, new AbortController().signal);
  const { entries } = await admin.call('audit.list', { event: 'audit.erased' });
  expect(entries.map(({ details }) => details)).toEqual([
    { before: end.toISOString(), entries: 1 },
    { before: '2001-01-01T01:23:20.000Z', entries: 5000 },
  ]);
});
