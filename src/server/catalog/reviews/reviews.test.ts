import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { remindClaims } from './remind-claims.ts';

let server: TestServer;
let owner: Person;
let reviewers: [Person, Person];
let app: OwnApp;
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  const admin = await server.admin();
  const second = await server.onboard('second@store.example', 'browse');
  await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
  reviewers = [admin, second];
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  app = await createOwnApp(server, { name: 'Harbour' });
  ({ owner, appId } = app);
  versionId = await app.submit();
});

describe('a decision', () => {
  test('to reject reaches the publisher with its reason', async () => {
    const { version } = await reviewers[0].call('reviews.reject', {
      versionId,
      reason: 'The icon is another app’s.',
    });
    expect(version).toMatchObject({ status: 'rejected', decisionNote: 'The icon is another app’s.' });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications).toMatchObject([
      {
        type: 'app_rejection',
        title: 'App Rejected',
        data: { appId, reason: 'The icon is another app’s.' },
      },
    ]);
    expect(notifications[0]?.message).toContain('The icon is another app’s.');
    const expiresIn =
      Date.parse(notifications[0]?.expiresAt ?? '') - Date.parse(notifications[0]?.createdAt ?? '');
    expect(expiresIn).toBe(30 * 86_400_000);
    expect((await owner.call('apps.get', { appId })).app.status).toBe('draft');
  });

  test.each([
    [
      'reviews.approve',
      'app_approval',
      'App Approved',
      'Your app Harbour has been approved and is available in the store.',
    ],
    ['reviews.reject', 'app_rejection', 'App Rejected', 'Your app Harbour has been rejected: It spies.'],
  ] as const)(
    'by %s is sent as %s, in the words of the specification',
    async (call, type, title, message) => {
      const reason = 'It spies.';
      const isRejection = call === 'reviews.reject';
      await reviewers[0].call(call, { versionId, reason });
      const { notifications } = await owner.call('notifications.list', {});
      expect(notifications).toMatchObject([
        {
          userId: owner.uid,
          type,
          title,
          message,
          read: false,
          data: { appId, ...(isRejection && { reason }) },
        },
      ]);
      const [{ createdAt, expiresAt = '' }] = notifications as [(typeof notifications)[0] & object];
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * 86_400_000);
    },
  );

  test('to reject needs a reason', async () => {
    for (const reason of ['', '  ', undefined]) {
      const response = await reviewers[0].tryCall('reviews.reject', { versionId, reason });
      expect(response.error.details?.issues).toMatchObject([{ path: 'reason' }]);
    }
  });

  test('of two reviewers at once takes effect once, and the other gets the reason', async () => {
    const [approval, rejection] = await Promise.all([
      reviewers[0].tryCall('reviews.approve', { versionId }),
      reviewers[1].tryCall('reviews.reject', { versionId, reason: 'No.' }),
    ]);
    expect([approval.status, rejection.status].sort()).toEqual([200, 400]);
    const lost = [approval, rejection].find((response) => response.status === 400);
    expect(lost?.error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { reason: 'decided' } });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications).toHaveLength(1);
  });

  test('twice has no further effect', async () => {
    const [first, second] = await Promise.all([
      reviewers[0].call('reviews.approve', { versionId }),
      reviewers[0].call('reviews.approve', { versionId }),
    ]);
    expect([first.version.status, second.version.status]).toEqual(['published', 'published']);
    const { rows } = await server.context.pool.query(
      "SELECT count(*)::int AS approvals FROM audit_events WHERE version_id = $1 AND event = 'version.approved'",
      [versionId],
    );
    expect(rows).toEqual([{ approvals: 1 }]);
  });

  test('is rejected for a version that does not wait for one', async () => {
    await owner.call('versions.withdraw', { versionId });
    for (const name of ['reviews.approve', 'reviews.reject', 'reviews.claim'] as const) {
      const response = await reviewers[0].tryCall(name, { versionId, reason: 'x' });
      expect(response.error.status).toBe('FAILED_PRECONDITION');
    }
    const unknown = await reviewers[0].tryCall('reviews.approve', { versionId: 'unknown' });
    expect(unknown.status).toBe(404);
  });

  test('is not for publishers', async () => {
    expect((await owner.tryCall('reviews.approve', { versionId })).status).toBe(403);
    expect((await owner.tryCall('reviews.queue', {})).status).toBe(403);
  });
});

