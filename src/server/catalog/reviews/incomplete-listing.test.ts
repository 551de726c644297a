import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishScheduled } from '#server/catalog/releases/schedule.ts';
import type { Listing } from '#shared/listings/calls.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import { type ListingTexts, NO_TEXTS } from '#shared/listings/listing.ts';
import { createOwnApp, createPublishedApp, type OwnApp, publishDrafts } from '#test/support/own-app.ts';
import { setUpPerson, setUpTestServer } from '#test/support/set-up.ts';

const server = setUpTestServer();
const admin = setUpPerson(() => server.admin());
let app: OwnApp;
beforeEach(async () => {
  app = await createOwnApp(server);
});
afterEach(() => admin.call('settings.update', { settings: { listingRequirements: [] } }));

const requirePrivacyPolicy = () =>
  admin.call('settings.update', { settings: { listingRequirements: ['privacyPolicy'] } });
const setTexts = (texts: object) =>
  server.context.pool.query('UPDATE app_listings SET texts = texts || $2 WHERE app_id = $1', [
    app.appId,
    texts,
  ]);

async function setDetails(details: Partial<AppDetails>) {
  const { detailsRevision: revision } = await app.owner.call('apps.get', { appId: app.appId });
  await app.owner.call('apps.updateDetails', { appId: app.appId, details, revision });
}

/** Approves as a reviewer who has seen the listing as it is now. */
async function tryApprove(versionId: string) {
  const { listingRevision } = await admin.call('reviews.get', { versionId });
  return admin.tryCall('reviews.approve', { versionId, listingRevision });
}

/** Submits a complete listing for a release, and approves it. */
async function approve(publication: object) {
  const { id: versionId } = await app.upload();
  await app.owner.call('versions.submit', { versionId, publication } as never);
  expect((await tryApprove(versionId)).status).toBe(200);
  return versionId;
}

async function statuses() {
  const { app: found, versions } = await app.owner.call('apps.get', { appId: app.appId });
  return [found.status, ...versions.map(({ status }) => status)];
}

const denial = (missing: string) => ({
  status: 'FAILED_PRECONDITION',
  message: `The approved listing is incomplete. Missing: ${missing}. Its publisher has to complete it and submit a version again.`,
  details: { reason: 'incomplete-listing' },
});

describe('an approval after the listing lost something', () => {
  test.each([
    ['Summary, Description', () => setTexts({ summary: '', description: ' ' })],
    ['Category', () => setDetails({ category: '' })],
    ['Privacy policy', requirePrivacyPolicy],
  ])('%s is denied to the reviewer, and publishes nothing', async (missing, change) => {
    const versionId = await app.submit();
    await change();
    expect((await tryApprove(versionId)).error).toMatchObject(denial(missing));
    expect(await statuses()).toEqual(['draft', 'submitted']);
  });

  test('is denied also for a release on a date or by hand', async () => {
    for (const publication of [{ kind: 'manual' }, { kind: 'scheduled', at: '2090-01-01T00:00:00Z' }]) {
      app = await createOwnApp(server);
      const { id: versionId } = await app.upload();
      await app.owner.call('versions.submit', { versionId, publication } as never);
      await setTexts({ description: '' });
      expect((await tryApprove(versionId)).error).toMatchObject(denial('Description'));
    }
  });

  test('of the version alone doesn’t publish without the changed listing', async () => {
    const versionId = await app.submit();
    await setTexts({ description: 'Another one, which nobody has seen.' });
    const { error } = await admin.tryCall('reviews.approve', { versionId });
    expect(error).toMatchObject({ details: { reason: 'incomplete-listing' } });
    expect(await statuses()).toEqual(['draft', 'submitted']);
  });
});

describe('a publication after the store asks for more', () => {
  test('by hand is denied to the publisher', async () => {
    const versionId = await approve({ kind: 'manual' });
    await requirePrivacyPolicy();
    expect((await app.owner.tryCall('releases.publish', { versionId })).error).toMatchObject(
      denial('Privacy policy'),
    );
    const publication = { kind: 'immediate' } as const;
    const scheduled = await app.owner.tryCall('releases.schedule', { versionId, publication });
    expect(scheduled.error).toMatchObject(denial('Privacy policy'));
    expect(await statuses()).toEqual(['draft', 'approved']);
    await admin.call('settings.update', { settings: { listingRequirements: [] } });
    await app.owner.call('releases.publish', { versionId });
    expect(await statuses()).toEqual(['published', 'published']);
  });

  test('on its date fails as a job, which staff see and the queue repeats', async () => {
    const versionId = await approve({ kind: 'scheduled', at: '2090-01-01T00:00:00Z' });
    await server.context.pool.query(
      `UPDATE releases SET publish_at = now() - interval '1 second' WHERE version_id = $1`,
      [versionId],
    );
    await requirePrivacyPolicy();
    await expect(publishScheduled(server.context, { versionId })).rejects.toThrow(/Missing: Privacy policy/);
    expect(await statuses()).toEqual(['draft', 'approved']);
  });

  test('with the return of a removed app doesn’t happen, but the app returns', async () => {
    const versionId = await approve({ kind: 'manual' });
    await admin.call('apps.remove', { appId: app.appId, reason: 'A test.' });
    await app.owner.tryCall('releases.schedule', { versionId, publication: { kind: 'immediate' } });
    await server.context.pool.query(`UPDATE releases SET publication = 'immediate' WHERE version_id = $1`, [
      versionId,
    ]);
    await requirePrivacyPolicy();
    await admin.call('apps.restore', { appId: app.appId, reason: 'It was one.' });
    expect(await statuses()).toEqual(['draft', 'approved']);
  });
});

