import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPublishedApp } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpReviewedListing } from '#test/support/reviewed-listing.ts';
import { migrationsFolder } from '../../platform/db/migrate.ts';
import { removeUnused } from '../../platform/files/remove.ts';

const {
  server,
  admin,
  app,
  save,
  draft,
  publish,
  waiting,
  approveAll,
  fieldsOf,
  live,
  recent,
  unpublished,
  addPicture,
} = setUpReviewedListing();
let owner: Person;
let appId: string;
beforeAll(() => {
  ({ owner, appId } = app);
});

const drafts = async () => (await unpublished()).filter(({ status }) => status === 'draft');
const named = async (...fields: readonly string[]) =>
  (await unpublished())
    .filter(({ field }) => fields.includes(field))
    .map(({ locale, field, revision }) => ({ locale, field, revision }));
const history = async () => (await owner.call('apps.listingHistory', { appId })).changes;
const hasDrafts = async () => (await owner.call('apps.get', { appId })).app.hasListingDrafts;

describe('an edit of a live listing', () => {
  test('of any kind stays a draft until it is published', async () => {
    await save({ name: 'Hafen', summary: '1234' }, 'de');
    const shots = [await addPicture('phoneScreenshots'), await addPicture('phoneScreenshots')];
    await approveAll();
    await publish();
    const before = await owner.call('apps.getListing', { appId });

    await draft({ summary: 'Log in he' });
    await addPicture('icon');
    await addPicture('featureGraphic');
    const ids = shots.map(({ id }) => id).toReversed();
    await owner.call('apps.orderScreenshots', { appId, locale: 'en-US', kind: 'phoneScreenshots', ids });
    await owner.call('apps.deleteGraphic', { graphicId: shots[0]?.id ?? '' });
    await owner.call('apps.deleteLocale', { appId, locale: 'de' });
    await owner.call('apps.importListing', { appId, files: { 'en-US/full_description.txt': 'Half' } });
    const { detailsRevision: revision } = await owner.call('apps.get', { appId });
    await owner.call('apps.updateDetails', { appId, revision, details: { website: 'https://example.org/' } });

    const after = await owner.call('apps.getListing', { appId });
    const publicOf = ({ listings, graphics }: typeof after) => [
      listings.map(({ locale, publicTexts }) => [locale, publicTexts]),
      graphics
        .filter(({ isPublic }) => isPublic)
        .map(({ path }) => path)
        .sort(),
    ];
    expect(publicOf(after)).toEqual(publicOf(before));
    expect(await waiting()).toEqual([]);
    expect(fieldsOf(await drafts())).toEqual([
      'description en-US',
      'featureGraphic en-US',
      'icon en-US',
      'language de',
      'phoneScreenshots en-US',
      'summary en-US',
      'website',
    ]);
    expect(await hasDrafts()).toBe(true);
  });

  test('goes live or waits when it is published, once', async () => {
    await draft({ name: 'Port', summary: 'Shows tides' });
    const changes = await named('name', 'summary');
    const settled = { live: [{ field: 'summary' }], waiting: [{ field: 'name' }] };
    expect(await owner.call('apps.publishListing', { appId, changes })).toMatchObject(settled);
    expect(await owner.call('apps.publishListing', { appId, changes })).toMatchObject(settled);
    expect(await live()).toMatchObject({ name: 'Harbour', summary: 'Shows tides' });
    expect(await waiting()).toMatchObject([{ field: 'name', after: 'Port' }]);
    expect(await recent()).toMatchObject([{ field: 'summary', before: 'Shows the tide' }]);
    expect(await hasDrafts()).toBe(false);
    const { entries } = await admin.call('audit.list', { event: 'listing.published', limit: 1 });
    expect(entries).toMatchObject([{ actorUid: owner.uid, details: { count: 1 } }]);
  });

  test('is published alone when only it is named', async () => {
    await draft({ summary: 'Shows tides', description: 'Half' });
    await owner.call('apps.publishListing', { appId, changes: await named('summary') });
    expect(await live()).toMatchObject({ summary: 'Shows tides', description: 'Tides and moorings.' });
    expect(fieldsOf(await drafts())).toEqual(['description en-US']);
    expect(await hasDrafts()).toBe(true);
  });

  test('leaves what waits as it was submitted, until it is published again', async () => {
    await save({ name: 'Port' });
    const submitted = await waiting();
    await draft({ name: 'Por' });
    expect(await waiting()).toEqual(submitted);
    expect(await unpublished()).toMatchObject([
      { field: 'name', status: 'draft', before: 'Harbour', after: 'Por', submitted: 'Port' },
    ]);
    await publish();
    expect(await waiting()).toMatchObject([{ field: 'name', after: 'Por' }]);
    await draft({ name: 'Half a na' });
    await approveAll();
    expect(await live()).toMatchObject({ name: 'Por' });
    expect(await unpublished()).toMatchObject([
      { field: 'name', status: 'draft', before: 'Por', after: 'Half a na', submitted: null },
    ]);
  });

  test('back to the live value withdraws what waits when it is published', async () => {
    await save({ name: 'Port' });
    await draft({ name: 'Harbour' });
    expect(fieldsOf(await waiting())).toEqual(['name en-US']);
    await publish();
    expect(await waiting()).toEqual([]);
    expect(await unpublished()).toEqual([]);
  });

  test('keeps submitted pictures although its draft drops them', async () => {
    const icon = await addPicture('icon');
    await publish();
    await owner.call('apps.deleteGraphic', { graphicId: icon.id });
    await removeUnused(server.context, [icon.path], null);
    expect(await waiting()).toMatchObject([{ field: 'icon', after: [{ key: icon.path }] }]);
    await approveAll();
    expect((await server.nobody.fetch(icon.path)).status).toBe(200);
    const { graphics } = await owner.call('apps.getListing', { appId });
    expect(graphics).toMatchObject([{ path: icon.path, isPublic: true, isDraft: false }]);
  });
});

