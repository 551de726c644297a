import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp, publishDrafts, WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
let app: OwnApp;
let versionId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  app = await createOwnApp(server);
  versionId = await app.submit();
});

const rejectListing = (id = versionId) =>
  admin.call('reviews.reject', { versionId: id, reason: 'Say what the app does.', reasons: ['listing'] });
const resubmit = () => app.owner.call('versions.submit', { versionId });
const trySubmit = async () => (await app.owner.tryCall('versions.submit', { versionId })).error;
const getReview = (id = versionId) => admin.call('reviews.get', { versionId: id });

async function editListing(summary: string): Promise<void> {
  const { appId, owner } = app;
  const { listings } = await owner.call('apps.getListing', { appId });
  const { locale, revision, texts } = listings.find((one) => one.locale === 'en-US') as (typeof listings)[0];
  await owner.call('apps.updateListing', {
    appId,
    locale,
    revision,
    listing: { ...texts, summary },
  });
}

/** Adds a screenshot unlike all others. */
async function addScreenshot(): Promise<void> {
  const size = { width: 400 + randomInt(100), height: 800 };
  const picture = sharp({ create: { ...size, channels: 3, background: 'teal' } }).png();
  const { status } = await app.owner.fetch(`graphics/${app.appId}/en-US/phoneScreenshots`, {
    method: 'POST',
    body: new Uint8Array(await picture.toBuffer()),
  });
  expect(status).toBe(200);
}

describe('a version of which only the listing was rejected', () => {
  test('is submitted again without an upload, and keeps its place in the queue', async () => {
    const first = (await getReview()).version;
    await rejectListing();
    const { version } = await resubmit();
    expect(version).toMatchObject({ status: 'submitted', decidedAt: null, rejectionReasons: [] });
    expect(version.queuedAt).toBe(first.queuedAt);
    expect(await resubmit()).toEqual({ version });
    await admin.call('reviews.approve', { versionId });
    expect((await app.owner.call('versions.get', { versionId })).version.status).toBe('published');
  });

  test('comes back to the reviewer with the reasons and the edits since', async () => {
    await editListing('Tides.');
    await rejectListing();
    expect((await getReview()).earlierRejection).toBeNull();
    await resubmit();
    expect((await getReview()).earlierRejection).toMatchObject({
      version: { id: versionId },
      reviewerName: 'Admin',
      rejectionReasons: ['listing'],
      decisionNote: 'Say what the app does.',
      changes: null,
      listingEdits: [],
    });
    await admin.call('reviews.reject', { versionId, reason: 'Still unclear.', reasons: ['misleading'] });
    await editListing('Shows the tides of today.');
    await resubmit();
    expect((await getReview()).earlierRejection).toMatchObject({
      decisionNote: 'Still unclear.',
      listingEdits: [
        {
          locale: 'en-US',
          field: 'summary',
          values: { before: 'Tides.', after: 'Shows the tides of today.' },
        },
      ],
    });
  });

  test('comes with what was changed in any field and language, once each', async () => {
    const { appId, owner } = app;
    const { detailsRevision: revision } = await owner.call('apps.get', { appId });
    await owner.call('apps.importListing', {
      appId,
      files: { 'de-DE/title.txt': 'Hafen', 'fr-FR/title.txt': 'Port' },
    });
    await rejectListing();
    await owner.call('apps.updateDetails', { appId, revision, details: { website: 'https://example.org/' } });
    await owner.call('apps.deleteLocale', { appId, locale: 'fr-FR' });
    await owner.call('apps.importListing', { appId, files: { 'de-DE/short_description.txt': 'Gezeiten' } });
    await editListing('Half a sent');
    await editListing('Shows tides.');
    await addScreenshot();
    await resubmit();
    const edits = (await getReview()).earlierRejection?.listingEdits ?? [];
    expect(edits.map(({ locale, field }) => `${field} ${locale}`.trim()).sort()).toEqual([
      'name fr-FR',
      'phoneScreenshots en-US',
      'summary de-DE',
      'summary en-US',
      'website',
    ]);
    const valuesOf = (name: string) =>
      edits.find(({ field, locale }) => `${field} ${locale}` === name)?.values;
    expect(valuesOf('summary en-US')?.after).toBe('Shows tides.');
    expect(valuesOf('name fr-FR')).toEqual({ before: 'Port', after: '' });
    expect(valuesOf('phoneScreenshots en-US')).toBeNull();
  });

  test('is rejected after fifty submissions', async () => {
    await server.context.pool.query(
      `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision, withdrawn_at)
       SELECT id, app_id, warnings, now(), now(), '', now() FROM versions, generate_series(1, 49) WHERE id = $1`,
      [versionId],
    );
    await admin.call('reviews.reject', { versionId, reason: 'No.', reasons: ['listing'] });
    expect(await trySubmit()).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'This version was submitted 50 times. Upload a new version.',
    });
  });

  test('cannot be submitted again by strangers', async () => {
    await rejectListing();
    const stranger = await server.onboard();
    expect((await stranger.tryCall('versions.submit', { versionId })).status).toBe(404);
  });

  test('stays rejected once a later version was submitted', async () => {
    await rejectListing();
    await app.submit('next');
    expect((await trySubmit())?.message).toMatch(/^versionCode 1 isn’t above 2/);
  });
});

