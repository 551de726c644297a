import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findApp, setUpAltstoreServer } from '#test/support/altstore-server.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { publishDirectly } from '#test/support/store.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { altstoreApps } from '../../platform/db/tables/feeds.ts';
import { appGraphics, appListings } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { removeUnused } from '../../platform/files/remove.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { writeSettings } from '../../platform/settings.ts';
import { readGeneration } from '../generations/generations.ts';
import { finishFeeds } from '../rebuild/finish-feeds.ts';
import { rebuildFeeds } from '../rebuild/rebuild.ts';

const served = setUpAltstoreServer();

test('tells clients to wait until the first rebuild', async () => {
  const response = await served.send('source.json');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});

test('without apps is valid, with the store’s name and color', async () => {
  await served.store.db.transaction((tx) => writeSettings(tx, { storeName: 'Harbour', accent: '#00796b' }));
  await served.rebuild();
  for (const kind of ['classic', 'pal'] as const) {
    expect(await served.readSource(kind)).toMatchObject({ name: 'Harbour', tintColor: '#00796b', apps: [] });
  }
});

test('is served while the database is gone', async () => {
  await served.rebuild();
  const before = await (await served.send('source.json')).text();
  const query = vi.spyOn(served.store.pool, 'query').mockImplementation(() => {
    throw Object.assign(new Error('the database is gone'), { code: '57P01' });
  });
  onTestFinished(() => query.mockRestore());
  const response = await served.send('source.json');
  expect([response.status, await response.text()]).toEqual([200, before]);
});