describe('the queue', () => {
  test('shows the oldest first with its age, until it is decided', async () => {
    await server.context.pool.query(
      `UPDATE reviews SET submitted_at = now() - interval '2 hours', queued_at = now() - interval '2 hours'
       WHERE version_id = $1`,
      [versionId],
    );
    const { items } = await reviewers[0].call('reviews.queue', { limit: 1 });
    expect(items[0]?.version.id).toBe(versionId);
    expect(Date.now() - Date.parse(items[0]?.version.queuedAt ?? '')).toBeGreaterThanOrEqual(7_200_000);
    await reviewers[0].call('reviews.approve', { versionId });
    const after = await reviewers[0].call('reviews.queue', {});
    expect(after.items.map((item) => item.version.id)).not.toContain(versionId);
  });

  test('a claim blocks other reviewers, and the version stays in the queue', async () => {
    const { version } = await reviewers[0].call('reviews.claim', { versionId });
    expect(version).toMatchObject({ status: 'in_review', reviewerUid: reviewers[0].uid });
    expect((await reviewers[0].call('reviews.claim', { versionId })).version.status).toBe('in_review');
    for (const name of ['reviews.claim', 'reviews.approve', 'reviews.reject'] as const) {
      const response = await reviewers[1].tryCall(name, { versionId, reason: 'x' });
      expect(response.error.details).toMatchObject({ reason: 'claimed' });
    }
    expect((await reviewers[0].call('reviews.approve', { versionId })).version.status).toBe('published');
  });
});

