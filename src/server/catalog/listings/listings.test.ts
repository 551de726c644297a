import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwnApp, createPublishedApp, type OwnApp, publishDrafts } from '#test/support/own-app.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let owner: Person;
let admin: Person;
let stranger: Person;
let app: OwnApp;
let appId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, stranger] = await Promise.all([server.admin(), server.onboard('stranger@example.org')]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await createPublishedApp(server, { name: 'Harbour' });
  ({ owner, appId } = app);
});

const save = (revision: number, listing: object, locale = 'en-US') =>
  owner.tryCall('apps.updateListing', {
    appId,
    locale,
    revision,
    listing: { description: 'About tides.', ...listing },
  });
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
const send = async (path: string, body: Uint8Array | string, by = owner) => {
  const response = await by.fetch(`graphics/${appId}/${path}`, { method: 'POST', body: Buffer.from(body) });
  return { status: response.status, body: await response.json() };
};
const publishNext = async () => {
  const versionId = await app.submit('next');
  return (await admin.call('reviews.approve', { versionId })).version;
};

describe('texts', () => {
  test('are stored by locale, and a published new name goes live after the next review', async () => {
    const first = await save(0, { name: 'Harbour', summary: 'Shows the tide', whatsNew: 'Tides.' });
    expect(first.result.listing).toMatchObject({
      revision: 1,
      texts: { description: 'About tides.' },
      publicTexts: { name: 'Harbour', summary: 'Shows the tide' },
    });
    const { releaseNotes } = await publishNext();
    expect(releaseNotes).toEqual({ 'en-US': 'Tides.' });
    const second = await save(1, { name: 'Port', summary: 'Shows tides' });
    expect(second.result.listing).toMatchObject({
      revision: 2,
      texts: { name: 'Port' },
      publicTexts: { name: 'Harbour', summary: 'Shows the tide' },
    });
    expect((await save(1, { name: 'Port', summary: 'Shows tides' })).result.listing.revision).toBe(2);
    await publishDrafts(app);
    expect((await owner.call('apps.getListing', { appId })).listings[0]?.publicTexts).toMatchObject({
      name: 'Harbour',
      summary: 'Shows tides',
    });
  });

  test('of an old revision are rejected with both sides’ values', async () => {
    await save(0, { name: 'Harbour', summary: 'Theirs' });
    const stale = await save(0, { name: 'Harbour', summary: 'Mine' });
    expect([stale.status, stale.error.status]).toEqual([409, 'ABORTED']);
    expect(stale.error.details).toMatchObject({
      reason: 'stale',
      revision: 1,
      current: { summary: 'Theirs' },
      yours: { summary: 'Mine' },
    });
  });

  test.each([
    [{ name: '' }, 'listing.name'],
    [{ name: 'x'.repeat(51) }, 'listing.name'],
    [{ name: 'x', summary: 'x'.repeat(81) }, 'listing.summary'],
    [{ name: 'x', summary: 'two\nlines' }, 'listing.summary'],
    [{ name: 'x', description: 'x'.repeat(4001) }, 'listing.description'],
    [{ name: 'x', video: 'javascript:alert(1)' }, 'listing.video'],
  ])('rejects %j', async (listing, path) => {
    expect((await save(0, listing)).error.details?.issues).toMatchObject([{ path }]);
  });

  test('with HTML become Markdown, and release notes plain text, in every way in', async () => {
    const html = '<p>Shows <b>tides</b>\nand ports</p><ul><li>at sea</li></ul><script>x</script>';
    const markdown = 'Shows **tides**\nand ports\n\n* at sea';
    const saved = await save(0, { name: 'Harbour', description: html, whatsNew: '<li>New</li>' });
    expect(saved.result.listing.texts).toMatchObject({ description: markdown, whatsNew: '• New' });
    expect(
      (await save(1, { name: 'Harbour', description: html, whatsNew: '• New' })).result.listing.revision,
    ).toBe(1);

    const files = {
      'de/full_description.txt': html,
      'de/changelogs/9.txt': 'A<br>B',
      'fr/full_description.txt': 'a < b',
    };
    const imported = await owner.call('apps.importListing', { appId, files });
    expect(imported).toMatchObject({
      converted: ['de/full_description.txt', 'de/changelogs/9.txt'],
      skipped: [],
    });
    await owner.call('apps.applyListing', {
      appId,
      texts: { 'en-GB': { name: 'Harbour', description: html } },
    });
    const { files: exported } = await owner.call('apps.exportListing', { appId });
    expect(exported).toMatchObject({
      'de/full_description.txt': `${markdown}\n`,
      'de/changelogs/9.txt': 'A\nB\n',
      'fr/full_description.txt': 'a < b\n',
      'en-GB/full_description.txt': `${markdown}\n`,
    });

    const applicationId = 'org.example.html';
    const made = { platform: 'android', applicationId, name: 'Harbour', description: html } as const;
    const { app: created } = await owner.call('apps.create', made);
    const { listings } = await owner.call('apps.getListing', { appId: created.id });
    expect(listings[0]?.texts.description).toBe(markdown);

    const { id: versionId } = await app.upload('next');
    await owner.call('versions.submit', { versionId, releaseNotes: { 'en-US': '<b>Faster</b><br>Smaller' } });
    const { version } = await owner.call('versions.get', { versionId });
    expect(version.releaseNotes).toEqual({ 'en-US': 'Faster\nSmaller' });
  });

  test('in HTML are limited by the Markdown that they become, and by five times its length', async () => {
    const listing = { name: 'Harbour', description: '<p>tides</p>'.repeat(570) };
    const { result } = await save(0, listing);
    expect(result.listing.texts.description).toHaveLength(570 * 7 - 2);
    for (const description of ['<p>tides</p>'.repeat(600), '<p></p>'.repeat(3_000)]) {
      const { error } = await save(1, { name: 'Harbour', description });
      expect(error.details?.issues).toMatchObject([
        { path: 'listing.description', message: 'Use at most 4,000 characters.' },
      ]);
    }
  });

  test('are only for members, and the default language stays', async () => {
    await save(0, { name: 'Hafen' }, 'de');
    expect((await save(0, { name: 'x' }, 'deutsch')).error.details?.issues).toMatchObject([
      { path: 'locale' },
    ]);
    const input = { appId, locale: 'de', revision: 1, listing: { name: 'x' } };
    expect((await stranger.tryCall('apps.updateListing', input)).status).toBe(404);
    expect((await admin.tryCall('apps.updateListing', input)).status).toBe(403);
    expect((await stranger.tryCall('apps.getListing', { appId })).status).toBe(404);
    await owner.call('apps.deleteLocale', { appId, locale: 'de' });
    expect((await owner.call('apps.getListing', { appId })).listings).toMatchObject([
      { locale: 'en-US', revision: 0 },
    ]);
    expect((await owner.tryCall('apps.deleteLocale', { appId, locale: 'en-US' })).status).toBe(400);
    expect((await owner.tryCall('apps.deleteLocale', { appId, locale: 'de' })).status).toBe(404);
  });

  test('are imported from and exported to the fastlane layout', async () => {
    const files = {
      'fastlane/metadata/android/de/title.txt': 'Hafen\n',
      'de/short_description.txt': 'Zeigt Ebbe und Flut',
      'de/changelogs/3.txt': 'Neu',
      'de/changelogs/2.txt': 'Alt',
      'de/images/icon.png': '',
      'deutsch/title.txt': 'x',
      'fr/short_description.txt': 'x'.repeat(81),
      'it/title.txt': 'Por\nto',
      'pt/title.txt': 'Por\u200Bto',
    };
    const { locales, skipped } = await owner.call('apps.importListing', { appId, files });
    expect(locales).toEqual(['de']);
    expect(skipped.map(({ path }) => path)).toEqual([
      'fr/short_description.txt',
      'it/title.txt',
      'pt/title.txt',
      'de/images/icon.png',
      'deutsch/title.txt',
    ]);
    const exported = await owner.call('apps.exportListing', { appId });
    expect(exported.files).toEqual({
      'de/title.txt': 'Hafen\n',
      'de/short_description.txt': 'Zeigt Ebbe und Flut\n',
      'de/changelogs/2.txt': 'Alt\n',
      'de/changelogs/3.txt': 'Neu\n',
      'en-US/full_description.txt': 'Tides and moorings.\n',
      'en-US/short_description.txt': 'Shows the tide\n',
      'en-US/title.txt': 'Harbour\n',
    });
  });

  test('the layout of deliver brings details, and an iOS app is exported in it', async () => {
    const ios = { platform: 'ios', applicationId: 'org.example.deliver', name: 'Harbour' } as const;
    const { app: created } = await owner.call('apps.create', ios);
    const files = {
      'metadata/en-US/subtitle.txt': 'Shows the tide',
      'metadata/en-US/keywords.txt': 'tides,sailing',
      'metadata/default/privacy_url.txt': 'https://example.org/privacy',
      'metadata/copyright.txt': '2026',
    };
    const { skipped } = await owner.call('apps.importListing', { appId: created.id, files });
    expect(skipped).toEqual([{ path: 'metadata/copyright.txt', reason: 'A listing has no place for this.' }]);
    const exported = await owner.call('apps.exportListing', { appId: created.id });
    expect(exported.files).toEqual({
      'metadata/en-US/name.txt': 'Harbour\n',
      'metadata/en-US/subtitle.txt': 'Shows the tide\n',
      'metadata/default/keywords.txt': 'tides, sailing\n',
      'metadata/default/privacy_url.txt': 'https://example.org/privacy\n',
    });
  });
});