describe('publishing', () => {
  test('is refused for another draft, nothing, strangers and people who only look', async () => {
    await draft({ summary: 'Shows tides' });
    const changes = await named('summary');
    const viewer = await server.onboard(`viewer-${Date.now()}@example.org`);
    await server.context.pool.query("INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'viewer')", [
      appId,
      viewer.uid,
    ]);
    const stranger = await server.onboard(`stranger-${Date.now()}@example.org`);
    await draft({ summary: 'Shows tides and' });
    for (const call of ['apps.publishListing', 'apps.discardListingChanges'] as const) {
      expect((await owner.tryCall(call, { appId, changes })).error).toMatchObject({
        status: 'FAILED_PRECONDITION',
        details: { reason: 'listing-changed', changed: [{ locale: 'en-US', field: 'summary' }] },
      });
      expect((await owner.tryCall(call, { appId, changes: [] })).status).toBe(400);
      expect((await stranger.tryCall(call, { appId, changes })).status).toBe(404);
      expect((await viewer.tryCall(call, { appId, changes })).status).toBe(403);
      expect((await server.nobody.tryCall(call, { appId, changes })).status).toBe(401);
    }
    expect((await stranger.tryCall('apps.listingHistory', { appId })).status).toBe(404);
    expect(await live()).toMatchObject({ summary: 'Shows the tide' });
  });

  test('is refused for a removed app and one that was never live', async () => {
    await draft({ summary: 'Shows tides' });
    const changes = await named('summary');
    const status = (value: string, removedFrom: string | null) =>
      server.context.pool.query('UPDATE apps SET status = $2, removed_from = $3 WHERE id = $1', [
        appId,
        value,
        removedFrom,
      ]);
    await status('removed', 'published');
    const removed = await owner.tryCall('apps.publishListing', { appId, changes });
    await status('draft', null);
    const never = await owner.tryCall('apps.publishListing', { appId, changes });
    await status('published', null);
    expect(removed.error.details).toMatchObject({ reason: 'app-removed' });
    expect(never.error.details).toMatchObject({ reason: 'not-published' });
  });

  test('is refused for what staff rejected, until it is edited', async () => {
    await save({ name: 'Your Bank' });
    const changes = await waiting();
    await admin.call('listings.reject', { appId, changes, reason: 'A bank’s name.' });
    const again = await owner.tryCall('apps.publishListing', { appId, changes: await named('name') });
    expect(again.error.details).toMatchObject({
      reason: 'listing-rejected',
      changed: [{ field: 'name', locale: 'en-US' }],
    });
    await save({ name: 'Tides' });
    expect(await waiting()).toMatchObject([{ field: 'name', after: 'Tides' }]);
  });

  test('of more than the daily limit at once lets only so many go live', async () => {
    await server.context.pool.query(
      `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, started_at, changed_at)
       SELECT 'seeded-' || i, $1, 'fr', 'summary', '{"value": ""}', '{"value": "x"}', 10, $2, now(), now()
       FROM generate_series(1, 199) AS i`,
      [appId, owner.uid],
    );
    await draft({ summary: 'Shows tides', description: 'More.' });
    const settled = await publish();
    expect([settled.live.length, settled.waiting.length]).toEqual([1, 1]);
    expect(await waiting()).toHaveLength(1);
  });

  test('at the same time as an edit publishes what was seen, or nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      await draft({ summary: `Seen ${round}` });
      const changes = await named('summary');
      const before = (await live())?.summary;
      const [published] = await Promise.all([
        owner.tryCall('apps.publishListing', { appId, changes }),
        draft({ summary: `Half ${round}` }),
      ]);
      expect((await live())?.summary).toBe(published.status === 200 ? `Seen ${round}` : before);
      expect((await drafts()).map(({ after }) => after)).toEqual([`Half ${round}`]);
    }
  });

  test('at the same time as an approval leaves one of the two values live or waiting', async () => {
    for (let round = 0; round < 5; round += 1) {
      await save({ name: `Seen ${round}` });
      const seen = await waiting();
      await draft({ name: `Next ${round}` });
      const changes = await named('name');
      const [approved, published] = await Promise.all([
        admin.tryCall('listings.approve', { appId, changes: seen }),
        owner.tryCall('apps.publishListing', { appId, changes }),
      ]);
      expect(published.status).toBe(200);
      expect((await live())?.name).not.toBe(`Next ${round}`);
      expect((await live())?.name === `Seen ${round}`).toBe(approved.status === 200);
      expect(await waiting()).toMatchObject([{ field: 'name', after: `Next ${round}` }]);
    }
  });

  test('twice at the same time records it once', async () => {
    await draft({ summary: 'Shows tides' });
    const changes = await named('summary');
    await Promise.all([1, 2, 3].map(() => owner.call('apps.publishListing', { appId, changes })));
    expect(await recent()).toHaveLength(1);
  });

  test('waits for a version only as far as it was submitted', async () => {
    await save({ name: 'Port' });
    const versionId = await app.submit('next');
    await draft({ name: 'Half a na', summary: 'Half' });
    const { listingChanges, listingRevision } = await admin.call('reviews.get', { versionId });
    expect(listingChanges).toMatchObject([{ field: 'name', after: 'Port' }]);
    await admin.call('reviews.approve', { versionId, listingRevision });
    expect(await live()).toMatchObject({ name: 'Port', summary: 'Shows the tide' });
    expect(fieldsOf(await drafts())).toEqual(['name en-US', 'summary en-US']);
    expect(await history()).toMatchObject([
      { field: 'name', before: 'Harbour', after: 'Port', isApproved: true, byName: expect.any(String) },
    ]);
    expect(await recent()).toEqual([]);
    await draft({ name: 'Port' });
    await publish();
  });
});

