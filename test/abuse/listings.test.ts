import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, type OwnApp, publishDrafts } from '#test/support/own-app.ts';
import { waitUntil } from '#test/support/patience.ts';
import type { Person } from '#test/support/people.ts';
import { uploadVersion } from '#test/support/uploads.ts';
import { type AttackedServer, MAX_BLOCK_MS, MAX_MEMORY_MB, startAttackedServer } from './server.ts';

let server: AttackedServer;
let admin: Person;
let owner: Person;
let app: OwnApp;
let appId: string;
let versionId: string;
beforeAll(async () => {
  server = await startAttackedServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await createDraft();
  versionId = await app.submit();
  await admin.call('reviews.approve', { versionId });
});

/** Makes a new app with a complete listing the one that tests act on. */
async function createDraft() {
  app = await createOwnApp(server, { name: 'Harbour' });
  ({ owner, appId } = app);
  await save(TEXTS);
}

/** Returns what store clients read of the app, once every requested rebuild is done. */
async function readFeed() {
  await waitUntil('every rebuild of the feed is done', async () => {
    const { rows } = await server.pool.query(
      "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'rebuild-feeds'",
    );
    return rows.length === 0;
  });
  const index = await (await server.nobody.fetch('fdroid/repo/index-v2.json')).json();
  return index.packages[app.applicationId]?.metadata;
}

