import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { publishIpa } from '#test/support/publish-ipa.ts';
import { STORE_PAGE_URL, setUpStorePage } from '#test/support/store-page.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { appGraphics, appListings } from '../../platform/db/tables/listings.ts';

const served = setUpStorePage();

describe('the page of an app', () => {
  test('shows texts in the direction of their language', async () => {
    const { appId, applicationId } = await served.publish({ name: 'Seaport' });
    const publicTexts = {
      name: 'مرفأ',
      summary: 'كل المواعيد (2026)',
      description: 'تعرض **المد**',
      whatsNew: '',
      video: '',
    };
    const { db } = served.server.context;
    await db
      .insert(appListings)
      .values({ appId, locale: 'ar', texts: publicTexts, publicTexts, updatedByUid: 'publisher' });
    await served.rebuild();
    const readArabic = async (query: string) =>
      (await served.send(query, { headers: { 'Accept-Language': 'ar' } })).text();
    const page = await readArabic(`?app=${applicationId}`);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('<h1 lang="ar" dir="rtl">مرفأ</h1>');
    expect(page).toContain('<p lang="ar" dir="rtl">كل المواعيد (2026)</p>');
    expect(page).toMatch(/<div class="text" lang="ar" dir="rtl"><p>تعرض/);
    expect(page).toContain('<p class="quiet"><bdi>Harbour Works</bdi></p>');
    const list = await readArabic('');
    expect(list).toMatch(/<span lang="ar" dir="rtl"><strong>مرفأ/);
  });

  test('shows its live listing, and lowers the headings of the description', async () => {
    const { db } = served.server.context;
    const { appId, applicationId } = await served.publish({ name: 'Almanac', icon: Buffer.from('an icon') });
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
    await served.rebuild();
    const page = await served.read(`?app=${applicationId}`);
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
    expect(await (await served.send(icon)).text()).toBe('an icon');
  });

  async function readDetails(appId: string) {
    const [row] = await served.server.context.db.select().from(apps).where(eq(apps.id, appId));
    if (!row) throw new Error('the app is missing');
    return row.publicDetails;
  }

  test('says in plain words what the app can access, and lists the rest', async () => {
    const { applicationId } = await served.publish({
      facts: { permissions: [{ name: 'android.permission.CAMERA' }, { name: 'org.example.<b>OWN</b>' }] },
    });
    await served.rebuild();
    const page = await served.read(`?app=${applicationId}`);
    expect(page).toContain('<li>Take photos and record video.<code>CAMERA</code></li>');
    expect(page).toContain('<summary>1 more permission</summary>');
    expect(page).toContain('<code>org.example.&lt;b&gt;OWN&lt;/b&gt;</code>');
    const { applicationId: modest } = await served.publish();
    await served.rebuild();
    expect(await served.read(`?app=${modest}`)).toContain(
      'It requests no permissions that are known to be sensitive.',
    );
    await publishIpa(served.server.context, {
      applicationId: 'org.example.horn',
      facts: {
        usageTexts: { NSNewThingUsageDescription: 'For ships.' },
        extensionUsageTexts: { NSMicrophoneUsageDescription: 'For horns.' },
      },
    });
    await publishIpa(served.server.context, {
      applicationId: 'org.example.novel',
      facts: { usageTexts: { NSNewThingUsageDescription: 'For ships.' } },
    });
    await served.rebuild();
    expect(await served.read('?app=org.example.horn&platform=ios')).toContain(
      '<li>Record sound with the microphone.',
    );
    expect(await served.read('?app=org.example.novel&platform=ios')).not.toContain(
      'It requests no permissions',
    );
  });

  test('has the history of versions, in pages', async () => {
    const { applicationId, sha256 } = await served.publish({ versionCode: 1 });
    for (let versionCode = 2; versionCode <= 21; versionCode++)
      await served.publish({ applicationId, versionCode });
    await served.rebuild();
    const page = await served.read(`?app=${applicationId}`);
    expect(page.match(/<li><details>/g)).toHaveLength(20);
    expect(page).not.toContain(sha256);
    const [, older = ''] = /href="([^"]+)#history">Older versions/.exec(page) ?? [];
    const next = await served.read(older.replaceAll('&amp;', '&'));
    expect(next.match(/<li><details>/g)).toHaveLength(1);
    expect(next).toContain(`<dt>SHA-256</dt><dd><code>${sha256}</code>`);
    expect(next).toContain(`href="/harbour/west/fdroid/repo/${applicationId}_1.apk"`);
    expect((await served.send(`?app=${applicationId}&after=${'x'.repeat(900)}`)).status).toBe(400);
  });

  test('has a preview for links to it', async () => {
    const { applicationId } = await served.publish({
      name: 'Log "book"',
      summary: 'Notes & more',
      icon: Buffer.from('i'),
    });
    await served.rebuild();
    const page = await served.read(`?app=${applicationId}`);
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(page)?.[1];
    expect(meta('og:title')).toMatch(/^Log &quot;book&quot; – /);
    expect(meta('og:description')).toBe('Notes &amp; more');
    expect(meta('og:url')).toBe(`${STORE_PAGE_URL}fdroid/repo/?app=${applicationId}`);
    expect(meta('og:image')).toMatch(`${STORE_PAGE_URL}fdroid/repo/${applicationId}/en-US/icon_`);
    expect(meta('twitter:card')).toBe('summary');
    expect(page).toContain(
      `<link rel="alternate" type="application/atom+xml" href="${STORE_PAGE_URL}catalog/v1/apps/android/${applicationId}/releases.atom">`,
    );
  });

  test('follows the visitor’s languages, separately for the listing and for its own texts', async () => {
    const { appId, applicationId } = await served.publish({
      name: 'Weather',
      facts: { permissions: [{ name: 'android.permission.CAMERA' }] },
    });
    for (const [locale, name] of [
      ['en-US', 'Weather'],
      ['fr', 'Météo'],
    ] as const) {
      const publicTexts = { name, summary: '', description: '', whatsNew: '', video: '' };
      await served.server.context.db
        .insert(appListings)
        .values({ appId, locale, texts: publicTexts, publicTexts, updatedByUid: 'publisher' });
    }
    await served.rebuild();
    const readAs = async (language: string, query: string) => {
      const response = await served.send(query, { headers: { 'Accept-Language': language } });
      expect(response.headers.get('vary')).toBe('Accept-Language, Accept-Encoding');
      return response.text();
    };
    const german = await readAs('fr;q=0.1, de-AT', `?app=${applicationId}`);
    expect(german).toContain('<html lang="de">');
    expect(german).toContain('<h1 lang="fr">Météo</h1>');
    expect(german).toContain('>Berechtigungen<');
    expect(german).toContain('Fotos und Videos aufnehmen');
    const french = await readAs('fr', '?q=weather');
    expect(french).toContain('<html lang="en">');
    expect(french).toContain('<strong>Météo</strong>');
    for (const strange of ['*', '', ',,;q=x', 'de'.repeat(5_000), '../../etc;q=1']) {
      expect(await readAs(strange, `?app=${applicationId}`)).toContain('<html lang="en">');
    }
  });

  test('of an iOS app has its own package, and no APK', async () => {
    const { appId, applicationId } = await served.publish({ name: 'Pier' });
    await served.server.context.db.update(apps).set({ platform: 'ios' }).where(eq(apps.id, appId));
    await served.rebuild();
    const page = await served.read(`?app=${applicationId}&platform=ios`);
    expect(page).toMatch(/href="\/harbour\/west\/altstore\/packages\/[\w-]+\.ipa"/);
    expect(page).not.toContain('.apk');
    expect((await served.send(`?app=${applicationId}`)).status).toBe(404);
    expect(await served.read('?platform=ios')).toContain('iOS · ');
    const list = await served.read();
    expect(list).toContain(', for Android and iOS.');
    expect(list).toContain('name="platform"');
  });

  test('of an iOS app offers only the source that lists it', async () => {
    await publishIpa(served.server.context, { applicationId: 'org.example.classic' });
    await publishIpa(served.server.context, {
      applicationId: 'org.example.pal',
      marketplaceId: '6478916434',
    });
    await served.rebuild();
    const sourcesOf = async (query: string) =>
      [...(await served.read(query)).matchAll(/id="source-(\w+)"/g)].map(([, source]) => source);
    expect(await sourcesOf('')).toEqual(['classic', 'pal']);
    expect(await sourcesOf('?app=org.example.classic&platform=ios')).toEqual(['classic']);
    expect(await sourcesOf('?app=org.example.pal&platform=ios')).toEqual(['pal']);
    expect(await served.read('?app=org.example.classic&platform=ios')).toContain(
      'iOS installs it only through',
    );
    const pal = await served.read('?app=org.example.pal&platform=ios');
    expect(pal).toContain('AltStore PAL shows these apps but can’t install them from this store yet');
    expect(pal).not.toContain('iOS installs it only through');
  });

  test.each(['?app=org.example.nothing', '?app=', `?app=${'a'.repeat(300)}`, '?app=../../etc'])(
    '$0 is not in the store',
    async (query) => {
      const response = await served.send(query);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('This app isn’t in the store');
    },
  );
});
