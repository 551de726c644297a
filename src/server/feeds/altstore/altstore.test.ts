import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSource, type Source } from '#test/support/altstore-source.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { openTestStore, publishDirectly, type TestStore } from '#test/support/store.ts';
import { type RunningServer, startServer } from '../../http/server.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { downloads } from '../../platform/db/tables/downloads.ts';
import { altstoreApps, feedProblems } from '../../platform/db/tables/feeds.ts';
import { appGraphics, appListings } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { removeUnused } from '../../platform/files/remove.ts';
import { queueRebuild } from '../../platform/queue/queue-rebuild.ts';
import { writeSettings } from '../../platform/settings.ts';
import { downloadJournal } from '../downloads/journal.ts';
import { rebuildFeeds } from '../fdroid/rebuild.ts';
import { readSources } from './rebuild.ts';
import { createAltstoreRoutes } from './routes.ts';

let store: TestStore;
let server: RunningServer;
beforeAll(async () => {
  store = await openTestStore({
    PORT: '0',
    TRUST_PROXY: 'true',
    PUBLIC_URL: 'https://hub.example.org/quayside/',
  });
  const app = new Hono();
  app.route(`${store.config.basePath}altstore`, createAltstoreRoutes(store));
  server = await startServer(store, app);
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await store?.[Symbol.asyncDispose]();
});

const send = (path: string, init?: RequestInit) => fetch(`${server.url}altstore/${path}`, init);

async function readSource(kind: 'classic' | 'pal' = 'classic', address = '192.0.2.1'): Promise<Source> {
  const file = kind === 'classic' ? 'source.json' : 'pal.json';
  const response = await send(file, { headers: { 'X-Forwarded-For': address } });
  expect(response.status).toBe(200);
  return checkSource((await response.json()) as Source, kind);
}
const findApp = (source: Source, id: string) =>
  source.apps.find(({ bundleIdentifier }) => bundleIdentifier === `org.example.${id}`);
const rebuild = () => rebuildFeeds(store);

test('tells clients to wait until the first rebuild', async () => {
  const response = await send('source.json');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
});

test('without apps is valid, with the store’s name and color', async () => {
  await store.db.transaction((tx) => writeSettings(tx, { storeName: 'Harbour', accent: '#00796b' }));
  await rebuild();
  for (const kind of ['classic', 'pal'] as const) {
    expect(await readSource(kind)).toMatchObject({ name: 'Harbour', tintColor: '#00796b', apps: [] });
  }
});