const TEXTS = { name: 'Harbour', summary: 'Shows the tide', description: 'Tides.' };
async function save(changed: object, locale = 'en-US') {
  const { listings } = await owner.call('apps.getListing', { appId });
  const before = listings.find((one) => one.locale === locale);
  const listing = { ...TEXTS, ...before?.texts, ...changed };
  await owner.call('apps.updateListing', { appId, locale, revision: before?.revision ?? 0, listing });
  await publish();
}
/** Publishes what is drafted, as far as the app was live and nobody else edits it meanwhile. */
async function publish() {
  await publishDrafts({ owner, appId }).catch(() => null);
}
async function upload(by = owner) {
  return (await uploadVersion(by, appId, app.build('next'))).id;
}
async function addPicture(place: string) {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const body = await sharp({ create: { width: 600, height: 600, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  const response = await owner.fetch(`graphics/${appId}/${place}`, {
    method: 'POST',
    body: new Uint8Array(body),
  });
  expect(response.status).toBe(200);
  await publish();
}

/** Publishes another version with the listing, as approved by staff. */
async function publishListing() {
  const next = await upload();
  await owner.call('versions.submit', { versionId: next });
  await admin.call('reviews.approve', { versionId: next });
  versionId = next;
  expect((await readFeed()).name).toEqual({ 'en-US': 'Harbour' });
}

/** A version that waits for a decision, without an upload. */
async function insertSubmitted() {
  await owner.call('versions.unpublish', { versionId });
  await server.pool.query("UPDATE versions SET status = 'submitted' WHERE id = $1", [versionId]);
  await server.pool.query(
    `INSERT INTO reviews (version_id, app_id, warnings, submitted_at, queued_at, listing_revision)
     SELECT version_id, app_id, warnings, now(), now(), listing_revision FROM reviews WHERE version_id = $1 ORDER BY id DESC LIMIT 1`,
    [versionId],
  );
  return versionId;
}

describe('unreviewed changes do not go live', () => {
  test('a changed name, when its publisher unpublishes and republishes a version', async () => {
    await publishListing();
    await save({ name: 'Your Bank' });
    await owner.call('versions.unpublish', { versionId });
    await owner.call('versions.republish', { versionId });
    expect((await readFeed()).name).toEqual({ 'en-US': 'Harbour' });
  });

  test('a name changed between approval and publication', async () => {
    await createDraft();
    const { id: first } = await app.upload();
    await owner.call('versions.submit', { versionId: first, publication: { kind: 'manual' } });
    await admin.call('reviews.approve', { versionId: first });
    await save({ name: 'Your Bank', summary: 'Log in here' });
    await owner.call('releases.publish', { versionId: first });
    const { name, summary } = await readFeed();
    expect([name, summary]).toEqual([{ 'en-US': 'Harbour' }, { 'en-US': 'Shows the tide' }]);
  });

  test('a name changed while its version is in review', async () => {
    await publishListing();
    await save({ name: 'Tides' });
    await insertSubmitted();
    await save({ name: 'Your Bank' });
    await admin.call('reviews.approve', { versionId });
    expect((await readFeed()).name['en-US']).not.toBe('Your Bank');
  });

  test('pictures of a language without an approved listing', async () => {
    await publishListing();
    await save({ name: 'Hafen' }, 'de');
    await addPicture('de/phoneScreenshots');
    await addPicture('de/featureGraphic');
    const { screenshots, featureGraphic, name } = await readFeed();
    expect([screenshots, featureGraphic, name]).toEqual([undefined, undefined, { 'en-US': 'Harbour' }]);
  });

  test('the publisher’s name, changed in the profile or by a transfer', async () => {
    await publishListing();
    const before = (await readFeed()).authorName;
    await owner.call('users.updateProfile', { developerName: 'Your Bank AG' });
    await save({ summary: 'Saved after it' });
    expect((await readFeed()).authorName).toBe(before);

    const heir = await server.onboard(`heir.${randomBytes(4).toString('hex')}@example.org`);
    await heir.call('users.updateProfile', { developerName: 'Your Bank' });
    await server.pool.query('UPDATE auth_users SET email_verified = true WHERE id = $1', [heir.uid]);
    const token = randomBytes(32).toString('base64url');
    await server.pool.query(
      `INSERT INTO app_invitations (id, app_id, email, role, token_hash, invited_by_uid, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'publisher', encode(sha256($3::bytea), 'hex'), $4, now() + interval '1 day')`,
      [appId, heir.email, token, owner.uid],
    );
    await heir.call('members.accept', { token });
    expect((await readFeed()).authorName).toBe(before);
    const { differences } = await admin.call('listings.getReview', { appId });
    expect(differences).toMatchObject([{ field: 'developerName', before, after: 'Your Bank' }]);
  });

  test('another name by changing the default language', async () => {
    await publishListing();
    await save({ name: 'Your Bank' }, 'fr');
    const { detailsRevision: revision } = await owner.call('apps.get', { appId });
    await owner.call('apps.updateDetails', { appId, revision, details: { defaultLocale: 'fr' } });
    await publish();
    await owner.tryCall('apps.deleteLocale', { appId, locale: 'en-US' });
    await owner.call('versions.unpublish', { versionId });
    await owner.call('versions.republish', { versionId });
    expect((await readFeed()).name).toEqual({ 'en-US': 'Harbour' });
    expect((await owner.call('apps.get', { appId })).app.name).toBe('Harbour');
  });
});

describe('an approval covers only the reviewed state', () => {
  test('when the listing changes during a review of a version', async () => {
    await publishListing();
    await save({ name: 'Tides' });
    const next = await insertSubmitted();
    const { listingRevision } = await admin.call('reviews.get', { versionId: next });
    await save({ name: 'Your Bank' });
    const rejected = await admin.tryCall('reviews.approve', { versionId: next, listingRevision });
    expect([rejected.status, rejected.error.details?.['reason']]).toEqual([400, 'listing-changed']);
    const seen = await admin.call('reviews.get', { versionId: next });
    await save({ name: 'Tides' });
    await save({ name: 'Your Bank' });
    await admin.call('reviews.approve', { versionId: next, listingRevision: seen.listingRevision });
    expect((await readFeed()).name).toEqual({ 'en-US': 'Your Bank' });
  });

  test('when an edit and the approval are concurrent', async () => {
    await publishListing();
    for (let round = 0; round < 5; round += 1) {
      await save({ name: `Seen ${round}` });
      const { differences } = await admin.call('listings.getReview', { appId });
      await Promise.all([
        save({ name: `Unseen ${round}` }).catch(() => {}),
        admin.tryCall('listings.approve', { appId, changes: differences }),
        save({ name: `Unseen too ${round}` }).catch(() => {}),
      ]);
      expect((await readFeed()).name['en-US']).not.toContain('Unseen');
    }
  });

  test('and one of two concurrent decisions counts', async () => {
    await publishListing();
    await save({ name: 'Tides' });
    const { differences: changes } = await admin.call('listings.getReview', { appId });
    const responses = await Promise.all([
      admin.tryCall('listings.approve', { appId, changes }),
      admin.tryCall('listings.reject', { appId, changes, reason: 'No.' }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('and rejects more changes than a listing can have', async () => {
    const changes = Array.from({ length: 5000 }, () => ({ locale: 'de', field: 'name', revision: '' }));
    const load = await server.measure(async () => {
      expect((await admin.tryCall('listings.approve', { appId, changes })).status).toBe(400);
    });
    expect(load.longestBlockMs).toBeLessThan(MAX_BLOCK_MS);
    expect(load.peakMemoryMb).toBeLessThan(MAX_MEMORY_MB);
  });
});

describe('reverted changes do not return unreviewed', () => {
  test('by autosave, import, or adding the language again', async () => {
    await publishListing();
    await save({ summary: 'Log in here' });
    const [change] = (await admin.call('listings.recentChanges', { appId })).changes;
    await admin.call('listings.revert', { changeId: change?.id ?? '', revision: change?.revision ?? 0 });
    await save({ summary: 'Log in here.' });
    await save({ summary: 'Log in here' });
    const files = { 'en-US/short_description.txt': 'Log in here!' };
    await owner.call('apps.importListing', { appId, files });
    await publish();
    expect((await readFeed()).summary).toEqual({ 'en-US': 'Shows the tide' });

    await save({ name: 'Hafen' }, 'de');
    const { differences } = await admin.call('listings.getReview', { appId });
    const german = differences.filter(({ locale }) => locale === 'de');
    await admin.call('listings.approve', { appId, changes: german });
    await owner.call('apps.deleteLocale', { appId, locale: 'de' });
    await publish();
    await save({ name: 'Your Bank' }, 'de');
    expect((await readFeed()).name).toEqual({ 'en-US': 'Harbour' });
  });

  test('by a picture that is deleted and added again', async () => {
    await publishListing();
    await addPicture('en-US/featureGraphic');
    const [change] = (await admin.call('listings.recentChanges', { appId })).changes;
    await admin.call('listings.revert', { changeId: change?.id ?? '', revision: change?.revision ?? 0 });
    const { graphics } = await owner.call('apps.getListing', { appId });
    await owner.call('apps.deleteGraphic', { graphicId: graphics[0]?.id ?? '' });
    await addPicture('en-US/featureGraphic');
    expect((await readFeed()).featureGraphic).toBeUndefined();
  });
});