test('the first publication has what was approved with an earlier version that isn’t published', async () => {
  await approve({ kind: 'manual' });
  const { id: versionId } = await app.upload('next');
  await app.owner.call('versions.submit', { versionId });
  expect((await tryApprove(versionId)).status).toBe(200);
  const { rows } = await server.context.pool.query(
    `SELECT public_texts ->> 'description' AS description, public_details ->> 'category' AS category
     FROM app_listings l JOIN apps a ON a.id = l.app_id WHERE a.id = $1`,
    [app.appId],
  );
  expect(rows).toEqual([{ description: expect.stringMatching(/./), category: expect.stringMatching(/./) }]);
});

describe('a published app keeps what the store requires', () => {
  const lost = (missing: string) => ({
    status: 'FAILED_PRECONDITION',
    message: `People see this app in the store, which requires: ${missing}. Enter a new value to replace the current one.`,
    details: { reason: 'incomplete-listing' },
  });
  beforeEach(async () => {
    app = await createPublishedApp(server);
  });
  afterEach(() => admin.call('settings.update', { settings: { listingChanges: 'live' } }));

  async function readLive() {
    const { rows } = await server.context.pool.query(
      `SELECT public_texts ->> 'description' AS description, texts ->> 'description' AS draft,
         public_details ->> 'category' AS category, details ->> 'category' AS "draftCategory"
       FROM app_listings l JOIN apps a ON a.id = l.app_id WHERE a.id = $1`,
      [app.appId],
    );
    return rows[0];
  }

  async function draftTexts(changed: Partial<ListingTexts>) {
    const { listings } = await app.owner.call('apps.getListing', { appId: app.appId });
    const [{ locale, texts, revision }] = listings as [Listing];
    const listing = { ...texts, ...changed };
    await app.owner.call('apps.updateListing', { appId: app.appId, locale, listing, revision });
    return texts;
  }

  async function tryPublish() {
    const { unpublished } = await app.owner.call('apps.getListing', { appId: app.appId });
    const changes = unpublished.map((one) => ({
      locale: one.locale,
      field: one.field,
      revision: one.revision,
    }));
    return app.owner.tryCall('apps.publishListing', { appId: app.appId, changes });
  }

  test('when its publisher empties a text or the category', async () => {
    const before = await readLive();
    const { description, summary } = await draftTexts({ description: ' ' });
    expect((await tryPublish()).error).toMatchObject(lost('Description'));
    await draftTexts({ description, summary: '' });
    expect((await tryPublish()).error).toMatchObject(lost('Summary'));
    await draftTexts({ summary });
    await setDetails({ category: '' });
    expect((await tryPublish()).error).toMatchObject(lost('Category'));
    expect(await readLive()).toEqual({ ...before, draftCategory: '' });
    await setDetails({ category: before.category });
    await draftTexts({ description: 'Shows when the tide turns.' });
    expect((await tryPublish()).status).toBe(200);
    expect(await readLive()).toMatchObject({ description: 'Shows when the tide turns.' });
  });

  test('when its default language would be one without a description', async () => {
    const listing = { ...NO_TEXTS, name: app.name, summary: 'Gezeiten' };
    await app.owner.call('apps.updateListing', { appId: app.appId, locale: 'de', listing, revision: 0 });
    await server.context.pool.query(
      `UPDATE app_listings SET public_texts = texts WHERE app_id = $1 AND locale = 'de'`,
      [app.appId],
    );
    await setDetails({ defaultLocale: 'de' });
    expect((await tryPublish()).error).toMatchObject(lost('Description'));
  });

  test('when staff approve an emptied one, alone or with a version', async () => {
    await admin.call('settings.update', { settings: { listingChanges: 'approval' } });
    const before = await readLive();
    await draftTexts({ description: '' });
    await publishDrafts(app);
    const { differences } = await admin.call('listings.getReview', { appId: app.appId });
    const changes = differences.map(({ locale, field, revision }) => ({ locale, field, revision }));
    const alone = await admin.tryCall('listings.approve', { appId: app.appId, changes });
    expect(alone.error).toMatchObject(lost('Description'));
    for (const publication of [{ kind: 'immediate' }, { kind: 'manual' }]) {
      const { id: versionId } = await app.upload('next');
      await app.owner.call('versions.submit', { versionId, publication } as never);
      expect((await tryApprove(versionId)).error).toMatchObject(denial('Description'));
      await app.owner.call('versions.withdraw', { versionId });
    }
    expect(await readLive()).toEqual({ ...before, draft: '' });
  });

  test('but may be updated while it lacks what the store asks for since', async () => {
    await requirePrivacyPolicy();
    const versionId = await app.submit('next');
    expect((await tryApprove(versionId)).status).toBe(200);
    await draftTexts({ description: 'Another one.' });
    expect((await publishDrafts(app)).live).toHaveLength(1);
    expect(await statuses()).toEqual(['published', 'published', 'published']);
  });
});