describe('an app', () => {
  test('is in the classic source without a marketplace ID, and in that of PAL with one', async () => {
    await publishDirectly(store, { applicationId: 'org.example.android', versionCode: 1 });
    await publishIpa(store, { applicationId: 'org.example.plain' });
    await publishIpa(store, { applicationId: 'org.example.market', marketplaceId: '6478916434' });
    await rebuild();
    const [classic, pal] = [await readSource(), await readSource('pal')];
    expect(classic.apps.map(({ bundleIdentifier }) => bundleIdentifier)).toEqual(['org.example.plain']);
    expect(pal.apps.map(({ bundleIdentifier, marketplaceID }) => [bundleIdentifier, marketplaceID])).toEqual([
      ['org.example.market', '6478916434'],
    ]);
  });

  test('lists its versions newest first, each with its file', async () => {
    const first = await publishIpa(store, { applicationId: 'org.example.two', build: 9 });
    const second = await publishIpa(store, { applicationId: 'org.example.two', build: 10 });
    await store.db
      .update(versions)
      .set({ releaseNotes: { 'en-US': 'Faster', de: 'Schneller' } })
      .where(eq(versions.id, second.versionId));
    await rebuild();
    const app = findApp(await readSource(), 'two');
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
    await publishIpa(store, {
      applicationId,
      build: 1,
      facts: { usageTexts: { NSCameraUsageDescription: 'For ships.' }, entitlements: { old: true } },
    });
    await publishIpa(store, {
      applicationId,
      build: 2,
      facts: {
        usageTexts: { NSCameraUsageDescription: 'For ships and boats.' },
        entitlements: { 'get-task-allow': false, 'application-identifier': 'A.b' },
        extensionEntitlements: ['com.apple.security.application-groups', 'get-task-allow'],
        extensionUsageTexts: { NSMicrophoneUsageDescription: 'For horns.' },
      },
    });
    await rebuild();
    expect(findApp(await readSource(), 'access')?.appPermissions).toEqual({
      entitlements: [
        'application-identifier',
        'com.apple.security.application-groups',
        'get-task-allow',
        'old',
      ],
      privacy: {
        NSCameraUsageDescription: 'For ships and boats.',
        NSMicrophoneUsageDescription: 'For horns.',
      },
    });
  });

  test('has the description, icon and screenshots of its listing, in its default language', async () => {
    const { appId } = await publishIpa(store, { applicationId: 'org.example.listed' });
    const texts = { name: 'Tides', summary: 'S', description: 'All **tides**', whatsNew: '', video: '' };
    await store.db
      .update(apps)
      .set({ publicDetails: { ...(await detailsOf(appId)), defaultLocale: 'de', category: 'utilities' } })
      .where(eq(apps.id, appId));
    for (const [locale, description] of [
      ['de', 'Alle **Gezeiten**'],
      ['en-US', texts.description],
    ] as const) {
      const listed = { ...texts, description };
      await store.db
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
    await store.db
      .insert(appGraphics)
      .values([
        graphic('icon', 'a'),
        graphic('phoneScreenshots', 'b'),
        graphic('tenInchScreenshots', 'c'),
        graphic('tvScreenshots', 'd'),
        graphic('phoneScreenshots', 'e', 'en-US'),
      ]);
    await rebuild();
    const picture = (digit: string) => `https://hub.example.org/quayside/graphics/${digit.repeat(64)}.webp`;
    const app = findApp(await readSource(), 'listed');
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
    const [row] = await store.db.select().from(apps).where(eq(apps.id, appId));
    if (!row) throw new Error('the app is missing');
    return row.publicDetails;
  }

  test.each(['unpublished', 'removed'] as const)('that is %s is in no source', async (status) => {
    const { appId } = await publishIpa(store, { applicationId: `org.example.${status}` });
    await rebuild();
    expect(findApp(await readSource(), status)).toBeDefined();
    await store.db.update(apps).set({ status }).where(eq(apps.id, appId));
    await queueRebuild(store.db, [appId]);
    await rebuildFeeds(store, { onlyChanges: true });
    expect(findApp(await readSource(), status)).toBeUndefined();
  });
});

describe('rollouts', () => {
  const addresses = Array.from({ length: 60 }, (_, at) => `192.0.2.${at}`);
  const release = (of: { appId: string; versionId: string }, set: object) =>
    store.db
      .insert(releases)
      .values({ ...of, track: 'stable', publication: 'immediate', ...set })
      .then(() => undefined);

  test('in stages reach a share of the addresses, and everybody else gets the earlier version', async () => {
    await publishIpa(store, { applicationId: 'org.example.staged', build: 1 });
    const next = await publishIpa(store, { applicationId: 'org.example.staged', build: 2 });
    await release(next, { percentage: 50 });
    await rebuild();
    const newest = await Promise.all(
      addresses.map(async (address) => {
        const app = findApp(await readSource('classic', address), 'staged');
        return app?.versions[0]?.buildVersion;
      }),
    );
    expect(new Set(newest)).toEqual(new Set(['1', '2']));
    // The same address always gets the same one.
    const again = findApp(await readSource('classic', addresses[0]), 'staged');
    expect(again?.versions[0]?.buildVersion).toBe(newest[0]);
  });

  test.each([
    ['beta', { track: 'beta' }],
    ['halted', { haltedAt: new Date() }],
    ['rolledback', { rolledBackAt: new Date() }],
  ])('a %s version is in no source', async (id, set) => {
    await publishIpa(store, { applicationId: `org.example.${id}`, build: 1 });
    await release(await publishIpa(store, { applicationId: `org.example.${id}`, build: 2 }), set);
    await rebuild();
    expect(findApp(await readSource(), id)?.versions.map(({ buildVersion }) => buildVersion)).toEqual(['1']);
  });
});

describe('bad data', () => {
  const problemOf = async (appId: string) => {
    const [row] = await store.db.select().from(feedProblems).where(eq(feedProblems.appId, appId));
    return row && [row.effect, row.reason];
  };

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['an empty version name', { versionName: ' ' }, /versionName: It’s empty/],
    ['no build version', { buildVersion: null }, /buildVersion/],
    ['a usage text that says nothing', { usageTexts: { NSCameraUsageDescription: ' ' } }, /no explanation/],
    ['usage texts that are no texts', { usageTexts: { NSCameraUsageDescription: 7 } }, /usageTexts/],
    ['missing extensions', { extensionEntitlements: undefined }, /extensionEntitlements/],
  ])('with %s leaves out that app alone, and is reported', async (what, facts, reason) => {
    const id = `bad${what.replaceAll(/\W/g, '')}`;
    const { appId } = await publishIpa(store, {
      applicationId: `org.example.${id}`,
      facts: facts as object,
    });
    await rebuild();
    const source = await readSource();
    expect(findApp(source, id)).toBeUndefined();
    expect(findApp(source, 'plain')).toBeDefined();
    expect(await problemOf(appId)).toEqual(['leftOut', expect.stringMatching(reason)]);
    await store.db.delete(versions).where(eq(versions.appId, appId));
  });

  test('in one version leaves out that version', async () => {
    await publishIpa(store, { applicationId: 'org.example.half', build: 1 });
    await publishIpa(store, { applicationId: 'org.example.half', build: 2, facts: { versionName: '' } });
    await rebuild();
    expect(findApp(await readSource(), 'half')?.versions).toHaveLength(1);
  });

  test('two versions with the same name and build are listed once', async () => {
    const first = await publishIpa(store, { applicationId: 'org.example.twice', build: 1 });
    const { versionId } = await publishIpa(store, {
      applicationId: 'org.example.twice',
      build: 2,
      facts: { versionName: '1.1', buildVersion: '1' },
    });
    await rebuild();
    const listed = findApp(await readSource(), 'twice')?.versions ?? [];
    expect(listed.map(({ downloadURL }) => downloadURL)).toEqual([expect.stringContaining(versionId)]);
    expect(await problemOf(first.appId)).toEqual(['leftOut', 'One of two versions 1.1 (1) is omitted.']);
  });

  test('an app without any icon is left out', async () => {
    const { appId } = await publishIpa(store, { applicationId: 'org.example.noicon', hasIcon: false });
    await rebuild();
    expect(findApp(await readSource(), 'noicon')).toBeUndefined();
    expect(await problemOf(appId)).toEqual(['leftOut', 'It has no icon. Add one to its listing.']);
  });

  test('an invalid minimum system, category and control character are left out', async () => {
    const { appId } = await publishIpa(store, {
      applicationId: 'org.example.odd',
      facts: { minimumOs: 'fifteen' },
    });
    await store.db.update(apps).set({ name: 'Ti\u0007des' }).where(eq(apps.id, appId));
    await rebuild();
    const app = findApp(await readSource(), 'odd');
    expect(app?.name).toBe('Tides');
    expect(app?.versions[0]).not.toHaveProperty('minOSVersion');
  });

  test('an app that is too large loses earlier versions', async () => {
    const long = 'x'.repeat(900);
    const texts = (at: number) =>
      Object.fromEntries(
        Array.from({ length: 90 }, (_, index) => [`NS${at}x${index}UsageDescription`, long]),
      );
    let appId = '';
    for (const build of [1, 2, 3, 4, 5]) {
      ({ appId } = await publishIpa(store, {
        applicationId: 'org.example.large',
        build,
        facts: { usageTexts: texts(build) },
      }));
    }
    await rebuild();
    expect(findApp(await readSource(), 'large')?.versions).toHaveLength(1);
    expect(await problemOf(appId)).toEqual([
      'plain',
      expect.stringMatching(/too large for the AltStore source/),
    ]);
  });
});