describe('an app', () => {
  test('is in the classic source without a marketplace ID, and in that of PAL with one', async () => {
    await publishDirectly(served.store, { applicationId: 'org.example.android', versionCode: 1 });
    await publishIpa(served.store, { applicationId: 'org.example.plain' });
    await publishIpa(served.store, { applicationId: 'org.example.market', marketplaceId: '6478916434' });
    await served.rebuild();
    const [classic, pal] = [await served.readSource(), await served.readSource('pal')];
    expect(classic.apps.map(({ bundleIdentifier }) => bundleIdentifier)).toEqual(['org.example.plain']);
    expect(pal.apps.map(({ bundleIdentifier, marketplaceID }) => [bundleIdentifier, marketplaceID])).toEqual([
      ['org.example.market', '6478916434'],
    ]);
  });

  test('lists its versions newest first, each with its file', async () => {
    const first = await publishIpa(served.store, { applicationId: 'org.example.two', build: 9 });
    const second = await publishIpa(served.store, { applicationId: 'org.example.two', build: 10 });
    await served.store.db
      .update(versions)
      .set({ releaseNotes: { 'en-US': 'Faster', de: 'Schneller' } })
      .where(eq(versions.id, second.versionId));
    await served.rebuild();
    const app = findApp(await served.readSource(), 'two');
    expect(app).toMatchObject({ name: 'Tide Tables', developerName: 'Harbour Works' });
    expect(app?.versions).toEqual([
      {
        version: '1.10',
        buildVersion: '10',
        date: '2026-01-31T12:00:00Z',
        localizedDescription: 'Faster',
        downloadURL: `https://hub.example.org/quayside/altstore/packages/${second.versionId}.ipa`,
        size: 1000,
        sha256: second.sha256,
        minOSVersion: '15.0',
      },
      expect.objectContaining({ buildVersion: '9', sha256: first.sha256 }),
    ]);
  });

  test('declares every entitlement and usage text of all versions and their extensions', async () => {
    const applicationId = 'org.example.access';
    await publishIpa(served.store, {
      applicationId,
      build: 1,
      facts: { usageTexts: { NSCameraUsageDescription: 'For ships.' }, entitlements: { old: true } },
    });
    await publishIpa(served.store, {
      applicationId,
      build: 2,
      facts: {
        usageTexts: {
          NSCameraUsageDescription: 'For ships and boats.',
          'NSCameraUsageDescription~ipad': 'For boats.',
          NFCReaderUsageDescription: 'For tags.',
          NSLocationTemporaryUsageDescriptionDictionary: 'For a berth.\nFor a buoy.',
        },
        entitlements: { 'get-task-allow': false, 'application-identifier': 'A.b' },
        extensionEntitlements: ['com.apple.security.application-groups', 'get-task-allow'],
        extensionUsageTexts: { NSMicrophoneUsageDescription: 'For horns.' },
      },
    });
    await served.rebuild();
    expect(findApp(await served.readSource(), 'access')?.appPermissions).toEqual({
      entitlements: [
        'application-identifier',
        'com.apple.security.application-groups',
        'get-task-allow',
        'old',
      ],
      privacy: {
        NSCameraUsageDescription: 'For ships and boats.',
        'NSCameraUsageDescription~ipad': 'For boats.',
        NFCReaderUsageDescription: 'For tags.',
        NSLocationTemporaryUsageDescriptionDictionary: 'For a berth.\nFor a buoy.',
        NSMicrophoneUsageDescription: 'For horns.',
      },
    });
  });

  test('has the description, icon and screenshots of its listing, in its default language', async () => {
    const { appId } = await publishIpa(served.store, { applicationId: 'org.example.listed' });
    const texts = { name: 'Tides', summary: 'S', description: 'All **tides**', whatsNew: '', video: '' };
    await served.store.db
      .update(apps)
      .set({ publicDetails: { ...(await detailsOf(appId)), defaultLocale: 'de', category: 'utilities' } })
      .where(eq(apps.id, appId));
    for (const [locale, description] of [
      ['de', 'Alle **Gezeiten**'],
      ['en-US', texts.description],
    ] as const) {
      const listed = { ...texts, description };
      await served.store.db
        .insert(appListings)
        .values({ appId, locale, texts: listed, publicTexts: listed, updatedByUid: 'publisher' });
    }
    const graphic = (kind: typeof appGraphics.$inferInsert.kind, digit: string, locale = 'de') => ({
      id: `${appId}-${digit}`,
      appId,
      locale,
      kind,
      position: 0,
      key: `graphics/${digit.repeat(64)}.webp`,
      sha256: digit.repeat(64),
      size: 10,
      width: 1200,
      height: 800,
      isPublic: true,
    });
    await served.store.db
      .insert(appGraphics)
      .values([
        graphic('icon', 'a'),
        graphic('phoneScreenshots', 'b'),
        graphic('tenInchScreenshots', 'c'),
        graphic('tvScreenshots', 'd'),
        graphic('phoneScreenshots', 'e', 'en-US'),
      ]);
    await served.rebuild();
    const picture = (digit: string) => `https://hub.example.org/quayside/graphics/${digit.repeat(64)}.webp`;
    const app = findApp(await served.readSource(), 'listed');
    expect(app).toMatchObject({
      localizedDescription: 'Alle **Gezeiten**',
      category: 'utilities',
      iconURL: picture('a'),
      screenshots: {
        iphone: [{ imageURL: picture('b'), width: 1200, height: 800 }],
        ipad: [{ imageURL: picture('c'), width: 1200, height: 800 }],
      },
    });
  });

  async function detailsOf(appId: string) {
    const [row] = await served.store.db.select().from(apps).where(eq(apps.id, appId));
    if (!row) throw new Error('the app is missing');
    return row.publicDetails;
  }

  test.each(['unpublished', 'removed'] as const)('that is %s is in no source', async (status) => {
    const { appId } = await publishIpa(served.store, { applicationId: `org.example.${status}` });
    await served.rebuild();
    expect(findApp(await served.readSource(), status)).toBeDefined();
    await served.store.db.update(apps).set({ status }).where(eq(apps.id, appId));
    await queueRebuild(served.store.db, [appId]);
    await rebuildFeeds(served.store, { onlyChanges: true });
    expect(findApp(await served.readSource(), status)).toBeUndefined();
  });
});

