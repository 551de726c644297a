import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { z } from 'zod';
import {
  catalogAppDetailsSchema,
  catalogPageSchema,
  catalogStoreSchema,
  catalogVersionsPageSchema,
} from '#shared/apps/catalog.ts';
import { waitForJobs } from '#test/support/jobs.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { childrenOf, parseXml, textOf } from '#test/support/xml.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { MAX_REQUESTS } from './request-limit.ts';

const PUBLIC_URL = 'https://apps.example.org/harbour/';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { BASE_PATH: '/harbour/', PUBLIC_URL } });
});
afterAll(() => server[Symbol.asyncDispose]());

let requests = 0;
/** Requests from a new address each time, so that tests don't reach the limit together. */
function send(path: string, headers: Record<string, string> = {}): Promise<Response> {
  requests += 1;
  const address = `198.51.${Math.floor(requests / 250)}.${requests % 250}`;
  return fetch(`${server.url}catalog/v1/${path}`, { headers: { 'X-Forwarded-For': address, ...headers } });
}

async function read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
  const response = await send(path);
  expect([path, response.status]).toEqual([path, 200]);
  return schema.parse(await response.json());
}

async function readError(path: string) {
  const response = await send(path);
  const { error } = (await response.json()) as { error: { status: string; message: string } };
  return { httpStatus: response.status, ...error };
}

const rebuild = () => rebuildWhenFree(server.context, { isForced: true });

async function publish(draft: Partial<Parameters<typeof publishDirectly>[1]> = {}) {
  const applicationId = draft.applicationId ?? `org.example.a${randomUUID().slice(0, 8)}`;
  const published = await publishDirectly(server.context, { versionCode: 1, ...draft, applicationId });
  return { applicationId, ...published };
}

/** Publishes an app for iOS, made from one for Android. */
async function publishIos(name: string) {
  const { db } = server.context;
  const app = await publish({ name });
  await db.update(apps).set({ platform: 'ios' }).where(eq(apps.id, app.appId));
  await db.execute(`
    UPDATE versions SET version_code = NULL, build_order = '{2,1}',
      package = '{"platform": "ios", "versionName": "2.1", "minimumOs": "15.0", "permissions": [],
        "usageTexts": {"NSCameraUsageDescription": "To scan codes"}}'
    WHERE id = '${app.versionId}'`);
  return app;
}

async function addTexts(appId: string, locale: string, texts: Record<string, string>) {
  const publicTexts = { name: 'Name', summary: '', description: '', whatsNew: '', video: '', ...texts };
  await server.context.db
    .insert(appListings)
    .values({ appId, locale, texts: publicTexts, publicTexts, updatedByUid: 'publisher' });
}

const app = (applicationId: string, platform = 'android') => `apps/${platform}/${applicationId}`;