describe('submitting a version', () => {
  beforeEach(async () => {
    Object.assign(app, await createPublishedApp(server, { name: 'Harbour' }));
    ({ owner, appId } = app);
  });

  test('publishes the listing changes that it names, and no others', async () => {
    await draft({ name: 'Quay', summary: 'Shows tides', description: 'Half' });
    const { id: versionId } = await app.upload('next');
    const listingChanges = await named('name', 'summary');
    await owner.call('versions.submit', { versionId, listingChanges });
    expect(await live()).toMatchObject({ summary: 'Shows tides', description: 'Tides and moorings.' });
    const review = await admin.call('reviews.get', { versionId });
    expect(review.listingChanges).toMatchObject([{ field: 'name', after: 'Quay' }]);
    expect(fieldsOf(await drafts())).toEqual(['description en-US']);
  });

  test('changes nothing when a named draft changed', async () => {
    await draft({ summary: 'Shows tides' });
    const listingChanges = await named('summary');
    await draft({ summary: 'Half' });
    const { id: versionId } = await app.upload('next');
    const refused = await owner.tryCall('versions.submit', { versionId, listingChanges });
    expect(refused.error.details).toMatchObject({ reason: 'listing-changed' });
    expect((await owner.call('versions.get', { versionId })).version.status).toBe('draft');
  });
});

