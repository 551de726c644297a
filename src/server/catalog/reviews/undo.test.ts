import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishScheduled } from '../releases/schedule.ts';

let server: TestServer;
let reviewer: Person;
let colleague: Person;
let app: OwnApp;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  reviewer = await server.admin();
  colleague = await server.onboard('second@store.example', 'browse');
  await reviewer.call('users.setRole', { uid: colleague.uid, role: 'admin' });
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  app = await createOwnApp(server, { name: 'Harbour' });
  versionId = await app.submit();
});

const approve = (options: { withUndo?: boolean } = { withUndo: true }) =>
  reviewer.call('reviews.approve', { versionId, ...options });
const statusOf = async (id = versionId) =>
  (await app.owner.call('versions.get', { versionId: id })).version.status;
const undo = (by = reviewer, id = versionId) => by.tryCall('reviews.undo', { versionId: id });

/** Runs the publications that wait for decisions to become final. */
async function publishUndecided(id = versionId) {
  const { rows } = await server.context.pool.query(
    `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'publish-scheduled' AND payload->>'versionId' = $1 ORDER BY j.id`,
    [id],
  );
  for (const { payload } of rows) await publishScheduled(server.context, payload);
}

describe('an approval that can be undone', () => {
  test('is published by the job that waits', async () => {
    expect((await approve()).version.status).toBe('approved');
    await publishUndecided();
    expect(await statusOf()).toBe('published');
    const { error } = await undo();
    expect(error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { reason: 'wrong-status' } });
  });

  test('is queued for its publication', async () => {
    await approve();
    const { rows } = await server.context.pool.query(
      `SELECT extract(epoch FROM run_at - now())::int AS seconds FROM graphile_worker.jobs
       WHERE task_identifier = 'publish-scheduled'`,
    );
    expect(rows.at(-1).seconds).toBeGreaterThan(5);
    expect(rows.at(-1).seconds).toBeLessThanOrEqual(10);
  });

  test('is undone: the version is in review, claimed by its reviewer, and nothing is published', async () => {
    await approve();
    expect((await reviewer.call('reviews.get', { versionId })).undoDenialReason).toBeNull();
    for (let time = 0; time < 2; time += 1) {
      const { result } = await undo();
      expect(result.version).toMatchObject({
        status: 'in_review',
        reviewerUid: reviewer.uid,
        decidedAt: null,
        decisionNote: null,
      });
    }
    await publishUndecided();
    expect(await statusOf()).toBe('in_review');
    const { app: shown } = await app.owner.call('apps.get', { appId: app.appId });
    expect(shown.status).toBe('draft');
    const { notifications } = await app.owner.call('notifications.list', {});
    expect(notifications.map(({ title }) => title)).toEqual(['In review again', 'App Approved']);
    const { history } = await reviewer.call('reviews.get', { versionId });
    expect(history[0]).toMatchObject({ event: 'version.decision-undone' });
    // The listing waits again, and goes live with the next approval.
    const { listingChanges } = await reviewer.call('reviews.get', { versionId });
    expect(listingChanges.map(({ field }) => field)).toContain('name');
    // The job of the decision that was undone doesn't publish the next one early.
    await approve();
    const { rows } = await server.context.pool.query(
      "SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'versionId' = $1 ORDER BY id",
      [versionId],
    );
    expect(rows).toHaveLength(2);
    await publishScheduled(server.context, rows[0].payload);
    expect(await statusOf()).toBe('approved');
    await publishScheduled(server.context, rows[1].payload);
    expect(await statusOf()).toBe('published');
  });

  test('is undone although its release is manual, until it is published', async () => {
    const nextId = await (await app.upload('next')).id;
    await approve({ withUndo: false });
    await app.owner.call('versions.submit', {
      versionId: nextId,
      publication: { kind: 'manual' },
    });
    await reviewer.call('reviews.approve', { versionId: nextId });
    expect((await undo(reviewer, nextId)).result.version.status).toBe('in_review');
    await reviewer.call('reviews.approve', { versionId: nextId });
    await app.owner.call('releases.publish', { versionId: nextId });
    expect((await undo(reviewer, nextId)).status).toBe(400);
  });

  test('is either undone or published, when both happen at once', async () => {
    await approve();
    const both = await Promise.all([undo(), publishUndecided()]);
    expect([both[0].status, await statusOf()]).toEqual(
      both[0].status === 200 ? [200, 'in_review'] : [400, 'published'],
    );
  });
});