describe('rollouts', () => {
  const addresses = Array.from({ length: 60 }, (_, at) => `192.0.2.${at}`);
  const release = (of: { appId: string; versionId: string }, set: object) =>
    served.store.db
      .insert(releases)
      .values({ ...of, track: 'stable', publication: 'immediate', ...set })
      .then(() => undefined);

  test('in stages reach a share of the addresses, and everybody else gets the earlier version', async () => {
    await publishIpa(served.store, { applicationId: 'org.example.staged', build: 1 });
    const next = await publishIpa(served.store, { applicationId: 'org.example.staged', build: 2 });
    await release(next, { percentage: 50 });
    await served.rebuild();
    const newest = await Promise.all(
      addresses.map(async (address) => {
        const app = findApp(await served.readSource('classic', address), 'staged');
        return app?.versions[0]?.buildVersion;
      }),
    );
    expect(new Set(newest)).toEqual(new Set(['1', '2']));
    // The same address always gets the same one.
    const again = findApp(await served.readSource('classic', addresses[0]), 'staged');
    expect(again?.versions[0]?.buildVersion).toBe(newest[0]);
  });

  test.each([
    ['beta', { track: 'beta' }],
    ['halted', { haltedAt: new Date() }],
    ['rolledback', { rolledBackAt: new Date() }],
  ])('a %s version is in no source', async (id, set) => {
    await publishIpa(served.store, { applicationId: `org.example.${id}`, build: 1 });
    await release(await publishIpa(served.store, { applicationId: `org.example.${id}`, build: 2 }), set);
    await served.rebuild();
    expect(findApp(await served.readSource(), id)?.versions.map(({ buildVersion }) => buildVersion)).toEqual([
      '1',
    ]);
  });
});

describe('the document', () => {
  test('has an entity tag, which stays the same without changes', async () => {
    await served.rebuild();
    const first = await served.send('source.json');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(
      createHash('sha256')
        .update(Buffer.from(await first.arrayBuffer()))
        .digest('hex'),
    ).toBe(JSON.parse(etag));
    expect(await served.rebuild()).toBe('unchanged');
    expect((await served.send('source.json', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test('is the same after only the changes as after rendering everything', async () => {
    const { appId } = await publishIpa(served.store, { applicationId: 'org.example.later' });
    await queueRebuild(served.store.db, [appId]);
    await rebuildFeeds(served.store, { onlyChanges: true });
    const before = await readGeneration(served.store.db, 'altstore');
    await served.store.db.delete(altstoreApps);
    await served.rebuild();
    expect((await readGeneration(served.store.db, 'altstore'))?.contentSha256).toBe(before?.contentSha256);
  });

  test('is made again when its file is lost, and replaced files are removed', async () => {
    const readKey = async () =>
      (await readGeneration(served.store.db, 'altstore'))?.files['source.json']?.key ?? '';
    const lost = await readKey();
    await served.store.storage.delete(lost);
    expect(await served.rebuild()).toBe('made');
    await served.readSource();
    const key = await readKey();
    // A late removal of the replaced file must not take the new one.
    expect(key).not.toBe(lost);
    expect(await removeUnused(served.store, [key], null)).toEqual([]);
    await publishIpa(served.store, { applicationId: 'org.example.another' });
    await served.rebuild();
    expect(await removeUnused(served.store, [key], null)).toEqual([key]);
  });
});

test('declares a usage key without a text, which AltStore’s verification wants too', async () => {
  await publishIpa(served.store, {
    applicationId: 'org.example.silent',
    facts: { usageTexts: { NSCameraUsageDescription: ' ', NFCReaderUsageDescription: 'For tags.' } },
  });
  await served.rebuild();
  expect(findApp(await served.readSource(), 'silent')?.appPermissions.privacy).toEqual({
    NSCameraUsageDescription: 'The app gives no reason.',
    NFCReaderUsageDescription: 'For tags.',
  });
});

test('is compressed once for each generation', async () => {
  await publishIpa(served.store, { applicationId: 'org.example.small' });
  await served.rebuild();
  await finishFeeds(served.store, new AbortController().signal);
  const plain = await served.send('source.json', { headers: { 'Accept-Encoding': 'identity' } });
  const compressed = await served.send('source.json', { headers: { 'Accept-Encoding': 'br' } });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(await compressed.text()).toBe(await plain.text());
  expect(compressed.headers.get('last-modified')).toBe(plain.headers.get('last-modified'));
  const post = await served.send('source.json', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