describe('release notes', () => {
  const notesOf = async (of: OwnApp, versionId: string) =>
    (await of.owner.call('versions.get', { versionId })).version.releaseNotes;

  test('of a versionCode replace the default ones, and are not those of the next version', async () => {
    const noted = await createOwnApp(server);
    const files = {
      'en-US/changelogs/default.txt': 'Bug fixes',
      'en-US/changelogs/1.txt': 'First release',
      'de/changelogs/1.txt': 'Erste Version',
      'de/title.txt': 'Hafen',
    };
    await noted.owner.call('apps.importListing', { appId: noted.appId, files });
    const first = await noted.submit();
    expect(await notesOf(noted, first)).toEqual({ 'en-US': 'First release', de: 'Erste Version' });
    expect(await notesOf(noted, await noted.submit('next'))).toEqual({ 'en-US': 'Bug fixes' });
    // The older version’s aren't kept any longer than its folder says so.
    const { skipped } = await noted.owner.call('apps.importListing', { appId: noted.appId, files });
    const reason = 'Version code 2 was submitted already, so release notes of lower ones aren’t used.';
    expect(skipped).toEqual([
      { path: 'en-US/changelogs/1.txt', reason },
      { path: 'de/changelogs/1.txt', reason },
    ]);
    const { files: exported } = await noted.owner.call('apps.exportListing', { appId: noted.appId });
    expect(Object.keys(exported).filter((path) => path.includes('changelogs'))).toEqual([
      'en-US/changelogs/default.txt',
    ]);
  });

  test('of the highest versionCodes are kept, and an import names the others', async () => {
    const codes = Array.from({ length: 22 }, (_, index) => index + 101);
    const files = Object.fromEntries(codes.map((code) => [`de/changelogs/${code}.txt`, 'Neu']));
    const { skipped } = await owner.call('apps.importListing', { appId, files });
    expect(skipped.map(({ path }) => path)).toEqual(['de/changelogs/101.txt', 'de/changelogs/102.txt']);
    const { files: exported } = await owner.call('apps.exportListing', { appId });
    expect(Object.keys(exported).filter((path) => /changelogs\/\d/.test(path))).toEqual(
      codes.slice(2).map((code) => `de/changelogs/${code}.txt`),
    );
  });

  test('of a submission replace all others', async () => {
    const noted = await createOwnApp(server);
    const files = { 'en-US/changelogs/default.txt': 'Bug fixes', 'de/changelogs/1.txt': 'Neu' };
    await noted.owner.call('apps.importListing', { appId: noted.appId, files });
    const { id: versionId } = await noted.upload();
    const submit = (releaseNotes: Record<string, string>) =>
      noted.owner.tryCall('versions.submit', { versionId, releaseNotes });
    expect((await submit({ 'en-US': 'x'.repeat(501) })).status).toBe(400);
    expect((await submit({ English: 'x' })).status).toBe(400);
    expect((await submit({ fr: ' Plus rapide. ', de: '' })).status).toBe(200);
    expect(await notesOf(noted, versionId)).toEqual({ fr: 'Plus rapide.' });
  });
});

