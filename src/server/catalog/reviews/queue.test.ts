import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#shared/calls.ts';
import { queueSortSchema } from '#shared/reviews/queue-filter.ts';
import { createOwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

const WAITING = 7;

let server: TestServer;
let owner: Person;
let reviewer: Person;
let colleague: Person;
/** The waiting version of a real app, an update that asks for the camera. */
let updateId: string;

beforeAll(async () => {
  server = await startTestServer();
  reviewer = await server.admin();
  colleague = await server.onboard('colleague@store.example', 'browse');
  await reviewer.call('users.setRole', { uid: colleague.uid, role: 'admin' });
  const app = await createOwnApp(server, { name: 'Zenobia' });
  owner = app.owner;
  const first = await app.submit('plain', '1.0');
  await reviewer.call('reviews.approve', { versionId: first });
  updateId = await app.submit('added-permission', '1.1');
  await seed(owner.uid);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Apps `q1` (oldest) to `q7`, each with one version in the queue. */
async function seed(uid: string): Promise<void> {
  const findings = JSON.stringify(
    ['warning', 'info'].map((severity) => ({ rule: 'r', severity, title: 't', evidence: 'e', fix: 'f' })),
  );
  await server.context.pool.query(
    `INSERT INTO apps (id, owner_uid, platform, application_id, name, status, listing_waiting_since)
     SELECT 'q' || n, $1, CASE WHEN n = 3 THEN 'ios' ELSE 'android' END, 'org.queue.app' || n,
       (ARRAY['echo','Delta','charlie','Bravo','alpha','delta','Golf'])[n], 'draft', CASE WHEN n = 2 THEN now() END
     FROM generate_series(1, $2::int) n`,
    [uid, WAITING],
  );
  await server.context.pool.query(
    `INSERT INTO versions (id, app_id, status, file_name, size, findings, version_code, build_order, created_by_uid)
     SELECT 'q' || n, 'q' || n, CASE WHEN n = 6 THEN 'in_review' ELSE 'submitted' END, 'app.apk', 1000,
       CASE WHEN n IN (4, 5) THEN '${findings}' ELSE '[]' END::jsonb,
       CASE WHEN n <> 3 THEN n END, ARRAY[n], $1
     FROM generate_series(1, $2::int) n`,
    [uid, WAITING],
  );
  await server.context.pool.query(
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, sensitive_permissions,
       reviewer_uid, claimed_at)
     SELECT 'q' || n, 'q' || n, CASE WHEN n IN (4, 5) THEN 1 ELSE 0 END, at, at, '', CASE WHEN n IN (1, 7) THEN ARRAY['android.permission.CAMERA'] ELSE '{}' END,
       CASE WHEN n = 6 THEN $1 END, CASE WHEN n = 6 THEN now() - interval '25 hours' END
     FROM (SELECT n, now() - (10 - n) * interval '1 day' AS at FROM generate_series(1, $2::int) n) AS waiting`,
    [colleague.uid, WAITING],
  );
}

const idsOf = async (data: CallInput<'reviews.queue'>) =>
  (await reviewer.call('reviews.queue', data)).items.map(({ version }) => version.id);

async function readAll(data: CallInput<'reviews.queue'>): Promise<string[]> {
  const { items, nextCursor } = await reviewer.call('reviews.queue', data);
  const ids = items.map(({ version }) => version.id);
  return nextCursor === null ? ids : [...ids, ...(await readAll({ ...data, cursor: nextCursor }))];
}

describe('the queue', () => {
  test.each([
    ['oldest', ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'update']],
    ['newest', ['update', 'q7', 'q6', 'q5', 'q4', 'q3', 'q2', 'q1']],
    ['name', ['q5', 'q4', 'q3', 'q2', 'q6', 'q1', 'q7', 'update']],
    ['permissions', ['q1', 'q7', 'update', 'q2', 'q3', 'q4', 'q5', 'q6']],
    ['findings', ['q4', 'q5', 'update', 'q1', 'q2', 'q3', 'q6', 'q7']],
  ] as const)('sorted by %s is the same in pages of any size', async (sort, expected) => {
    const ids = expected.map((id) => (id === 'update' ? updateId : id));
    for (const limit of [1, 3, 100]) expect(await readAll({ sort, limit })).toEqual(ids);
    for (const limit of [1, 3]) {
      expect(await readAll({ sort, limit, platform: 'android' })).toEqual(ids.filter((id) => id !== 'q3'));
    }
  });

  test('says what a reviewer wants to know about each version', async () => {
    const { items } = await reviewer.call('reviews.queue', { sort: 'newest' });
    expect(items[0]).toMatchObject({
      version: { id: updateId },
      change: 'update',
      newCapabilities: ['camera'],
      earlierRejections: 0,
      unansweredMessages: 0,
      hasListingChanges: expect.any(Boolean),
    });
    const byId = new Map(items.map((item) => [item.version.id, item]));
    expect(byId.get('q4')).toMatchObject({
      change: 'first',
      version: { findingCounts: { warnings: 1 } },
      infos: 1,
    });
    expect(byId.get('q2')).toMatchObject({ hasListingChanges: true });
    expect(byId.get('q6')).toMatchObject({ reviewerName: expect.any(String), isStale: true });
  });

  test.each([
    [{ platform: 'ios' }, ['q3']],
    [{ has: 'permissions' }, ['q1', 'q7', 'update']],
    [{ has: 'listing' }, ['q2']],
    [{ has: 'overdue' }, ['q6']],
    [{ change: 'update' }, ['update']],
    [{ change: 'first', has: 'permissions' }, ['q1', 'q7']],
    [{ reviewer: 'me' }, []],
    [{ reviewer: 'nobody', sort: 'newest', has: 'permissions' }, ['update', 'q7', 'q1']],
    [{ query: 'DELT' }, ['q2', 'q6']],
    [{ query: 'queue.app7' }, ['q7']],
    [{ query: 'ze' }, ['update']],
    [{ query: 'dora developer', has: 'overdue' }, ['q6']],
    [{ query: '100%' }, []],
    [{ query: '   ' }, ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'update']],
  ] as const)('filtered by %o', async (filter, expected) => {
    expect(await idsOf(filter)).toEqual(expected.map((id) => (id === 'update' ? updateId : id)));
  });

  test('finds unanswered messages until staff write, if only a note', async () => {
    await owner.call('reviews.comment', { versionId: updateId, text: 'The camera reads codes.' });
    await owner.call('reviews.comment', { versionId: updateId, text: 'Of containers.' });
    const filter = { has: 'messages' } as const;
    const { items } = await reviewer.call('reviews.queue', filter);
    expect(items).toMatchObject([{ version: { id: updateId }, unansweredMessages: 2 }]);
    await reviewer.call('reviews.comment', { versionId: updateId, text: 'Plausible.', internal: true });
    expect(await idsOf(filter)).toEqual([]);
    await owner.call('reviews.comment', { versionId: updateId, text: 'Anything else?' });
    expect((await reviewer.call('reviews.queue', filter)).items).toMatchObject([{ unansweredMessages: 1 }]);
  });

  test('counts earlier rejections of the app', async () => {
    const app = await createOwnApp(server, { owner });
    const versionId = await app.submit();
    await reviewer.call('reviews.reject', { versionId, reason: 'Unclear.', reasons: ['listing'] });
    await owner.call('versions.submit', { versionId });
    const { items } = await reviewer.call('reviews.queue', { has: 'rejection' });
    expect(items).toMatchObject([{ version: { id: versionId }, earlierRejections: 1 }]);
    await owner.call('versions.withdraw', { versionId });
    expect(await idsOf({ has: 'rejection' })).toEqual([]);
  });

  test('is sorted by the warnings that a version has now, and no review has another app or number of them', async () => {
    const { pool } = server.context;
    const before = await pool.query("SELECT findings FROM versions WHERE id = 'q7'");
    const warnings = JSON.stringify(
      ['warning', 'error', 'warning'].map((severity) => ({
        rule: 'r',
        severity,
        title: 't',
        evidence: 'e',
        fix: 'f',
      })),
    );
    await pool.query("UPDATE versions SET findings = $1 WHERE id = 'q7'", [warnings]);
    const { items } = await reviewer.call('reviews.queue', { sort: 'findings', limit: 1 });
    expect(items).toMatchObject([{ version: { id: 'q7', findingCounts: { warnings: 2, errors: 1 } } }]);
    for (const change of ["app_id = 'q6'", 'warnings = 3']) {
      await expect(pool.query(`UPDATE reviews SET ${change} WHERE version_id = 'q7'`)).rejects.toMatchObject({
        constraint: 'reviews_version',
      });
    }
    await pool.query("UPDATE versions SET findings = $1 WHERE id = 'q7'", [
      JSON.stringify(before.rows[0].findings),
    ]);
    expect((await readAll({ sort: 'findings' })).at(-1)).toBe('q7');
  });

  test('is counted at once, and by age', async () => {
    const { items } = await reviewer.call('reviews.queue', {});
    const { ages, ...counts } = await reviewer.call('reviews.queueSummary', {});
    expect(counts).toEqual({ all: items.length, mine: 0, unassigned: 7, overdue: 1, sensitive: 3 });
    // `q3` to `q7` are three to seven days old.
    expect(ages).toEqual([1, 0, 0, 4, 3]);
    expect((await colleague.call('reviews.queueSummary', {})).mine).toBe(1);
  });

  test('rejects cursors of another order, and input beyond its limits', async () => {
    const { nextCursor } = await reviewer.call('reviews.queue', { limit: 1 });
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const time = '2026-01-01T00:00:00.000Z';
    for (const data of [
      { sort: 'name', cursor: nextCursor },
      { sort: 'findings', cursor: forged('findings', '1; DROP', time, 'x') },
      { sort: 'permissions', cursor: forged('permissions', '-99999999999', time, 'x') },
      { cursor: forged('oldest', '', 'yesterday', 'x') },
      { cursor: 'nonsense' },
      { limit: 101 },
      { limit: 0 },
      { sort: 'reviewer' },
      { has: 'everything' },
      { query: 'x'.repeat(201) },
    ]) {
      const { status, error } = await reviewer.tryCall('reviews.queue', data);
      expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
    }
  });

  test.each(['reviews.queue', 'reviews.queueSummary', 'reviews.neighbors', 'reviews.claimSeveral'] as const)(
    '%s is not for publishers',
    async (name) => {
      const data = { versionId: updateId, versionIds: [updateId] };
      expect((await owner.tryCall(name, data)).status).toBe(403);
    },
  );
});

describe('the neighbors of a version', () => {
  test.each(queueSortSchema.options)('are those around it, sorted by %s', async (sort) => {
    const ids = await readAll({ sort });
    for (const [index, versionId] of ids.entries()) {
      expect(await reviewer.call('reviews.neighbors', { versionId, sort })).toMatchObject({
        previousId: ids[index - 1] ?? null,
        nextId: ids[index + 1] ?? null,
      });
    }
  });

  test('to review are those that no other reviewer has claimed, from the start again after the last', async () => {
    const after = async (versionId: string, filter: object = {}) =>
      (await reviewer.call('reviews.neighbors', { versionId, ...filter })).nextToReviewId;
    expect(await after('q5')).toBe('q7');
    expect(await after(updateId)).toBe('q1');
    expect(await after('q1', { has: 'permissions' })).toBe('q7');
    expect(await after('q6', { has: 'overdue' })).toBeNull();
    expect((await colleague.call('reviews.neighbors', { versionId: 'q5' })).nextToReviewId).toBe('q6');
  });

  test('are known after its decision, but not for a version that was never submitted', async () => {
    const app = await createOwnApp(server, { owner });
    const draft = await app.upload();
    const { status } = await reviewer.tryCall('reviews.neighbors', { versionId: draft.id });
    expect(status).toBe(404);
    await owner.call('versions.submit', { versionId: draft.id });
    await reviewer.call('reviews.reject', { versionId: draft.id, reason: 'No.' });
    const { previousId, nextId } = await reviewer.call('reviews.neighbors', { versionId: draft.id });
    expect([previousId, nextId]).toEqual([updateId, null]);
  });
});

describe('claiming several versions', () => {
  const claim = (by: Person, versionIds: readonly string[]) =>
    by.call('reviews.claimSeveral', { versionIds: [...versionIds] });

  test('gives the result of each', async () => {
    const { results } = await claim(reviewer, ['q1', 'q6', 'unknown', 'q1']);
    expect(results).toEqual([
      { versionId: 'q1', denialReason: null },
      {
        versionId: 'q6',
        denialReason: 'Another reviewer has claimed this version.',
        sentence: expect.any(Array),
      },
      { versionId: 'unknown', denialReason: expect.any(String), sentence: expect.any(Array) },
    ]);
    expect(await idsOf({ reviewer: 'me' })).toEqual(['q1']);
    expect((await claim(reviewer, ['q1'])).results).toEqual([{ versionId: 'q1', denialReason: null }]);
    await reviewer.call('reviews.unclaim', { versionId: 'q1' });
  });

  test('of two reviewers at once gives each version to one of them', async () => {
    const ids = ['q1', 'q2', 'q3', 'q4', 'q5'];
    const both = await Promise.all([claim(reviewer, ids), claim(colleague, ids.toReversed())]);
    const claimed = both.flatMap(({ results }) =>
      results.filter(({ denialReason }) => denialReason === null).map(({ versionId }) => versionId),
    );
    expect(claimed.sort()).toEqual(ids);
    const { rows } = await server.context.pool.query(
      "SELECT count(*)::int AS claims FROM audit_events WHERE event = 'version.claimed' AND version_id = ANY($1)",
      [['q2', 'q3', 'q4', 'q5']],
    );
    expect(rows).toEqual([{ claims: 4 }]);
    for (const versionId of ids) await reviewer.call('reviews.unclaim', { versionId });
  });

  test('needs one to fifty versions', async () => {
    for (const versionIds of [[], Array.from({ length: 51 }, (_, index) => `v${index}`), [7], 'q1']) {
      expect((await reviewer.tryCall('reviews.claimSeveral', { versionIds })).status).toBe(400);
    }
  });
});