describe('everything about a review', () => {
  test('measured waiting times are those of recent decisions', async () => {
    await server.context.pool.query(
      "UPDATE reviews SET submitted_at = now() - interval '2 hours' WHERE version_id = $1",
      [versionId],
    );
    await reviewers[0].call('reviews.approve', { versionId });
    const times = await reviewers[0].call('reviews.waitingTimes', {});
    expect(times.decisions).toBeGreaterThan(0);
    expect(times.p90Seconds ?? 0).toBeGreaterThanOrEqual(times.medianSeconds ?? Number.NaN);
    const { all } = await reviewers[0].call('reviews.queueSummary', {});
    const { queue } = await reviewers[0].call('admin.overview', {});
    expect(queue).toMatchObject({ waiting: all, times });
  });

  test('is returned at once, with the changes since the live version first', async () => {
    const first = await reviewers[0].call('reviews.get', { versionId });
    expect(first).toMatchObject({ published: null, changes: null, version: { id: versionId } });
    expect(first.publisher).toMatchObject({ uid: owner.uid, apps: 1, publishedVersions: 0 });
    expect(first.version.policyDecision).toMatchObject({ decision: 'toReview' });
    expect(first.history.map(({ event }) => event)).toContain('version.submitted');
    await reviewers[0].call('reviews.approve', { versionId });
    const nextId = await app.submit('added-permission');
    const { changes, published, release } = await reviewers[0].call('reviews.get', { versionId: nextId });
    expect(published?.id).toBe(versionId);
    expect(changes?.[0]).toMatchObject({ kind: 'permissions', before: null, sensitive: true });
    expect(release).toMatchObject({ status: 'inReview', percentage: 100 });
    expect((await owner.tryCall('reviews.get', { versionId })).status).toBe(403);
  });

  test('unclaiming returns a version to the queue', async () => {
    await reviewers[0].call('reviews.claim', { versionId });
    for (let time = 0; time < 2; time += 1) {
      const { version } = await reviewers[1].call('reviews.unclaim', { versionId });
      expect(version).toMatchObject({ status: 'submitted', reviewerUid: null, claimedAt: null });
    }
    expect((await owner.tryCall('reviews.unclaim', { versionId })).status).toBe(403);
  });

  test('a resubmission keeps its queue position, also as another version', async () => {
    const place = async () => {
      const { rows } = await server.context.pool.query(
        `SELECT r.queued_at FROM reviews r JOIN versions v ON v.id = r.version_id
         WHERE v.app_id = $1 AND v.status = 'submitted' ORDER BY r.id DESC LIMIT 1`,
        [appId],
      );
      return rows[0].queued_at.getTime();
    };
    const before = await place();
    await owner.call('versions.withdraw', { versionId });
    await owner.call('versions.submit', { versionId });
    expect(await place()).toBe(before);
    await reviewers[0].call('reviews.reject', { versionId, reason: 'Fix it.', reasons: ['broken'] });
    await app.submit('next');
    expect(await place()).toBe(before);
    const { version } = await owner.call('versions.get', { versionId });
    expect(version.rejectionReasons).toEqual(['broken']);
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications[0]?.message).toContain('doesn’t start, or it crashes. Fix it.');
  });

  test('a withdrawn version that is submitted again has a new review, without the claim of the first', async () => {
    await reviewers[0].call('reviews.claim', { versionId });
    const { version } = await owner.call('versions.withdraw', { versionId });
    expect(version).toMatchObject({ status: 'withdrawn', decidedAt: null, claimedAt: null });
    expect(version.submittedAt).not.toBeNull();
    await owner.call('versions.submit', { versionId });
    await reviewers[1].call('reviews.reject', { versionId, reason: 'No.' });
    const { rows } = await server.context.pool.query(
      `SELECT decision, withdrawn_at IS NOT NULL AS withdrawn, reviewer_uid AS reviewer FROM reviews
       WHERE version_id = $1 ORDER BY id`,
      [versionId],
    );
    expect(rows).toEqual([
      { decision: null, withdrawn: true, reviewer: null },
      { decision: 'rejected', withdrawn: false, reviewer: reviewers[1].uid },
    ]);
    const { versions } = await owner.call('versions.list', { appId });
    expect(versions).toMatchObject([{ id: versionId, decisionNote: 'No.', claimedAt: null }]);
  });

  test.each([
    ['a second open one', 'reviews_open', '', ''],
    ['a decision without its time', 'reviews_decided', ', decision', ", 'approved'"],
    ['an unknown decision', 'reviews_decision', ', decision, decided_at', ", 'maybe', now()"],
    [
      'both a decision and a withdrawal',
      'reviews_ended_once',
      ', decision, decided_at, withdrawn_at',
      ", 'approved', now(), now()",
    ],
  ])('the database rejects %s', async (_, constraint, columns, values) => {
    const inserted = server.context.pool.query(
      `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision${columns})
       SELECT id, app_id, warnings, now(), now(), ''${values} FROM versions WHERE id = $1`,
      [versionId],
    );
    await expect(inserted).rejects.toMatchObject({ constraint });
  });

  test('has a conversation whose internal notes only staff see', async () => {
    const id = '7f5c2a4e-3b1d-4c8e-9f60-1a2b3c4d5e6f';
    for (let time = 0; time < 2; time += 1) {
      await reviewers[0].call('reviews.comment', { versionId, text: 'Why this name?', id });
    }
    await reviewers[0].call('reviews.comment', { versionId, text: 'Looks odd.', internal: true });
    await owner.call('reviews.comment', { versionId, text: 'It is a harbour.' });
    const { messages } = await owner.call('reviews.thread', { versionId });
    expect(messages.map(({ text, byStaff, authorUid }) => [text, byStaff, authorUid])).toEqual([
      ['Why this name?', true, null],
      ['It is a harbour.', false, owner.uid],
    ]);
    const all = await reviewers[1].call('reviews.thread', { versionId });
    expect(all.messages.map(({ isInternal }) => isInternal)).toEqual([false, true, false]);
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications.filter(({ message }) => message.endsWith(': Why this name?'))).toHaveLength(1);

    const note = await owner.tryCall('reviews.comment', { versionId, text: 'x', internal: true });
    expect(note.status).toBe(403);
    const stranger = await server.onboard();
    expect((await stranger.tryCall('reviews.thread', { versionId })).status).toBe(404);
    expect((await stranger.tryCall('reviews.comment', { versionId, text: 'x' })).status).toBe(404);
    expect((await owner.tryCall('reviews.comment', { versionId, text: ' ' })).status).toBe(400);
  });

  test('a stale claim causes one reminder', async () => {
    await reviewers[1].call('reviews.claim', { versionId });
    await server.context.pool.query(
      "UPDATE reviews SET claimed_at = now() - interval '3 days' WHERE version_id = $1",
      [versionId],
    );
    for (let time = 0; time < 2; time += 1) await remindClaims(server.context);
    const { notifications } = await reviewers[1].call('notifications.list', {});
    expect(notifications.filter(({ data }) => data?.versionId === versionId)).toHaveLength(1);
  });
});
