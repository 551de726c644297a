import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishScheduled } from '#server/catalog/releases/schedule.ts';
import type { AppDetails } from '#shared/apps/details.ts';
import { createOwnApp, type OwnApp } from '#test/support/own-app.ts';
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
    await expect(publishScheduled(server.context, versionId)).rejects.toThrow(/Missing: Privacy policy/);
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
