import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallResponse, Person } from '#test/support/people.ts';
import { setUpReviewedListing } from '#test/support/reviewed-listing.ts';

const {
  server,
  admin,
  app,
  save,
  publish,
  waiting,
  approveAll,
  fieldsOf,
  live,
  recent,
  unpublished,
  addPicture,
  told,
} = setUpReviewedListing();
let owner: Person;
let appId: string;
beforeAll(() => {
  ({ owner, appId } = app);
});

describe('a change of a published listing', () => {
  test('goes live immediately, unless it is a name, an icon or a new language', async () => {
    await save({ name: 'Port', summary: 'Shows tides', description: 'More.' });
    await save({ name: 'Hafen' }, 'de');
    await addPicture('icon');
    const shot = await addPicture('phoneScreenshots');
    await addPicture('phoneScreenshots', 'de');
    await publish();
    const { graphics } = await owner.call('apps.getListing', { appId });
    expect(graphics.filter(({ isPublic }) => isPublic).map(({ id }) => id)).toEqual([shot.id]);
    expect(await live()).toMatchObject({ name: 'Harbour', summary: 'Shows tides', description: 'More.' });
    expect(fieldsOf(await waiting())).toEqual(
      ['name en-US', 'icon en-US', 'description de', 'name de', 'phoneScreenshots de', 'summary de'].sort(),
    );
    expect(fieldsOf(await recent())).toEqual([
      'description en-US',
      'phoneScreenshots en-US',
      'summary en-US',
    ]);
    expect((await admin.call('listings.waiting', {})).items).toMatchObject([
      { app: { id: appId }, changes: 6 },
    ]);
    expect((await admin.call('admin.overview', {})).listings.waiting).toBe(1);
    expect(await unpublished()).toContainEqual({
      locale: 'en-US',
      field: 'name',
      before: 'Harbour',
      after: 'Port',
      revision: expect.any(String),
      status: 'waiting',
      approvalReason: 'identity',
      submitted: null,
      reason: null,
    });
  });

  test('waits for approval including deletions when the store requires it', async () => {
    const shot = await addPicture('phoneScreenshots');
    await publish();
    await admin.call('settings.update', { settings: { listingChanges: 'approval' } });
    await save({ summary: 'Shows tides' });
    await owner.call('apps.deleteGraphic', { graphicId: shot.id });
    const { detailsRevision: revision } = await owner.call('apps.get', { appId });
    await owner.call('apps.updateDetails', {
      appId,
      revision,
      details: { website: 'https://example.org/x' },
    });
    await publish();
    expect(await live()).toMatchObject({ summary: 'Shows the tide' });
    expect(fieldsOf(await waiting())).toEqual(['phoneScreenshots en-US', 'summary en-US', 'website']);
    await approveAll();
    expect(await live()).toMatchObject({ summary: 'Shows tides' });
    expect((await owner.call('apps.getListing', { appId })).graphics).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect((await admin.call('listings.waiting', {})).items).toEqual([]);
  });

  test('that is reverted by its publisher no longer waits', async () => {
    await save({ name: 'Port' });
    await save({ name: 'Harbour' });
    expect(await waiting()).toEqual([]);
    expect(await unpublished()).toEqual([]);
  });

  test('of the default language waits when it changes the name, and that language stays until then', async () => {
    await save({ name: 'Hafen' }, 'de');
    await save({ name: 'Harbour' }, 'en-GB');
    await approveAll();
    const choose = async (defaultLocale: string) => {
      const { detailsRevision: revision } = await owner.call('apps.get', { appId });
      await owner.call('apps.updateDetails', { appId, revision, details: { defaultLocale } });
      await publish();
    };
    await choose('en-GB');
    expect(await waiting()).toEqual([]);
    await choose('de');
    expect(fieldsOf(await waiting())).toEqual(['defaultLocale']);
    const rejected = await owner.tryCall('apps.deleteLocale', { appId, locale: 'en-GB' });
    expect(rejected.error.message).toContain('until your new one is live');
    expect((await owner.call('apps.get', { appId })).app.name).toBe('Harbour');
    await approveAll();
    expect((await owner.call('apps.get', { appId })).app.name).toBe('Hafen');
  });

  test('beyond the daily limit waits', async () => {
    await server.context.pool.query(
      `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, started_at, changed_at)
       SELECT 'seeded-' || i, $1, 'fr', 'summary', '{"value": ""}', '{"value": "x"}', 10, $2, now(), now()
       FROM generate_series(1, 200) AS i`,
      [appId, owner.uid],
    );
    await save({ summary: 'Shows tides' });
    expect(await live()).toMatchObject({ summary: 'Shows the tide' });
    expect(fieldsOf(await waiting())).toEqual(['summary en-US']);
  });
});

