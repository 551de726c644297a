import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFixture } from '#test/support/fixtures.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { uploadVersion } from '#test/support/uploads.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

test('an empty store has nothing to do', async () => {
  expect(await admin.call('admin.overview', {})).toMatchObject({
    queue: {
      waiting: 0,
      claimed: 0,
      stale: 0,
      oldestSeconds: null,
      times: { decisions: 0, medianSeconds: null },
    },
    publishingRequests: { waiting: 0, oldestAt: null },
    people: { all: 1, admins: 1 },
  });
});

test('counts what waits, claims that lie, and people who ask to publish', async () => {
  await admin.call('settings.update', { settings: { publishing: 'approval' } });
  await server.onboard('hopeful@example.org', 'publish');
  await admin.call('settings.update', { settings: { publishing: 'open' } });
  const owner = await server.onboard('owner@example.org');
  const { app } = await owner.call('apps.create', {
    platform: 'android',
    applicationId: 'org.example.harbour',
    name: 'Harbour',
  });
  await server.completeListing(app.id);
  const { id: versionId } = await uploadVersion(owner, app.id, readFixture('plain.apk'));
  await owner.call('versions.submit', { versionId });
  await admin.call('reviews.claim', { versionId });
  await server.context.pool.query("UPDATE reviews SET claimed_at = now() - interval '25 hours'");

  const overview = await admin.call('admin.overview', {});
  expect(overview).toMatchObject({
    queue: { waiting: 1, claimed: 1, stale: 1 },
    apps: { draft: 1, published: 0 },
    people: { all: 3, developers: 1 },
    newPublishers: [{ uid: owner.uid, apps: 1 }],
    week: { submitted: 1, approved: 0 },
  });
  expect(overview.publishingRequests).toMatchObject({ waiting: 1, oldestAt: expect.any(String) });
  const { items } = await admin.call('reviews.queue', {});
  expect(items).toMatchObject([{ isStale: true, reviewerName: expect.any(String) }]);
  expect(await admin.call('reviews.get', { versionId })).toMatchObject({ isStale: true });
});

test('counts people as they come and go', async () => {
  const { people: before } = await admin.call('admin.overview', {});
  const guest = await server.onboard('guest@example.org', 'browse');
  const { people: during } = await admin.call('admin.overview', {});
  expect(during).toEqual({ ...before, all: before.all + 1 });
  await server.context.pool.query('DELETE FROM auth_users WHERE id = $1', [guest.uid]);
  expect((await admin.call('admin.overview', {})).people).toEqual(before);
});

test('shows failing jobs and deliveries, and the size of the database', async () => {
  const { system: before } = await admin.call('admin.overview', {});
  expect(before).toMatchObject({ failingJobs: 0, failedDeliveries: 0 });
  expect(before.databaseBytes).toBeGreaterThan(1_000_000);
  const { pool } = server.context;
  await pool.query(
    `SELECT graphile_worker.add_job('overview-test', run_at := now() + interval '1 day');
     UPDATE graphile_worker._private_jobs SET last_error = 'broken'
     WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'overview-test')`,
  );
  const { rows } = await pool.query('SELECT id FROM apps LIMIT 1');
  await pool.query(
    `INSERT INTO webhooks (id, app_id, url, events, encrypted_secret) VALUES ('hook', $1, 'https://x.example', '{}', '')`,
    [rows[0].id],
  );
  await pool.query(
    `INSERT INTO outbox (channel, webhook_id, status, last_error, due_at, finished_at)
     VALUES ('webhook', 'hook', 'failed', 'gone', now(), now())`,
  );
  expect((await admin.call('admin.overview', {})).system).toMatchObject({
    failingJobs: 1,
    failedDeliveries: 1,
  });
});

test('is the admins’ alone', async () => {
  const person = await server.onboard('somebody@example.org', 'browse');
  expect((await person.tryCall('admin.overview', {})).status).toBe(403);
});

test('tells of an altered audit log', async () => {
  const { pool } = server.context;
  expect((await admin.call('admin.overview', {})).audit).toEqual({ problemCount: 0 });
  await pool.query(`
    INSERT INTO audit_verification (id, verified_at, size, problem_count, problems)
    VALUES (1, now(), 9, 2, '["Row 7 was altered."]')`);
  expect((await admin.call('admin.overview', {})).audit).toEqual({ problemCount: 2 });
});

