import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForJobs } from '#test/support/jobs.ts';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feeds } from '../../platform/db/tables/feeds.ts';
import { appGraphics, appListings } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { writeSettings } from '../../platform/settings.ts';
import { fingerprint, readSigningKey } from '../signing/key.ts';

const PUBLIC_URL = 'https://apps.example.org/harbour/west/';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { BASE_PATH: '/harbour/west/', PUBLIC_URL } });
});
afterAll(() => server[Symbol.asyncDispose]());

const send = (query = '', init: RequestInit = {}) => fetch(`${server.url}fdroid/repo/${query}`, init);
const read = async (query = '') => (await send(query)).text();
const rebuild = () => rebuildWhenFree(server.context, { isForced: true });

/** Publishes an app of its own for a test. */
async function publish(draft: Partial<Parameters<typeof publishDirectly>[1]> = {}) {
  const applicationId = draft.applicationId ?? `org.example.a${randomUUID().slice(0, 8)}`;
  return {
    applicationId,
    ...(await publishDirectly(server.context, { versionCode: 1, ...draft, applicationId })),
  };
}

async function release(
  { appId, versionId }: { appId: string; versionId: string },
  rollout: { track?: 'stable' | 'beta'; percentage?: number },
) {
  await server.context.db
    .insert(releases)
    .values({ versionId, appId, track: 'stable', publication: 'immediate', ...rollout });
}

describe('before the first generation of the feed', () => {
  test('asks to try again soon', async () => {
    await waitForJobs(server.context.pool);
    await server.context.db.delete(feeds);
    const response = await send();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('is being prepared');
    await rebuild();
  });
});