test('a version of which the package was rejected cannot be submitted again', async () => {
  for (const reasons of [[], ['listing', 'broken']] as const) {
    const own = await createOwnApp(server);
    const id = await own.submit();
    await admin.call('reviews.reject', { versionId: id, reason: 'It crashes.', reasons: [...reasons] });
    const { status, error } = await own.owner.tryCall('versions.submit', { versionId: id });
    expect([status, error?.message]).toEqual([
      400,
      'The package was rejected too, so this version can’t be resubmitted. Upload a corrected one.',
    ]);
  }
});

test('a corrected package comes with its changes since the rejected one', async () => {
  await admin.call('reviews.reject', { versionId, reason: 'It crashes.', reasons: ['broken'] });
  const next = await app.submit('next');
  const { earlierRejection } = await getReview(next);
  expect(earlierRejection).toMatchObject({ version: { id: versionId }, rejectionReasons: ['broken'] });
  expect(earlierRejection?.changes?.map(({ kind }) => kind)).toContain('partSizes');
});

describe('an update of a live app that was rejected', () => {
  const editsOf = async (id: string) =>
    (await getReview(id)).earlierRejection?.listingEdits?.map(({ field, values }) => [
      field,
      values?.before,
      values?.after,
    ]);

  beforeEach(async () => {
    await admin.call('reviews.approve', { versionId });
  });

  test('comes with what was submitted or went live since, never with drafts', async () => {
    await editListing('Shows the tide.');
    await publishDrafts(app);
    const update = await app.submit('next');
    await rejectListing(update);
    await app.owner.call('versions.submit', { versionId: update });
    expect(await editsOf(update)).toEqual([]);
    await editListing('Shows the tides of today.');
    expect(await editsOf(update)).toEqual([]);
    await publishDrafts(app);
    await editListing('Shows the tides of tomorrow.');
    await publishDrafts(app);
    expect(await editsOf(update)).toEqual([['summary', 'Shows the tide.', 'Shows the tides of tomorrow.']]);
    await editListing('Shows the tide.');
    await publishDrafts(app);
    expect(await editsOf(update)).toEqual([]);
  });

  test('is compared with what was submitted when it was rejected, the last time', async () => {
    await admin.call('settings.update', { settings: { listingChanges: 'approval' } });
    try {
      await editListing('First.');
      await publishDrafts(app);
      const update = await app.submit('next');
      await rejectListing(update);
      await editListing('Second.');
      await publishDrafts(app);
      await app.owner.call('versions.submit', { versionId: update });
      expect(await editsOf(update)).toEqual([['summary', 'First.', 'Second.']]);
      // A rejection that is undone leaves the one before it.
      await rejectListing(update);
      await admin.call('reviews.undo', { versionId: update });
      expect(await editsOf(update)).toEqual([['summary', 'First.', 'Second.']]);
      await rejectListing(update);
      await app.owner.call('versions.submit', { versionId: update });
      expect(await editsOf(update)).toEqual([]);
      for (let time = 0; time < 3; time += 1) {
        await rejectListing(update);
        await app.owner.call('versions.submit', { versionId: update });
      }
      const count = async () => {
        const { rows } = await server.context.pool.query(
          'SELECT count(*)::int AS count FROM rejected_listings WHERE app_id = $1',
          [app.appId],
        );
        return rows[0].count;
      };
      expect(await count()).toBe(2);
      await admin.call('reviews.approve', { versionId: update });
      expect(await count()).toBe(0);
    } finally {
      await admin.call('settings.update', { settings: { listingChanges: 'live' } });
    }
  });
});

test('the policy for updates leaves what follows a rejection to a reviewer', async () => {
  const setPolicy = (updates: 'review' | 'approve') =>
    admin.call('settings.update', {
      settings: { review: { updates, staleClaimHours: 24 }, rules: WITHOUT_LOOKALIKES },
    });
  await admin.call('reviews.approve', { versionId });
  await setPolicy('approve');
  try {
    const update = await app.submit('added-permission');
    await admin.call('reviews.reject', { versionId: update, reason: 'It spies.', reasons: ['permissions'] });
    const harmless = await app.submit('next');
    const { version } = await app.owner.call('versions.get', { versionId: harmless });
    expect(version).toMatchObject({
      status: 'submitted',
      policyDecision: {
        decision: 'toReview',
        reasons: [{ sentence: 'An earlier submission was rejected.' }],
      },
    });
  } finally {
    await setPolicy('review');
  }
});