test('names failing jobs with their last error and when they run again', async () => {
  const { pool } = server.context;
  await pool.query(`
    SELECT graphile_worker.add_job('overview-failures', run_at := now() + interval '1 day');
    SELECT graphile_worker.add_job('overview-failures', run_at := now() + interval '1 day');
    UPDATE graphile_worker._private_jobs SET last_error = 'The disk is full.'
    WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'overview-failures');
    UPDATE graphile_worker._private_jobs SET attempts = max_attempts
    WHERE id = (SELECT max(id) FROM graphile_worker.jobs WHERE task_identifier = 'overview-failures')`);
  const { system } = await admin.call('admin.overview', {});
  const found = system.lastFailures.filter(({ name }) => name === 'overview-failures');
  expect(found.map(({ error }) => error)).toEqual(['The disk is full.', 'The disk is full.']);
  expect(found.filter(({ runsAt }) => runsAt === null)).toHaveLength(1);
  expect(system.failingJobs).toBeGreaterThanOrEqual(2);
});

describe('a failing job', () => {
  /** Adds a job of a kind that no worker runs, which failed for good. */
  async function addFailedJob(name: string): Promise<string> {
    const { pool } = server.context;
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id::text FROM graphile_worker.add_job($1, run_at := now() + interval '1 day')`,
      [name],
    );
    const id = rows[0]?.id ?? '';
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET last_error = 'The disk is full.', attempts = max_attempts
       WHERE id = $1`,
      [id],
    );
    return id;
  }

  async function readJob(id: string) {
    const { rows } = await server.context.pool.query<{ attempts: number; is_due: boolean }>(
      'SELECT attempts, run_at <= now() AS is_due FROM graphile_worker.jobs WHERE id = $1',
      [id],
    );
    return rows[0];
  }

  async function countRetries(jobId: string): Promise<number> {
    const { entries } = await admin.call('audit.list', { event: 'job.retried' });
    return entries.filter(({ details }) => details['jobId'] === jobId).length;
  }

  test('runs again once, however often an admin asks', async () => {
    const jobId = await addFailedJob('of-this-test');
    await Promise.all([admin.call('admin.retryJob', { jobId }), admin.call('admin.retryJob', { jobId })]);
    await admin.call('admin.retryJob', { jobId });
    expect(await readJob(jobId)).toEqual({ attempts: 0, is_due: true });
    expect(await countRetries(jobId)).toBe(1);
    const { system } = await admin.call('admin.overview', {});
    expect(system.lastFailures.find(({ id }) => id === jobId)).toMatchObject({ isDue: true });
  });

  test('that is due implausibly late is shown without an error, and runs now', async () => {
    const { rows } = await server.context.pool.query<{ id: string }>(
      `SELECT id::text FROM graphile_worker.add_job('of-this-test', run_at := now() + interval '40 days')`,
    );
    const jobId = rows[0]?.id ?? '';
    const { system } = await admin.call('admin.overview', {});
    expect(system.lastFailures.find(({ id }) => id === jobId)).toMatchObject({ error: null, isDue: false });
    await admin.call('admin.retryJob', { jobId });
    expect(await readJob(jobId)).toEqual({ attempts: 0, is_due: true });
  });

  test('that waits for the date of a release is none', async () => {
    const { rows } = await server.context.pool.query<{ id: string }>(
      `WITH due AS (
         INSERT INTO releases (version_id, app_id, track, publication, publish_at)
         SELECT id, app_id, 'stable', 'scheduled', now() + interval '90 days' FROM versions LIMIT 1
         ON CONFLICT (version_id) DO UPDATE SET publication = 'scheduled', publish_at = excluded.publish_at
         RETURNING version_id, publish_at)
       SELECT j.id::text FROM due, graphile_worker.add_job('publish-scheduled',
         json_build_object('versionId', version_id), run_at := publish_at) j`,
    );
    const jobId = rows[0]?.id ?? '';
    expect(jobId).not.toBe('');
    const retried = await admin.tryCall('admin.retryJob', { jobId });
    expect(retried.error).toMatchObject({ message: 'This job hasn’t failed.' });
  });

  test('that runs already is left alone', async () => {
    const jobId = await addFailedJob('of-this-test');
    await server.context.pool.query(
      'UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE id = $1',
      [jobId],
    );
    await admin.call('admin.retryJob', { jobId });
    expect(await readJob(jobId)).toMatchObject({ is_due: false });
    expect(await countRetries(jobId)).toBe(0);
  });

  test('must have failed, be in the queue, and be an admin’s to run again', async () => {
    const { pool } = server.context;
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id::text FROM graphile_worker.add_job('of-this-test', run_at := now() + interval '1 day')`,
    );
    const waiting = await admin.tryCall('admin.retryJob', { jobId: rows[0]?.id ?? '' });
    expect(waiting.error).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'This job hasn’t failed.',
    });
    for (const jobId of ['999999999', 'no-number', '9'.repeat(30)]) {
      expect((await admin.tryCall('admin.retryJob', { jobId })).error.status).toBe('NOT_FOUND');
    }
    const failed = await addFailedJob('of-this-test');
    const person = await server.onboard('else@example.org', 'browse');
    expect((await person.tryCall('admin.retryJob', { jobId: failed })).status).toBe(403);
    expect(await readJob(failed)).toMatchObject({ is_due: false });
  });
});