describe('details', () => {
  test('are changed in parts, stale edits rejected, categories checked', async () => {
    const { detailsRevision: revision } = await owner.call('apps.get', { appId });
    const change = { appId, revision, details: { category: 'tools', tags: ['tide'] } };
    const saved = await owner.call('apps.updateDetails', change);
    expect(saved).toMatchObject({ revision: revision + 1, details: { category: 'tools', website: '' } });
    expect(await owner.call('apps.updateDetails', change)).toEqual(saved);
    const stale = await owner.tryCall('apps.updateDetails', { ...change, details: { tags: ['sea'] } });
    expect([stale.status, stale.error.details?.reason]).toEqual([409, 'stale']);
    const unknown = { appId, revision: revision + 1, details: { category: 'boats' } };
    expect((await owner.tryCall('apps.updateDetails', unknown)).error.details?.issues).toMatchObject([
      { path: 'details.category' },
    ]);
    expect((await stranger.tryCall('apps.updateDetails', change)).status).toBe(404);
  });
});

describe('a picture', () => {
  test('is re-encoded without metadata, and a screenshot of an approved language is live once it is published', async () => {
    await save(0, { name: 'Harbour', summary: 'Shows the tide' });
    await publishNext();
    const photo = await sharp(await picture(1080, 1920))
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await send('en-US/phoneScreenshots', photo);
    expect(status).toBe(200);
    const { graphic } = body.result;
    expect(graphic).toMatchObject({ position: 0, width: 1080, height: 1920, isPublic: false, findings: [] });
    await publishDrafts(app);
    expect((await owner.call('apps.getListing', { appId })).graphics).toMatchObject([{ isPublic: true }]);
    const response = await server.nobody.fetch(graphic.path);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([metadata.format, metadata.exif]).toEqual(['webp', undefined]);
    expect((await send('en-US/phoneScreenshots', photo)).body.result.graphic.id).toBe(graphic.id);
  });

  test('that is an icon waits for the next review, is scaled and replaces the one before', async () => {
    const { body } = await send('en-US/icon', await picture(600, 600));
    expect(body.result.graphic).toMatchObject({ width: 512, height: 512, isPublic: false });
    expect(body.result.graphic.findings).toMatchObject([{ rule: 'graphic-recommended', severity: 'info' }]);
    const iconOf = async () => (await owner.call('apps.get', { appId })).app.iconPath;
    await publishDrafts(app);
    expect(await iconOf()).not.toBe(body.result.graphic.path);
    await publishNext();
    const { graphics } = await owner.call('apps.getListing', { appId });
    expect(graphics).toMatchObject([{ kind: 'icon', isPublic: true }]);
    expect(await iconOf()).toBe(body.result.graphic.path);
    const { apps } = await owner.call('apps.list', { scope: 'mine' });
    expect(apps.find(({ id }) => id === appId)?.iconPath).toBe(body.result.graphic.path);
  });

  test.each([
    ['en-US/icon', 600, 400, 'graphic-ratio'],
    ['en-US/icon', 64, 64, 'graphic-size'],
    ['en-US/phoneScreenshots', 400, 3000, 'graphic-ratio'],
  ])('for %s of %d × %d is rejected with the problem', async (path, width, height, rule) => {
    const { status, body } = await send(path, await picture(width, height));
    expect(status).toBe(400);
    expect(body.error.details.findings.map((finding: { rule: string }) => finding.rule)).toContain(rule);
  });

  test('is rejected when invalid, from non-members, and at wrong addresses', async () => {
    const none = await send('en-US/icon', 'no picture');
    expect(none.body.error.details.findings).toMatchObject([{ rule: 'graphic-type' }]);
    const svg = await send(
      'en-US/icon',
      '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"/>',
    );
    expect(svg.status).toBe(400);
    const fine = await picture(512, 512);
    expect((await send('en-US/icon', fine, stranger)).status).toBe(404);
    expect((await send('en-US/icon', fine, admin)).status).toBe(403);
    expect((await send('en-US/icon', fine, server.nobody)).status).toBe(401);
    expect((await send('en-US/poster', fine)).body.error.details.issues).toMatchObject([{ path: 'kind' }]);
    expect((await send('en-US/icon', Buffer.alloc(9 * 1024 ** 2))).status).toBe(400);
  });

  test('is reordered and deleted', async () => {
    const ids: string[] = [];
    for (const width of [700, 800, 900]) {
      ids.push((await send('en-US/phoneScreenshots', await picture(width, 1600))).body.result.graphic.id);
    }
    const place = { appId, locale: 'en-US', kind: 'phoneScreenshots' as const };
    const turned = ids.toReversed();
    await owner.call('apps.orderScreenshots', { ...place, ids: turned });
    const shown = async () => (await owner.call('apps.getListing', { appId })).graphics.map(({ id }) => id);
    expect(await shown()).toEqual(turned);
    expect((await owner.tryCall('apps.orderScreenshots', { ...place, ids: ids.slice(1) })).status).toBe(400);
    expect((await stranger.tryCall('apps.deleteGraphic', { graphicId: ids[0] })).status).toBe(404);
    await owner.call('apps.deleteGraphic', { graphicId: ids[0] ?? '' });
    expect(await shown()).toEqual(turned.slice(0, 2));
  });
});