describe('an approval with changes of a live listing', () => {
  let updateId: string;
  const publishListing = () => publishDrafts(app);
  const waiting = async () => {
    const { listingChanges } = await reviewer.call('reviews.get', { versionId: updateId });
    return listingChanges.map(({ field, before, after }) => [field, before, after]);
  };
  const listing = () => app.owner.call('apps.getListing', { appId: app.appId });
  const drafted = async () => (await listing()).unpublished.map(({ field, status }) => [field, status]);
  const liveTexts = async () => (await listing()).listings[0]?.publicTexts;

  async function draft(changed: object) {
    const [{ texts, locale, revision } = { texts: { name: '' }, locale: '', revision: 0 }] = (await listing())
      .listings;
    await app.owner.call('apps.updateListing', {
      appId: app.appId,
      locale,
      revision,
      listing: { ...texts, ...changed },
    });
  }

  beforeEach(async () => {
    await approve({ withUndo: false });
    updateId = await app.submit('next');
    await draft({ name: 'Port' });
    await publishListing();
  });

  const approveUpdate = async () => {
    const { listingRevision } = await reviewer.call('reviews.get', { versionId: updateId });
    await reviewer.call('reviews.approve', { versionId: updateId, listingRevision, withUndo: true });
  };

  test('is undone to what was submitted, whatever is drafted, and approved again', async () => {
    await approveUpdate();
    await draft({ name: 'Half a na' });
    expect(await waiting()).toEqual([]);
    expect((await undo(reviewer, updateId)).status).toBe(200);
    expect(await waiting()).toEqual([['name', 'Harbour', 'Port']]);
    expect(await drafted()).toEqual([['name', 'draft']]);
    const { items } = await reviewer.call('listings.waiting', {});
    expect(items.map((one) => one.app.id)).toContain(app.appId);
    expect(await liveTexts()).toMatchObject({ name: 'Harbour' });
    await approveUpdate();
    await publishUndecided(updateId);
    expect(await liveTexts()).toMatchObject({ name: 'Port' });
    const { changes } = await app.owner.call('apps.listingHistory', { appId: app.appId });
    expect(changes).toMatchObject([{ field: 'name', before: 'Harbour', after: 'Port', isApproved: true }]);
  });

  test('is undone to what was submitted since', async () => {
    await approveUpdate();
    await draft({ name: 'Harbour Office' });
    await publishListing();
    await undo(reviewer, updateId);
    expect(await waiting()).toEqual([['name', 'Harbour', 'Harbour Office']]);
    expect(await drafted()).toEqual([['name', 'waiting']]);
  });

  test('is undone with the hold on a field that staff reverted, which ends once the value is live', async () => {
    await draft({ summary: 'Log in here' });
    await publishListing();
    const { changes } = await reviewer.call('listings.recentChanges', { appId: app.appId });
    const { id: changeId, revision } = changes[0] as (typeof changes)[0];
    await reviewer.call('listings.revert', { changeId, revision });
    await draft({ summary: 'Shows moorings' });
    await publishListing();
    await approveUpdate();
    await undo(reviewer, updateId);
    expect((await listing()).held.map(({ field }) => field)).toEqual(['summary']);
    await draft({ summary: 'Log in there' });
    expect((await publishListing()).waiting.map(({ field }) => field)).toEqual(['summary']);
    await approveUpdate();
    await publishUndecided(updateId);
    expect(await liveTexts()).toMatchObject({ summary: 'Log in there' });
    expect((await listing()).held).toEqual([]);
  });
});

describe('a rejection', () => {
  const reject = () => reviewer.call('reviews.reject', { versionId, reason: 'No privacy policy.' });

  test('is undone', async () => {
    await reject();
    const { result } = await undo();
    expect(result.version).toMatchObject({ status: 'in_review', decisionNote: null, rejectionReasons: [] });
    expect((await reviewer.call('reviews.get', { versionId })).publisher.rejections).toBe(0);
  });

  test('stays once its publisher submitted another version', async () => {
    await reject();
    const nextId = await app.submit('next');
    const { error } = await undo();
    expect(error).toMatchObject({
      message: 'The publisher has submitted again since, so this decision can’t be undone.',
      details: { reason: 'not-undoable' },
    });
    const { publisher, earlierRejection } = await reviewer.call('reviews.get', { versionId: nextId });
    expect(publisher.rejections).toBe(1);
    expect(earlierRejection).toMatchObject({ isOwn: true, decisionNote: 'No privacy policy.' });
    const seen = await colleague.call('reviews.get', { versionId: nextId });
    expect(seen.earlierRejection?.isOwn).toBe(false);
  });
});

test('only the reviewer who decided undoes a decision, and only one that was made', async () => {
  const first = await undo();
  expect(first.error).toMatchObject({ status: 'FAILED_PRECONDITION', details: { reason: 'wrong-status' } });
  await approve();
  expect((await undo(colleague)).error).toMatchObject({
    message: 'Only the reviewer who decided can undo it.',
    details: { reason: 'not-undoable' },
  });
  expect((await undo(app.owner)).status).toBe(403);
  expect((await undo(reviewer, 'unknown')).status).toBe(404);
  expect(await statusOf()).toBe('approved');
});

test('the publisher’s confirmation and rejections are shown, and a published version is compared with the one before', async () => {
  const { publisher, published } = await reviewer.call('reviews.get', { versionId });
  expect(publisher).toMatchObject({ emailVerified: true, rejections: 0 });
  expect(published).toBeNull();
  await approve({ withUndo: false });
  const nextId = await app.submit('next');
  await reviewer.call('reviews.approve', { versionId: nextId });
  const live = await reviewer.call('reviews.get', { versionId: nextId });
  expect(live.published?.id).toBe(versionId);
  expect((await reviewer.call('reviews.get', { versionId })).published).toBeNull();
  const compared = await app.owner.call('versions.compare', { versionId: nextId });
  expect(compared.published?.id).toBe(versionId);
});