describe('the list', () => {
  test('has the published apps of both platforms, with complete addresses', async () => {
    const { applicationId } = await publish({ name: 'Sextant', summary: 'Finds your place' });
    const ios = await publishIos('Sextant for iOS');
    await rebuild();
    const { apps: found } = await read('apps?q=sextant', catalogPageSchema);
    expect(found.map(({ platform }) => platform).sort()).toEqual(['android', 'ios']);
    expect(found.find(({ platform }) => platform === 'android')).toMatchObject({
      applicationId,
      name: 'Sextant',
      summary: 'Finds your place',
      language: 'en-US',
      developerName: 'Harbour Works',
      category: null,
      pageUrl: `${PUBLIC_URL}fdroid/repo/?app=${applicationId}`,
      versionName: '1.1',
    });
    expect(await read('apps?platform=ios&q=sextant', catalogPageSchema)).toMatchObject({
      apps: [
        { pageUrl: `${PUBLIC_URL}fdroid/repo/?app=${ios.applicationId}&platform=ios`, versionName: '2.1' },
      ],
      nextCursor: null,
    });
  });

  test('is paged by a cursor, newest first, also among equal times', async () => {
    const publishedAt = new Date('2021-05-05T05:05:05.123Z');
    for (let count = 0; count < 5; count += 1) await publish({ name: 'Buoy', publishedAt });
    await publish({ name: 'Buoy, newest', publishedAt: new Date('2022-01-01') });
    await rebuild();
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: z.output<typeof catalogPageSchema> = await read(
        `apps?q=buoy&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
        catalogPageSchema,
      );
      found.push(...page.apps.map(({ applicationId }) => applicationId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([found.length, new Set(found).size]).toEqual([6, 6]);
    expect(found.slice(1)).toEqual(found.slice(1).sort());
  });

  test('is filtered by category and by time', async () => {
    const { appId, applicationId } = await publish({ name: 'Gauge', publishedAt: new Date('2023-03-03') });
    await addTexts(appId, 'en-US', { name: 'Gauge' });
    const [row] = await server.context.db.select().from(apps).where(eq(apps.id, appId));
    await server.context.db
      .update(apps)
      .set({ publicDetails: { ...row!.publicDetails, category: 'navigation' } })
      .where(eq(apps.id, appId));
    await rebuild();
    const ids = async (query: string) =>
      (await read(`apps?q=gauge&${query}`, catalogPageSchema)).apps.map((found) => found.applicationId);
    expect(await ids('category=navigation')).toEqual([applicationId]);
    expect(await ids('category=games')).toEqual([]);
    expect(await ids('updatedSince=2023-03-03T00:00:00Z')).toEqual([applicationId]);
    expect(await ids('updatedSince=2023-03-03T00:00:01Z')).toEqual([]);
  });

  test('has texts in the wanted language where there are any', async () => {
    const { appId, applicationId } = await publish({ name: 'Ferry', summary: 'Timetables' });
    await addTexts(appId, 'de', { name: 'Fähre', summary: 'Fahrpläne', description: 'Alle Fähren.' });
    await rebuild();
    const first = async (query: string) => (await read(`apps?q=ferry&${query}`, catalogPageSchema)).apps[0];
    expect(await first('language=de-AT')).toMatchObject({
      name: 'Fähre',
      summary: 'Fahrpläne',
      language: 'de',
    });
    expect(await first('language=fr')).toMatchObject({ name: 'Ferry', language: 'en-US' });
    expect(await read(`${app(applicationId)}?language=de`, catalogAppDetailsSchema)).toMatchObject({
      name: 'Fähre',
      descriptionHtml: '<p>Alle Fähren.</p>',
      languages: ['de'],
    });
  });

  test.each([
    'platform=windows',
    'limit=0',
    'limit=101',
    'limit=x',
    'language=de_DE',
    'language=<script>',
    'updatedSince=yesterday',
    'cursor=',
    'cursor=%21%21',
    `cursor=${Buffer.from('["1970-01-01T00:00:00Z"]').toString('base64url')}`,
    `cursor=${Buffer.from('["+275760-09-13","",""]').toString('base64url')}`,
    `cursor=${Buffer.from('[1,{},[]]').toString('base64url')}`,
    `cursor=${'x'.repeat(5_000)}`,
    `q=${'x'.repeat(101)}`,
  ])('rejects ?%s, and says why', async (query) => {
    const { httpStatus, status, message } = await readError(`apps?${query}`);
    expect([httpStatus, status]).toEqual([400, 'INVALID_ARGUMENT']);
    expect(message).not.toBe('');
  });

  test('needs the same few queries for fifty apps as for one', async () => {
    for (let count = 0; count < 12; count += 1) {
      const { appId } = await publish({ name: 'Many' });
      await addTexts(appId, 'de', { name: 'Viele' });
    }
    await rebuild();
    await waitForJobs(server.context.pool);
    const counter = vi.spyOn(server.context.pool, 'query');
    try {
      // The least of several, because jobs of the server use the same pool.
      const countQueries = async (path: string) => {
        const counts: number[] = [];
        for (let round = 0; round < 5; round += 1) {
          counter.mockClear();
          expect((await send(path)).status).toBe(200);
          counts.push(counter.mock.calls.length);
        }
        return Math.min(...counts);
      };
      await send('apps?q=many&limit=1&language=de');
      const one = await countQueries('apps?q=many&limit=1&language=de');
      expect(one).toBeLessThanOrEqual(3);
      expect(await countQueries('apps?q=many&limit=100&language=de')).toBe(one);
    } finally {
      counter.mockRestore();
    }
  });
});

describe('an app', () => {
  test('has its listing, permissions in plain words and versions with hashes', async () => {
    const { applicationId, sha256, versionId } = await publish({
      versionCode: 7,
      facts: {
        permissions: [{ name: 'android.permission.CAMERA' }, { name: 'android.permission.INTERNET' }],
      },
    });
    await server.context.db
      .update(versions)
      .set({ releaseNotes: { 'en-US': 'Faster <b>charts</b>', de: 'Schneller' } })
      .where(eq(versions.id, versionId));
    await rebuild();
    const found = await read(app(applicationId), catalogAppDetailsSchema);
    expect(found.permissions).toEqual([
      { name: 'android.permission.CAMERA', explanation: 'Take photos and record video.' },
      { name: 'android.permission.INTERNET', explanation: null },
    ]);
    expect(found.versions).toEqual([
      {
        versionName: '1.7',
        versionCode: 7,
        publishedAt: expect.any(String),
        size: 1_000,
        sha256,
        minimumOs: 'Android 7.0 (API 24)',
        releaseNotes: 'Faster <b>charts</b>',
        downloadUrl: `${PUBLIC_URL}fdroid/repo/${applicationId}_7.apk`,
        provenance: null,
      },
    ]);
    const german = await read(`${app(applicationId)}/versions?language=de`, catalogVersionsPageSchema);
    expect(german.versions[0]?.releaseNotes).toBe('Schneller');
  });

  test('for iOS has its own minimum, keys and package', async () => {
    const { applicationId, versionId } = await publishIos('Anchor');
    await rebuild();
    expect(await read(app(applicationId, 'ios'), catalogAppDetailsSchema)).toMatchObject({
      platform: 'ios',
      permissions: [{ name: 'NSCameraUsageDescription', explanation: 'Take photos and record video.' }],
      versions: [
        {
          versionCode: null,
          minimumOs: 'iOS 15.0',
          downloadUrl: `${PUBLIC_URL}altstore/packages/${versionId}.ipa`,
        },
      ],
    });
    expect((await send(app(applicationId))).status).toBe(404);
  });

  test('has pages of versions', async () => {
    const { applicationId } = await publish({ versionCode: 1 });
    for (let versionCode = 2; versionCode <= 5; versionCode += 1)
      await publish({ applicationId, versionCode });
    await rebuild();
    const path = `${app(applicationId)}/versions?limit=3`;
    const first = await read(path, catalogVersionsPageSchema);
    expect(first.versions.map(({ versionCode }) => versionCode)).toEqual([5, 4, 3]);
    const second = await read(`${path}&cursor=${first.nextCursor}`, catalogVersionsPageSchema);
    expect(second.versions.map(({ versionCode }) => versionCode)).toEqual([2, 1]);
    expect(second.nextCursor).toBeNull();
    const forged = Buffer.from(JSON.stringify(['{1}) OR true --'])).toString('base64url');
    expect(await readError(`${path}&cursor=${forged}`)).toMatchObject({ httpStatus: 400 });
  });

  test('shows only what everyone gets', async () => {
    const { applicationId } = await publish({ versionCode: 1 });
    const staged = await publish({ applicationId, versionCode: 2 });
    const beta = await publish({ applicationId, versionCode: 3 });
    const values = { publication: 'immediate', appId: staged.appId } as const;
    await server.context.db.insert(releases).values([
      { ...values, versionId: staged.versionId, track: 'stable', percentage: 99 },
      { ...values, versionId: beta.versionId, track: 'beta' },
    ]);
    await rebuild();
    const found = await read(app(applicationId), catalogAppDetailsSchema);
    expect([found.versionName, found.versions.map(({ versionCode }) => versionCode)]).toEqual(['1.1', [1]]);
  });

  test.each([
    ['unpublished', { status: 'unpublished' }],
    ['removed', { status: 'removed', removedFrom: 'published', removalReason: 'Malware' }],
  ] as const)('that is %s disappears at once', async (_, change) => {
    const { appId, applicationId } = await publish({ name: `Vanishing ${randomUUID()}` });
    await rebuild();
    await read(app(applicationId), catalogAppDetailsSchema);
    await server.context.db.update(apps).set(change).where(eq(apps.id, appId));
    for (const part of ['', '/versions', '/releases.atom']) {
      expect(await readError(`${app(applicationId)}${part}`)).toMatchObject({
        httpStatus: 404,
        status: 'NOT_FOUND',
      });
    }
    expect(await read(`apps?q=${applicationId}`, catalogPageSchema)).toMatchObject({ apps: [] });
    expect(await (await send('releases.atom')).text()).not.toContain(applicationId);
  });

  test('whose newest version was rolled back shows the one before at the next rebuild, and the new one no more', async () => {
    const { applicationId } = await publish({ versionCode: 1 });
    const second = await publish({ applicationId, versionCode: 2 });
    await rebuild();
    await server.context.db.insert(releases).values({
      versionId: second.versionId,
      appId: second.appId,
      track: 'stable',
      publication: 'immediate',
      rolledBackAt: new Date(),
    });
    const { versions: shown } = await read(`apps?q=${applicationId}`, catalogPageSchema).then(
      async (page) => {
        expect(page.apps).toEqual([]);
        await rebuild();
        return read(app(applicationId), catalogAppDetailsSchema);
      },
    );
    expect(shown.map(({ versionCode }) => versionCode)).toEqual([1]);
  });

  test.each([
    'apps/android/..%2f..%2fsecret',
    'apps/windows/org.example.x',
    'apps/android/%F0%9F%9A%A2',
    'nothing',
    '',
  ])('%s is not found', async (path) => {
    expect(await readError(path)).toMatchObject({ httpStatus: 404, status: 'NOT_FOUND' });
  });
});

describe('responses', () => {
  test('have an entity tag, and are not sent again while they are the same', async () => {
    for (const path of ['apps', 'store', 'openapi.json', 'releases.atom']) {
      const first = await send(path);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const again = await send(path, { 'If-None-Match': first.headers.get('etag') ?? '' });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
    }
  });

  test('may be read by the scripts of any site', async () => {
    expect((await send('apps')).headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await fetch(`${server.url}catalog/v1/apps`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD,OPTIONS');
    expect((await fetch(`${server.url}catalog/v1/apps`, { method: 'POST' })).status).toBe(404);
  });

  test('stop after many requests of one network in a minute', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.77' };
    // The clock stands still, so that no minute ends in between.
    const clock = vi.spyOn(server.context, 'clock').mockReturnValue(new Date());
    onTestFinished(() => clock.mockRestore());
    const statuses = new Set<number>();
    for (let count = 0; count < MAX_REQUESTS; count += 1) {
      statuses.add((await send('nothing', headers)).status);
    }
    expect([...statuses]).toEqual([404]);
    const response = await send('apps', headers);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const path of ['sitemap.xml', 'sitemap-1.xml', 'robots.txt', '../robots.txt']) {
      expect([path, (await fetch(new URL(path, server.url), { headers })).status]).toEqual([path, 429]);
    }
    expect((await send('apps')).status).toBe(200);
  });

  test('are compressed, with an entity tag of each compression and a date', async () => {
    const plain = await send('openapi.json', { 'Accept-Encoding': 'identity' });
    const text = await plain.text();
    expect(plain.headers.get('content-encoding')).toBeNull();
    const etags = [plain.headers.get('etag')];
    for (const encoding of ['br', 'gzip']) {
      const response = await send('openapi.json', { 'Accept-Encoding': encoding });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(await response.text()).toBe(text);
      const etag = response.headers.get('etag') ?? '';
      etags.push(etag);
      const again = await send('openapi.json', { 'Accept-Encoding': encoding, 'If-None-Match': etag });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    }
    expect(new Set(etags).size).toBe(3);
    expect(Date.parse(plain.headers.get('last-modified') ?? '')).toBeLessThan(Date.now());
  });

  test('describe the store and the whole API', async () => {
    expect(await read('store', catalogStoreSchema)).toMatchObject({
      name: 'Quayside',
      repositoryUrl: `${PUBLIC_URL}fdroid/repo`,
      altstoreUrl: `${PUBLIC_URL}altstore/source.json`,
      altstorePalUrl: `${PUBLIC_URL}altstore/pal.json`,
    });
    const description = (await (await send('openapi.json')).json()) as {
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
    };
    expect(Object.keys(description.paths)).toEqual([
      '/store',
      '/apps',
      '/apps/{platform}/{applicationId}',
      '/apps/{platform}/{applicationId}/versions',
      '/apps/{platform}/{applicationId}/provenance/{sha256}',
    ]);
    expect(description.paths['/apps']?.get.parameters.map(({ name }) => name)).toContain('updatedSince');
  });
});

describe('Atom feeds', () => {
  test('are well-formed with every text that a listing can have', async () => {
    const name = `]]> <script> & "Tides" \u{1F6A2}`;
    const { applicationId, versionId, appId } = await publish({ name, summary: '<b>&amp;</b>' });
    await publish({ applicationId, versionCode: 2 });
    await server.context.db
      .update(versions)
      .set({ releaseNotes: { 'en-US': 'One\n<two> & \uFFFE three' } })
      .where(eq(versions.id, versionId));
    await rebuild();
    const store = parseXml(await (await send('releases.atom')).text());
    const [entry] = childrenOf(store, 'entry');
    expect(textOf(entry!, 'title')).toBe(`${name} 1.2`);
    expect(textOf(entry!, 'content')).toBe('<b>&amp;</b>');
    const response = await send(`${app(applicationId)}/releases.atom`);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(await response.text());
    expect(feed.attributes).toEqual({ xmlns: 'http://www.w3.org/2005/Atom' });
    expect(textOf(feed, 'id')).toBe(`${PUBLIC_URL}catalog/v1/apps/android/${applicationId}/releases.atom`);
    const entries = childrenOf(feed, 'entry');
    expect(entries.map((item) => textOf(item, 'title'))).toEqual([`${name} 1.2`, `${name} 1.1`]);
    expect(new Set(entries.map((item) => textOf(item, 'id'))).size).toBe(2);
    expect(textOf(entries[1]!, 'content')).toBe('One\n<two> &  three');
    expect(textOf(feed, 'updated')).toBe(textOf(entries[0]!, 'updated'));
    await server.context.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, appId));
  });
});

describe('for search engines', () => {
  const sendFile = (path: string) => fetch(`${server.url}${path}`);

  test('the sitemap has the page of every app', async () => {
    const { applicationId } = await publish();
    await rebuild();
    const index = parseXml(await (await sendFile('sitemap.xml')).text());
    expect(childrenOf(index, 'sitemap').map((part) => textOf(part, 'loc'))).toEqual([
      `${PUBLIC_URL}sitemap-1.xml`,
    ]);
    const response = await sendFile('sitemap-1.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const addresses = childrenOf(parseXml(await response.text()), 'url').map((url) => textOf(url, 'loc'));
    expect(addresses[0]).toBe(`${PUBLIC_URL}fdroid/repo/`);
    expect(addresses).toContain(`${PUBLIC_URL}fdroid/repo/?app=${applicationId}`);
    for (const part of [2, 100, 101]) expect((await sendFile(`sitemap-${part}.xml`)).status).toBe(404);
  });

  test('robots.txt names the sitemap, also at the root of the host', async () => {
    const text = await (await sendFile('robots.txt')).text();
    expect(text).toContain(`Sitemap: ${PUBLIC_URL}sitemap.xml\n`);
    for (const path of ['dashboard', 'fdroid/repo/*.apk$', 'altstore/'])
      expect(text).toContain(`Disallow: /harbour/${path}\n`);
    expect(await (await fetch(new URL('/robots.txt', server.url))).text()).toBe(text);
  });

  test('robots.txt lets Atom feeds be read, and the rest of the catalog not', async () => {
    const lines = (await (await sendFile('robots.txt')).text()).split('\n');
    const rules = lines.flatMap((line) => {
      const [, kind, path = ''] = /^(Allow|Disallow): (.*)$/.exec(line) ?? [];
      const parts = path.split('*').map((part) => part.replaceAll(/[.?]/g, '\\$&'));
      return kind ? [{ isAllowed: kind === 'Allow', path, pattern: new RegExp(`^${parts.join('.*')}`) }] : [];
    });
    // The longest rule counts (RFC 9309, section 2.2.2).
    const canRead = (path: string) =>
      rules
        .filter(({ pattern }) => pattern.test(path))
        .sort((one, other) => other.path.length - one.path.length)[0]?.isAllowed ?? true;
    const feeds = ['releases.atom', 'apps/android/org.example.tides/releases.atom'];
    expect(feeds.map((feed) => canRead(`/harbour/catalog/v1/${feed}`))).toEqual([true, true]);
    expect(
      ['store', 'apps', 'apps/android/org.example.tides'].map((path) =>
        canRead(`/harbour/catalog/v1/${path}`),
      ),
    ).toEqual([false, false, false]);
  });
});