describe('staff', () => {
  test('approve some changes, and their publisher is notified', async () => {
    await save({ name: 'Port' });
    await addPicture('icon');
    await publish();
    const name = (await waiting()).filter(({ field }) => field === 'name');
    expect(await admin.call('listings.approve', { appId, changes: name })).toEqual({ waiting: 1 });
    expect(await live()).toMatchObject({ name: 'Port' });
    expect((await owner.call('apps.get', { appId })).app.name).toBe('Port');
    expect(await told()).toEqual([
      'Listing changes approved: These changes to Harbour are live now: Name (en-US).',
    ]);
    const { entries } = await admin.call('audit.list', { event: 'listing.approved', limit: 1 });
    expect(entries).toMatchObject([
      { actorUid: admin.uid, appId, details: { changed: [{ field: 'name', locale: 'en-US' }], count: 1 } },
    ]);
  });

  test('cannot decide about a change that was submitted again after they saw it', async () => {
    await save({ name: 'Port' });
    const changes = await waiting();
    await save({ name: 'Your Bank' });
    const responses: CallResponse<'listings.approve' | 'listings.reject'>[] = [
      await admin.tryCall('listings.approve', { appId, changes }),
      await admin.tryCall('listings.reject', { appId, changes, reason: 'No.' }),
    ];
    for (const { error } of responses) {
      expect(error).toMatchObject({
        status: 'FAILED_PRECONDITION',
        details: { reason: 'listing-changed', changed: [{ locale: 'en-US', field: 'name' }] },
      });
    }
    expect(await live()).toMatchObject({ name: 'Harbour' });
  });

  test('reject a change, which also stays out of the next version until it is edited', async () => {
    await save({ name: 'Your Bank' });
    const changes = await waiting();
    await admin.call('listings.reject', { appId, changes, reason: 'That is a bank’s name.' });
    expect(await waiting()).toEqual([]);
    expect(await told()).toEqual([
      'Listing changes rejected: These changes to Harbour won’t go live: Name (en-US). That is a bank’s name.',
    ]);
    expect(await unpublished()).toMatchObject([
      { field: 'name', status: 'rejected', reason: 'That is a bank’s name.', before: 'Harbour' },
    ]);
    const versionId = await app.submit('next');
    const { listingChanges, listingRevision } = await admin.call('reviews.get', { versionId });
    expect(listingChanges).toEqual([]);
    await save({ summary: 'Saved again' });
    await admin.call('reviews.approve', { versionId, listingRevision });
    expect(await live()).toMatchObject({ name: 'Harbour' });
    await save({ name: 'Tides' });
    expect(fieldsOf(await waiting())).toEqual(['name en-US']);
  });

  test('cannot approve a language without its name', async () => {
    await save({ name: 'Hafen' }, 'de');
    const texts = (await waiting()).filter(({ field }) => field !== 'name');
    const rejected = await admin.tryCall('listings.approve', { appId, changes: texts });
    expect(rejected.error.message).toBe('The listing in de isn’t live yet. Approve its name too.');
    await approveAll();
    expect(await live('de')).toMatchObject({ name: 'Hafen' });
  });

  test('cannot approve the listing of their own app while another admin can', async () => {
    const second = await server.onboard(`second.${randomBytes(4).toString('hex')}@store.example`, 'browse');
    await admin.call('users.setRole', { uid: second.uid, role: 'admin' });
    await server.context.pool.query(
      "INSERT INTO app_members (app_id, uid, role) VALUES ($1, $2, 'maintainer')",
      [appId, second.uid],
    );
    await save({ name: 'Port' });
    const changes = await waiting();
    expect((await second.call('listings.getReview', { appId })).denialReason).toMatch(/another admin/);
    const rejected = await second.tryCall('listings.approve', { appId, changes });
    expect(rejected.error.status).toBe('FAILED_PRECONDITION');
    await admin.call('listings.approve', { appId, changes });
    await admin.call('users.setRole', { uid: second.uid, role: 'user' });
  });

  test('are the only ones who can do any of this', async () => {
    const changes = [{ locale: 'en-US', field: 'name', revision: '' }];
    for (const [call, data] of [
      ['listings.waiting', {}],
      ['listings.getReview', { appId }],
      ['listings.approve', { appId, changes }],
      ['listings.reject', { appId, changes, reason: 'x' }],
      ['listings.recentChanges', {}],
      ['listings.revert', { changeId: 'x', revision: 1 }],
    ] as const) {
      expect([call, (await owner.tryCall(call, data)).status]).toEqual([call, 403]);
      expect([call, (await server.nobody.tryCall(call, data)).status]).toEqual([call, 401]);
    }
    const unknown = { changeId: 'unknown', revision: 1 };
    expect((await admin.tryCall('listings.revert', unknown)).status).toBe(404);
    expect((await admin.tryCall('listings.getReview', { appId: 'unknown' })).status).toBe(404);
    expect((await admin.tryCall('listings.approve', { appId, changes: [] })).status).toBe(400);
  });
});