describe('the page of the store', () => {
  test('shows its name, fingerprint, QR code and links, at the public address', async () => {
    await server.context.db.transaction((tx) => writeSettings(tx, { storeName: 'Tidewater & Sons' }));
    const signer = fingerprint(await readSigningKey(server.context));
    const page = await read();
    expect(page).toContain('<title>Tidewater &amp; Sons</title>');
    expect(page).toContain(`data-text="${PUBLIC_URL}fdroid/repo?fingerprint=${signer}"`);
    expect(page).toContain(signer.match(/.{4}/g)?.join(' '));
    expect(page).toContain(
      `href="fdroidrepos://apps.example.org/harbour/west/fdroid/repo?fingerprint=${signer}"`,
    );
    expect(page).toContain('aria-label="QR code of the repository address"');
    expect(page).toContain('<base href="/harbour/west/fdroid/repo/">');
    expect(page).toContain('No apps yet.');
  });

  test('with iOS apps alone speaks of no Android apps, and has no filter by platform', async () => {
    const { appId } = await publishIpa(server.context, { applicationId: 'org.example.lonely' });
    await rebuild();
    const page = await read();
    expect(page).toContain('<p>iOS apps from Tidewater &amp; Sons.');
    expect(page).toContain('<meta name="description" content="Apps from Tidewater &amp; Sons. Every');
    expect(page).not.toContain('name="platform"');
    await server.context.db.delete(versions).where(eq(versions.appId, appId));
    await rebuild();
    expect(await read()).toContain('Android apps from Tidewater');
  });

  test('is the same with and without a slash or a fingerprint', async () => {
    const page = await read();
    const withoutSlash = await fetch(`${server.url}fdroid/repo`);
    expect(await withoutSlash.text()).toBe(page);
    expect(await (await fetch(`${server.url}fdroid/repo?fingerprint=AB`)).text()).toBe(page);
  });

  test('lists the newest version of each published app, and changes with the feed', async () => {
    const { applicationId } = await publish({ name: 'Harbour', summary: 'Tides and moorings' });
    expect(await read()).not.toContain('Harbour');
    await rebuild();
    expect(await read()).toContain('>1 app<');
    await publish({ applicationId, versionCode: 12 });
    await rebuild();
    const page = await read();
    expect(page).toMatch(/Harbour[\s\S]*Tides and moorings[\s\S]*1\.12/);
    expect(page.match(new RegExp(`id="${applicationId}"`, 'g'))).toHaveLength(1);
  });

  test('escapes names, summaries and searches', async () => {
    const name = '<script>alert(1)</script>"\'&';
    const { applicationId } = await publish({ name, summary: '<img src=x onerror=alert(2)>' });
    await rebuild();
    for (const query of ['', `?app=${applicationId}`, `?q=${encodeURIComponent(name)}`]) {
      const page = await read(query);
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
      expect(page).not.toContain('<script>alert');
      expect(page).not.toContain('<img src=x');
    }
  });

  test('allows only its own style and script', async () => {
    const response = await send();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src 'self'/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).not.toMatch(/<[^>]* (?:style|on[a-z]+)=/);
  });

  test('is not sent again while it is the same', async () => {
    const first = await send();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await send('', { headers: { 'If-None-Match': `"x", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await publish();
    await rebuild();
    expect((await send('', { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  test('responds to HEAD without a body, and to no other method', async () => {
    const head = await send('', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBe((await send()).headers.get('etag'));
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await send('', { method })).status).toBe(404);
    }
  });

  test('leaves the files of the feed to store clients', async () => {
    expect((await send('entry.json')).headers.get('content-type')).toBe('application/json');
    expect((await send('nothing')).status).toBe(404);
  });
});

describe('apps that are not for everyone', () => {
  test.each([
    ['unpublished', { status: 'unpublished' }],
    ['removed', { status: 'removed', removedFrom: 'published', removalReason: 'Malware' }],
  ] as const)('an %s app disappears at once', async (_, change) => {
    const { appId, applicationId } = await publish();
    await rebuild();
    expect(await read()).toContain(applicationId);
    await server.context.db.update(apps).set(change).where(eq(apps.id, appId));
    expect(await read()).not.toContain(applicationId);
    expect((await send(`?app=${applicationId}`)).status).toBe(404);
  });

  test('a draft and an app with only a removed version are not listed', async () => {
    const draft = await publish();
    await server.context.db.update(apps).set({ status: 'draft' }).where(eq(apps.id, draft.appId));
    const removed = await publish();
    await rebuild();
    await server.context.db
      .update(versions)
      .set({ status: 'removed' })
      .where(eq(versions.id, removed.versionId));
    const page = await read();
    expect(page).not.toContain(draft.applicationId);
    expect(page).not.toContain(removed.applicationId);
  });

  test('a beta version is not listed, nor its app without another one', async () => {
    const onlyBeta = await publish({ name: 'Only beta' });
    await release(onlyBeta, { track: 'beta' });
    const stable = await publish({ versionCode: 3 });
    await release(await publish({ applicationId: stable.applicationId, versionCode: 4 }), { track: 'beta' });
    await rebuild();
    expect(await read()).not.toContain('Only beta');
    expect((await send(`?app=${onlyBeta.applicationId}`)).status).toBe(404);
    expect(await read(`?app=${stable.applicationId}`)).toContain('Version 1.3<');
  });

  test('a staged rollout is not listed until everyone gets it', async () => {
    const { applicationId } = await publish({ versionCode: 3 });
    const staged = await publish({ applicationId, versionCode: 4 });
    await release(staged, { percentage: 20 });
    await rebuild();
    expect(await read(`?app=${applicationId}`)).toContain('Version 1.3<');
    await server.context.db
      .update(releases)
      .set({ percentage: 100 })
      .where(eq(releases.versionId, staged.versionId));
    await rebuild();
    expect(await read(`?app=${applicationId}`)).toContain('Version 1.4<');
  });
});

describe('the page of an app', () => {
  test('shows its live listing, and lowers the headings of the description', async () => {
    const { db } = server.context;
    const { appId, applicationId } = await publish({ name: 'Almanac', icon: Buffer.from('an icon') });
    const publicTexts = {
      name: 'Almanac',
      summary: 'The year at sea',
      description: '# Moon\n\nPhases and **tides**. <script>alert(1)</script>',
      whatsNew: '',
      video: '',
    };
    await db
      .insert(appListings)
      .values({ appId, locale: 'en-US', texts: publicTexts, publicTexts, updatedByUid: 'publisher' });
    const sha256 = 'ab'.repeat(32);
    await db.insert(appGraphics).values({
      id: randomUUID(),
      appId,
      locale: 'en-US',
      kind: 'phoneScreenshots',
      key: `graphics/${sha256}.png`,
      sha256,
      size: 10,
      width: 320,
      height: 640,
      position: 0,
      isPublic: true,
      publicPosition: 0,
    });
    await db
      .update(apps)
      .set({
        publicDetails: {
          ...(await readDetails(appId)),
          license: 'MIT',
          website: 'https://almanac.example/moon',
          sourceCode: 'javascript:alert(1)',
        },
      })
      .where(eq(apps.id, appId));
    await rebuild();
    const page = await read(`?app=${applicationId}`);
    expect(page).toMatch(/<h1 lang="en-US">Almanac<\/h1>/);
    expect(page).toContain('Harbour Works');
    expect(page).toContain('phoneScreenshots/');
    expect(page).toContain(`href="/harbour/west/fdroid/repo/${applicationId}_1.apk"`);
    expect(page).toContain(
      '<a href="https://almanac.example/moon" rel="nofollow noreferrer ugc">almanac.example</a>',
    );
    expect(page).not.toContain('javascript:');
    expect(page).not.toContain('<script>alert');
    const icon = /<img class="icon" src="([^"]+)"/.exec(page)?.[1];
    expect(await (await send(icon)).text()).toBe('an icon');
  });

  async function readDetails(appId: string) {
    const [row] = await server.context.db.select().from(apps).where(eq(apps.id, appId));
    if (!row) throw new Error('the app is missing');
    return row.publicDetails;
  }

  test('says in plain words what the app can access, and lists the rest', async () => {
    const { applicationId } = await publish({
      facts: { permissions: [{ name: 'android.permission.CAMERA' }, { name: 'org.example.<b>OWN</b>' }] },
    });
    await rebuild();
    const page = await read(`?app=${applicationId}`);
    expect(page).toContain('<li>Take photos and record video.<code>CAMERA</code></li>');
    expect(page).toContain('<summary>1 more permission</summary>');
    expect(page).toContain('<code>org.example.&lt;b&gt;OWN&lt;/b&gt;</code>');
    const { applicationId: modest } = await publish();
    await rebuild();
    expect(await read(`?app=${modest}`)).toContain('It asks for no access to private data');
    await publishIpa(server.context, {
      applicationId: 'org.example.horn',
      facts: {
        usageTexts: { NSNewThingUsageDescription: 'For ships.' },
        extensionUsageTexts: { NSMicrophoneUsageDescription: 'For horns.' },
      },
    });
    await publishIpa(server.context, {
      applicationId: 'org.example.novel',
      facts: { usageTexts: { NSNewThingUsageDescription: 'For ships.' } },
    });
    await rebuild();
    expect(await read('?app=org.example.horn&platform=ios')).toContain(
      '<li>Record sound with the microphone.',
    );
    expect(await read('?app=org.example.novel&platform=ios')).not.toContain('It asks for no access');
  });

  test('has the history of versions, in pages', async () => {
    const { applicationId, sha256 } = await publish({ versionCode: 1 });
    for (let versionCode = 2; versionCode <= 21; versionCode++) await publish({ applicationId, versionCode });
    await rebuild();
    const page = await read(`?app=${applicationId}`);
    expect(page.match(/<li><details>/g)).toHaveLength(20);
    expect(page).not.toContain(sha256);
    const [, older = ''] = /href="([^"]+)#history">Older versions/.exec(page) ?? [];
    const next = await read(older.replaceAll('&amp;', '&'));
    expect(next.match(/<li><details>/g)).toHaveLength(1);
    expect(next).toContain(`<dt>SHA-256</dt><dd><code>${sha256}</code>`);
    expect(next).toContain(`href="/harbour/west/fdroid/repo/${applicationId}_1.apk"`);
    expect((await send(`?app=${applicationId}&after=${'x'.repeat(900)}`)).status).toBe(400);
  });

  test('has a preview for links to it', async () => {
    const { applicationId } = await publish({
      name: 'Log "book"',
      summary: 'Notes & more',
      icon: Buffer.from('i'),
    });
    await rebuild();
    const page = await read(`?app=${applicationId}`);
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(page)?.[1];
    expect(meta('og:title')).toMatch(/^Log &quot;book&quot; – /);
    expect(meta('og:description')).toBe('Notes &amp; more');
    expect(meta('og:url')).toBe(`${PUBLIC_URL}fdroid/repo/?app=${applicationId}`);
    expect(meta('og:image')).toMatch(`${PUBLIC_URL}fdroid/repo/${applicationId}/en-US/icon_`);
    expect(meta('twitter:card')).toBe('summary');
    expect(page).toContain(
      `<link rel="alternate" type="application/atom+xml" href="${PUBLIC_URL}catalog/v1/apps/android/${applicationId}/releases.atom">`,
    );
  });

  test('follows the visitor’s languages, separately for the listing and for its own texts', async () => {
    const { appId, applicationId } = await publish({
      name: 'Weather',
      facts: { permissions: [{ name: 'android.permission.CAMERA' }] },
    });
    for (const [locale, name] of [
      ['en-US', 'Weather'],
      ['fr', 'Météo'],
    ] as const) {
      const publicTexts = { name, summary: '', description: '', whatsNew: '', video: '' };
      await server.context.db
        .insert(appListings)
        .values({ appId, locale, texts: publicTexts, publicTexts, updatedByUid: 'publisher' });
    }
    await rebuild();
    const readAs = async (language: string, query: string) => {
      const response = await send(query, { headers: { 'Accept-Language': language } });
      expect(response.headers.get('vary')).toBe('Accept-Language');
      return response.text();
    };
    const german = await readAs('fr;q=0.1, de-AT', `?app=${applicationId}`);
    expect(german).toContain('<html lang="de">');
    expect(german).toContain('<h1 lang="fr">Météo</h1>');
    expect(german).toContain('>Rechte<');
    expect(german).toContain('Fotos und Videos aufnehmen');
    const french = await readAs('fr', '?q=weather');
    expect(french).toContain('<html lang="en">');
    expect(french).toContain('<strong>Météo</strong>');
    for (const strange of ['*', '', ',,;q=x', 'de'.repeat(5_000), '../../etc;q=1']) {
      expect(await readAs(strange, `?app=${applicationId}`)).toContain('<html lang="en">');
    }
  });

  test('of an iOS app has its own package, and no APK', async () => {
    const { appId, applicationId } = await publish({ name: 'Pier' });
    await server.context.db.update(apps).set({ platform: 'ios' }).where(eq(apps.id, appId));
    await rebuild();
    const page = await read(`?app=${applicationId}&platform=ios`);
    expect(page).toMatch(/href="\/harbour\/west\/altstore\/packages\/[\w-]+\.ipa"/);
    expect(page).not.toContain('.apk');
    expect((await send(`?app=${applicationId}`)).status).toBe(404);
    expect(await read('?platform=ios')).toContain('iOS · ');
    const list = await read();
    expect(list).toContain(', for Android and iOS.');
    expect(list).toContain('name="platform"');
  });

  test('of an iOS app offers only the source that lists it', async () => {
    await publishIpa(server.context, { applicationId: 'org.example.classic' });
    await publishIpa(server.context, { applicationId: 'org.example.pal', marketplaceId: '6478916434' });
    await rebuild();
    const sourcesOf = async (query: string) =>
      [...(await read(query)).matchAll(/id="source-(\w+)"/g)].map(([, source]) => source);
    expect(await sourcesOf('')).toEqual(['classic', 'pal']);
    expect(await sourcesOf('?app=org.example.classic&platform=ios')).toEqual(['classic']);
    expect(await sourcesOf('?app=org.example.pal&platform=ios')).toEqual(['pal']);
    expect(await read('?app=org.example.classic&platform=ios')).toContain('iOS installs it only through');
    const pal = await read('?app=org.example.pal&platform=ios');
    expect(pal).toContain('AltStore PAL shows these apps but can’t install them from this store yet');
    expect(pal).not.toContain('iOS installs it only through');
  });

  test.each(['?app=org.example.nothing', '?app=', `?app=${'a'.repeat(300)}`, '?app=../../etc'])(
    '$0 is not in the store',
    async (query) => {
      const response = await send(query);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('This app isn’t in the store');
    },
  );
});

describe('the list', () => {
  test('has pages of 50 apps, newest first, and a search', async () => {
    const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index));
    for (let index = 0; index < 51; index++) {
      await publish({ name: `Dinghy ${index}`, publishedAt: day(index) });
    }
    await rebuild();
    const found = await read('?q=dinghy');
    expect(found).toContain('51 apps for “dinghy”');
    expect(found).toContain('Page 1 of 2');
    expect(found.match(/class="app"/g)).toHaveLength(50);
    expect(found).toContain('href="./?q=dinghy&amp;page=2"');
    expect(await read('?q=dinghy&page=2')).toContain('Dinghy 0<');
    expect(await read('?q=dinghy&page=9')).toContain('There are no more apps.');
    expect(await read('?q=nothing-like-this')).toContain('No apps match.');
    expect(await read('?q=%25')).toContain('No apps match.');
  });

  test.each([
    ['page=0'],
    ['page=-1'],
    ['page=1e9'],
    ['page=99999999999'],
    ['page=1&page=2'],
    ['category=<script>'],
    ['platform=windows'],
    ['q=%ED%A0%80'],
    ['q=%E0%A4%A'],
    ['a search of 5,000 characters', `q=${'x'.repeat(5_000)}`],
  ])('survives %s', async (name, query = name) => {
    expect((await send(`?${query}`)).status).toBe(200);
  });
});
