import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test/server.ts';
import { readFixture, uploadVersion } from '#test/upload.ts';

let server: TestServer;
let owner: Person;
let reviewers: [Person, Person];
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  const admin = await server.admin();
  const second = await server.onboard('second@store.example', 'look');
  await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
  reviewers = [admin, second];
});
afterAll(() => server[Symbol.asyncDispose]());

let count = 0;
beforeEach(async () => {
  count += 1;
  await server.context.pool.query("UPDATE apps SET application_id = application_id || '.old' || $1", [count]);
  owner = await server.onboard(`owner${count}@example.org`);
  const created = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  appId = created.app.id;
  versionId = (await uploadVersion(owner, appId, await readFixture('plain.apk'))).id;
  await owner.call('versions.submit', { versionId });
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

  test('to reject needs a reason', async () => {
    for (const reason of ['', '  ', undefined]) {
      const answer = await reviewers[0].tryCall('reviews.reject', { versionId, reason });
      expect(answer.error.details?.issues).toMatchObject([{ path: 'reason' }]);
    }
  });

  test('of two reviewers at once: one wins, the other is told, and the effect is one', async () => {
    const [approval, rejection] = await Promise.all([
      reviewers[0].tryCall('reviews.approve', { versionId }),
      reviewers[1].tryCall('reviews.reject', { versionId, reason: 'No.' }),
    ]);
    expect([approval.status, rejection.status].sort()).toEqual([200, 400]);
    const lost = [approval, rejection].find((answer) => answer.status === 400);
    expect(lost?.error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { reason: 'decided' } });
    const { notifications } = await owner.call('notifications.list', {});
    expect(notifications).toHaveLength(1);
  });

  test('twice is answered like once', async () => {
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

  test('is refused on what does not wait for one', async () => {
    await owner.call('versions.withdraw', { versionId });
    for (const name of ['reviews.approve', 'reviews.reject', 'reviews.claim'] as const) {
      const answer = await reviewers[0].tryCall(name, { versionId, reason: 'x' });
      expect(answer.error.status).toBe('FAILED_PRECONDITION');
    }
    const unknown = await reviewers[0].tryCall('reviews.approve', { versionId: 'unknown' });
    expect(unknown.status).toBe(404);
  });

  test('is no publisher’s', async () => {
    expect((await owner.tryCall('reviews.approve', { versionId })).status).toBe(403);
    expect((await owner.tryCall('reviews.queue', {})).status).toBe(403);
  });
});

describe('the queue', () => {
  test('shows the oldest first with its age, until it is decided', async () => {
    await server.context.pool.query(
      "UPDATE versions SET submitted_at = now() - interval '2 hours' WHERE id = $1",
      [versionId],
    );
    const { items } = await reviewers[0].call('reviews.queue', { limit: 1 });
    expect(items[0]?.version.id).toBe(versionId);
    expect(items[0]?.waitingSeconds).toBeGreaterThanOrEqual(7200);
    await reviewers[0].call('reviews.approve', { versionId });
    const after = await reviewers[0].call('reviews.queue', {});
    expect(after.items.map((item) => item.version.id)).not.toContain(versionId);
  });

  test('a claim keeps others away, and stays in the queue', async () => {
    const { version } = await reviewers[0].call('reviews.claim', { versionId });
    expect(version).toMatchObject({ status: 'in_review', reviewerUid: reviewers[0].uid });
    expect((await reviewers[0].call('reviews.claim', { versionId })).version.status).toBe('in_review');
    for (const name of ['reviews.claim', 'reviews.approve', 'reviews.reject'] as const) {
      const answer = await reviewers[1].tryCall(name, { versionId, reason: 'x' });
      expect(answer.error.details).toMatchObject({ reason: 'claimed' });
    }
    expect((await reviewers[0].call('reviews.approve', { versionId })).version.status).toBe('published');
  });
});
