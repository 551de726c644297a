import { beforeAll, describe, expect, test } from 'vitest';
import { createPublishedApp, WITHOUT_LOOKALIKES } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { setUpReviewedListing } from '#test/support/reviewed-listing.ts';
import { deleteExpired } from '../../people/retention/delete-expired.ts';
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
  newest,
  unpublished,
  addPicture,
  told,
} = setUpReviewedListing();
let owner: Person;
let appId: string;
beforeAll(() => {
  ({ owner, appId } = app);
});

describe('a change that went live', () => {
  test('is listed newest first, page by page', async () => {
    for (const field of ['summary', 'description', 'video']) await save({ [field]: 'https://example.org/x' });
    const first = await admin.call('listings.recentChanges', { limit: 2 });
    const second = await admin.call('listings.recentChanges', { limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.changes, ...second.changes].map(({ field }) => field)).toEqual([
      'video',
      'description',
      'summary',
    ]);
    expect(second.nextCursor).toBeNull();
  });

  test('is reverted, and its publisher’s text waits for any number of saves', async () => {
    await save({ summary: 'Log in here' });
    const { id: changeId, revision } = await newest();
    await admin.call('listings.revert', { changeId, revision, reason: 'This is phishing.' });
    await admin.call('listings.revert', { changeId, revision });
    expect(await live()).toMatchObject({ summary: 'Shows the tide' });
    expect((await save({ description: 'Other.' })).texts).toMatchObject({ summary: 'Log in here' });
    await save({ summary: 'Log in here!' });
    expect(await live()).toMatchObject({ summary: 'Shows the tide', description: 'Other.' });
    expect(await unpublished()).toMatchObject([
      { field: 'summary', status: 'waiting', reason: 'This is phishing.' },
    ]);
    expect(await waiting()).toMatchObject([{ after: 'Log in here!' }]);
    expect((await recent()).find(({ id }) => id === changeId)?.reverted).toMatchObject({
      reason: 'This is phishing.',
    });
    expect(await told()).toEqual([
      'Listing change reverted: Staff reverted a change to Harbour: Summary (en-US). Your version is kept and needs approval to go live. This is phishing.',
    ]);
    const { entries } = await admin.call('audit.list', { event: 'listing.reverted', limit: 1 });
    expect(entries).toMatchObject([
      { details: { changed: [{ field: 'summary', locale: 'en-US' }], reason: 'This is phishing.' } },
    ]);
    await approveAll();
    expect(await live()).toMatchObject({ summary: 'Log in here!' });
    await save({ summary: 'Free again' });
    expect(await live()).toMatchObject({ summary: 'Free again' });
  });

  test('is not reverted when it changed again, and the newest change is returned', async () => {
    await save({ summary: 'One' });
    const looked = await newest();
    await save({ summary: 'Two' });
    const [last, first] = await recent();
    expect(first?.id).toBe(looked.id);
    const older = await admin.tryCall('listings.revert', { changeId: looked.id, revision: looked.revision });
    expect(older.error.details).toEqual({ reason: 'changed-again', changeId: last?.id });
    expect(await live()).toMatchObject({ summary: 'Two' });
    await admin.call('listings.revert', { changeId: last?.id ?? '', revision: last?.revision ?? 0 });
    expect(await live()).toMatchObject({ summary: 'One' });
    await admin.call('listings.revert', { changeId: first?.id ?? '', revision: first?.revision ?? 0 });
    expect(await live()).toMatchObject({ summary: 'Shows the tide' });
  });

  test('of pictures is reverted to the previous pictures, which are kept for it', async () => {
    const shot = await addPicture('phoneScreenshots');
    await publish();
    const added = await newest();
    await owner.call('apps.deleteGraphic', { graphicId: shot.id });
    await publish();
    await removeUnused(server.context, [shot.path], null);
    const deleted = await newest();
    expect(deleted.id).not.toBe(added.id);
    await admin.call('listings.revert', { changeId: deleted.id, revision: deleted.revision });
    const { graphics } = await owner.call('apps.getListing', { appId });
    expect(graphics).toMatchObject([{ path: shot.path, isPublic: true, isDraft: false }]);
    expect((await server.nobody.fetch(shot.path)).status).toBe(200);
    await publish();
    expect(fieldsOf(await waiting())).toEqual(['phoneScreenshots en-US']);
  });

  test('that deletes a language is reverted with its texts and pictures, and deleting it again waits', async () => {
    await save({ name: 'Hafen', summary: '1234' }, 'de');
    await addPicture('phoneScreenshots', 'de');
    await publish();
    await approveAll();
    await owner.call('apps.deleteLocale', { appId, locale: 'de' });
    await publish();
    expect(await live('de')).toBeUndefined();
    const { id: changeId, revision, field } = await newest();
    expect(field).toBe('language');
    await admin.call('listings.revert', { changeId, revision });
    expect(await live('de')).toMatchObject({ name: 'Hafen', summary: '1234' });
    expect((await owner.call('apps.getListing', { appId })).graphics).toMatchObject([
      { locale: 'de', isPublic: true, isDraft: true },
    ]);
    await owner.call('apps.deleteLocale', { appId, locale: 'de' });
    await publish();
    expect(await live('de')).toMatchObject({ name: 'Hafen' });
    expect(fieldsOf(await waiting())).toEqual(['language de']);
    await draft({}, 'de');
    expect(await waiting()).toEqual([]);
  });

  test('is kept for 90 days, up to 500 per app', async () => {
    await server.context.pool.query(
      `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, started_at, changed_at)
       SELECT 'old-' || i, $1, 'fr', 'summary', '{"value": ""}', '{"value": "x"}', 10, $2,
         now() - make_interval(days => i), now() - make_interval(days => i)
       FROM (SELECT 2 + i % 100 AS i, i AS n FROM generate_series(1, 600) AS i) AS series
       ON CONFLICT DO NOTHING`,
      [appId, owner.uid],
    );
    await deleteExpired(server.context, new AbortController().signal);
    const count = async () =>
      (await server.context.pool.query('SELECT count(*)::int AS n FROM listing_changes')).rows[0].n;
    expect(await count()).toBe(88);
    await server.context.pool.query(
      `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, started_at, changed_at)
       SELECT 'more-' || i, $1, 'fr', 'summary', '{"value": ""}', '{"value": "x"}', 10, $2,
         now() - interval '2 days', now() - interval '2 days' FROM generate_series(1, 600) AS i`,
      [appId, owner.uid],
    );
    await save({ summary: 'Shows tides' });
    expect(await count()).toBe(500);
    expect((await newest()).after).toBe('Shows tides');
    await server.context.pool.query(
      `INSERT INTO listing_changes (id, app_id, locale, field, before, after, bytes, changed_by_uid, approved_by_uid, started_at, changed_at)
       SELECT 'approved-' || i, $1, 'fr', 'name', '{"value": ""}', '{"value": "x"}', 10, $2, $2, now(), now()
       FROM generate_series(1, 600) AS i`,
      [appId, owner.uid],
    );
    await save({ summary: 'Shows the tide' });
    expect(await count()).toBe(1000);
    expect((await recent()).map(({ after }) => after).slice(0, 2)).toEqual(['Shows the tide', 'Shows tides']);
  });
});

test('release notes that nobody reviewed are among the recent changes, and a revert removes them', async () => {
  Object.assign(app, await createPublishedApp(server, { name: 'Harbour' }));
  ({ owner, appId } = app);
  const decideUpdates = (updates: 'approve' | 'review') =>
    admin.call('settings.update', {
      settings: { review: { updates, staleClaimHours: 24 }, rules: WITHOUT_LOOKALIKES },
    });
  await save({ name: 'Harbour', whatsNew: 'Log in here' });
  await decideUpdates('approve');
  const { id: versionId } = await app.upload('next');
  const { version } = await owner.call('versions.submit', { versionId });
  await decideUpdates('review');
  expect([version.status, version.policyDecision?.reasons]).toEqual(['published', expect.any(Array)]);
  const { id: changeId, revision, field, after } = await newest();
  expect([field, after]).toEqual(['whatsNew', 'Log in here']);
  await admin.call('listings.revert', { changeId, revision });
  expect((await owner.call('versions.get', { versionId })).version.releaseNotes).toEqual({});
});