describe('discarding', () => {
  test('returns the draft to what is live and withdraws what waits', async () => {
    const shots = [await addPicture('phoneScreenshots'), await addPicture('phoneScreenshots')];
    await publish();
    await save({ name: 'Port' });
    await draft({ name: 'Por', summary: 'Half', description: 'Half' });
    await owner.call('apps.deleteGraphic', { graphicId: shots[0]?.id ?? '' });
    await addPicture('phoneScreenshots');
    const changes = await named('name', 'summary', 'phoneScreenshots');
    await owner.call('apps.discardListingChanges', { appId, changes });
    expect(await waiting()).toEqual([]);
    expect(fieldsOf(await drafts())).toEqual(['description en-US']);
    const { listings, graphics } = await owner.call('apps.getListing', { appId });
    expect(listings[0]?.texts).toMatchObject({ name: 'Harbour', summary: 'Shows the tide' });
    expect(graphics.filter(({ isDraft }) => isDraft).map(({ path }) => path)).toEqual(
      shots.map(({ path }) => path),
    );
  });

  test('of all of a new language removes it, and of a deletion keeps the language', async () => {
    await save({ name: 'Hafen', summary: '1234' }, 'de');
    await approveAll();
    await draft({ name: 'Port' }, 'fr');
    await owner.call('apps.deleteLocale', { appId, locale: 'de' });
    const changes = (await drafts()).map(({ locale, field, revision }) => ({ locale, field, revision }));
    await owner.call('apps.discardListingChanges', { appId, changes });
    const { listings } = await owner.call('apps.getListing', { appId });
    expect(listings.map(({ locale, isDeleted }) => [locale, isDeleted])).toEqual([
      ['de', false],
      ['en-US', false],
    ]);
    expect(await hasDrafts()).toBe(false);
  });
});

test('what waited before drafts existed is submitted as it is by the migration', async () => {
  const { pool } = server.context;
  await save({ name: 'Hafen', summary: '1234' }, 'de');
  await approveAll();
  await admin.call('settings.update', { settings: { listingChanges: 'approval' } });
  await draft({ name: 'Port "1"', summary: '{"value": 1}', video: '' });
  await addPicture('icon');
  await addPicture('phoneScreenshots');
  await addPicture('phoneScreenshots');
  await owner.call('apps.deleteLocale', { appId, locale: 'de' });
  await owner.call('users.updateProfile', { developerName: 'Other Works' });
  const { detailsRevision: revision } = await owner.call('apps.get', { appId });
  await owner.call('apps.updateDetails', { appId, revision, details: { tags: ['boats', 'tides'] } });
  await publish();
  const read = async () => {
    const { rows } = await pool.query(
      'SELECT locale, field, revision, submitted, picture_keys FROM listing_reviews ORDER BY locale, field',
    );
    return rows.map((row) => ({ ...row, picture_keys: row.picture_keys.toSorted() }));
  };
  const before = await read();
  expect(before.map(({ field }) => field)).toEqual([
    'developerName',
    'tags',
    'language',
    'icon',
    'name',
    'phoneScreenshots',
    'summary',
  ]);
  await pool.query("UPDATE listing_reviews SET submitted = NULL, picture_keys = '{}'");
  const [file = ''] = globSync('*_listing_drafts.sql', { cwd: migrationsFolder });
  const statements = (await readFile(join(migrationsFolder, file), 'utf8')).split('--> statement-breakpoint');
  const fill = statements.find((one) => one.includes('UPDATE "listing_reviews"')) ?? '';
  await pool.query(fill, ['(0,0)', '(1000000,0)']);
  expect(await read()).toEqual(before);
});

describe('the history', () => {
  test('keeps everything that was live, also for a minute, page by page', async () => {
    for (const summary of ['Log in here', 'Shows the tide', 'Shows tides']) await save({ summary });
    const texts = (await history()).map(({ before, after }) => [before, after]);
    expect(texts).toEqual([
      ['Shows the tide', 'Shows tides'],
      ['Log in here', 'Shows the tide'],
      ['Shows the tide', 'Log in here'],
    ]);
    const first = await owner.call('apps.listingHistory', { appId, limit: 2 });
    const second = await admin.call('apps.listingHistory', { appId, cursor: first.nextCursor ?? '' });
    expect([first.changes.length, second.changes.length, second.nextCursor]).toEqual([2, 1, null]);
    expect((await recent()).map(({ after }) => after)).toEqual([
      'Shows tides',
      'Shows the tide',
      'Log in here',
    ]);
  });

  test('has what staff approved, without their names, and what they reverted', async () => {
    await save({ name: 'Port' });
    await approveAll();
    await save({ summary: 'Log in here' });
    const [change] = await recent();
    await admin.call('listings.revert', {
      changeId: change?.id ?? '',
      revision: change?.revision ?? 0,
      reason: 'Phishing.',
    });
    const changes = await history();
    expect(changes).toMatchObject([
      { field: 'summary', isApproved: false, reverted: { reason: 'Phishing.' } },
      { field: 'name', before: 'Harbour', after: 'Port', isApproved: true, reverted: null },
    ]);
    expect(JSON.stringify(changes)).not.toContain(admin.uid);
    expect(changes.map(({ byName }) => byName)).not.toContain(admin.name);
  });
});