describe('the document', () => {
  test('has an entity tag, which stays the same without changes', async () => {
    await rebuild();
    const first = await send('source.json');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-type')).toBe('application/json');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(
      createHash('sha256')
        .update(Buffer.from(await first.arrayBuffer()))
        .digest('hex'),
    ).toBe(JSON.parse(etag));
    expect(await rebuild()).toBe('unchanged');
    expect((await send('source.json', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test('is the same after only the changes as after rendering everything', async () => {
    const { appId } = await publishIpa(store, { applicationId: 'org.example.later' });
    await queueRebuild(store.db, [appId]);
    await rebuildFeeds(store, { onlyChanges: true });
    const before = await readSources(store.db);
    await store.db.delete(altstoreApps);
    await rebuild();
    expect((await readSources(store.db))?.contentSha256).toBe(before?.contentSha256);
  });

  test('is made again when its file is lost, and replaced files are removed', async () => {
    const readKey = async () => (await readSources(store.db))?.files['source.json']?.key ?? '';
    const lost = await readKey();
    await store.storage.delete(lost);
    expect(await rebuild()).toBe('made');
    await readSource();
    const key = await readKey();
    // A late removal of the replaced file must not take the new one.
    expect(key).not.toBe(lost);
    expect(await removeUnused(store, [key], null)).toEqual([]);
    await publishIpa(store, { applicationId: 'org.example.another' });
    await rebuild();
    expect(await removeUnused(store, [key], null)).toEqual([key]);
  });
});

describe('a package', () => {
  test('is served with ranges and caching, and counted once', async () => {
    const { versionId, bytes, sha256 } = await publishIpa(store, { applicationId: 'org.example.file' });
    const path = `packages/${versionId}.ipa`;
    const whole = await send(path);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'attachment; filename="org.example.file_1.1.ipa"',
    });
    const rest = await send(path, { headers: { Range: 'bytes=900-', 'If-Range': `"${sha256}"` } });
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(900))).toBe(true);
    await store.services.get(downloadJournal).flush();
    const [counted] = await store.db.select().from(downloads).where(eq(downloads.versionId, versionId));
    expect(counted?.count).toBe(1);
  });

  test.each([
    ['unpublished', 404],
    ['removed', 410],
    ['approved', 404],
  ] as const)('of a version that is %s responds with %i', async (status, code) => {
    const { versionId } = await publishIpa(store, { applicationId: `org.example.file${status}` });
    await store.db.update(versions).set({ status }).where(eq(versions.id, versionId));
    expect((await send(`packages/${versionId}.ipa`)).status).toBe(code);
  });

  test('of a removed app responds with 410', async () => {
    const { appId, versionId } = await publishIpa(store, { applicationId: 'org.example.fileapp' });
    await store.db.update(apps).set({ status: 'removed' }).where(eq(apps.id, appId));
    expect((await send(`packages/${versionId}.ipa`)).status).toBe(410);
  });

  test.each(['x', '.ipa', `${'a'.repeat(65)}.ipa`, '..%2f..%2fsecret.ipa', 'nothing.ipa'])(
    '%j is nowhere',
    async (file) => {
      expect((await send(`packages/${file}`)).status).toBe(404);
    },
  );

  test('of an Android app is not served', async () => {
    const { versionId } = await publishDirectly(store, { applicationId: 'org.example.apk', versionCode: 1 });
    expect((await send(`packages/${versionId}.ipa`)).status).toBe(404);
  });
});
