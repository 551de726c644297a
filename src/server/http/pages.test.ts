import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accentStyle } from '#shared/settings/accent.ts';
import { DEFAULT_ACCENT } from '#shared/settings/settings.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { GUIDE_PAGES } from '../../../scripts/guide/pages.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

const PAGES = ['login', 'developer-guide.html', 'guide/ci.html', 'api-reference.html'];

async function open(path: string) {
  const response = await fetch(`${server.url}${path}`);
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy'),
    page: await response.text(),
  };
}

describe.each(PAGES)('the head of %s', (path) => {
  test('has the branding of Quayside at first, in a style that the policy allows', async () => {
    const { status, policy, page } = await open(path);
    expect(status).toBe(200);
    const nonce = /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
    expect(page).toContain(`<style nonce="${nonce}">${accentStyle(DEFAULT_ACCENT)}</style>`);
    expect(page).toMatch(/<link rel="icon" href="data:image\/svg\+xml;base64,[\w+/=]+">/);
    expect(page).toMatch(/<title>.*Quayside<\/title>/);
    expect(page).not.toMatch(/\{\{\w+\}\}/);
  });
});

describe('after a change of the branding', () => {
  beforeAll(async () => {
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await admin.call('settings.setLogo', { image: picture.toString('base64') });
    await admin.call('settings.update', { settings: { storeName: 'Tide & <Sons>', accent: '#00796B' } });
  });

  test.each(PAGES)('%s has the new one from its first paint', async (path) => {
    const { page } = await open(path);
    const { logo } = await server.nobody.call('settings.get', {});
    expect(page).toContain(accentStyle('#00796b'));
    expect(page).toContain(`<link rel="icon" href="./${logo}">`);
    expect(page).toContain('Tide &amp; &lt;Sons&gt;</title>');
    expect(page).not.toContain('<Sons>');
  });

  test('the guide shows logo and name', async () => {
    const { page } = await open('developer-guide.html');
    expect(page).toMatch(/<p class="store"><img src="\.\/logos\/.+<span>Tide &amp; &lt;Sons&gt;<\/span>/);
  });

  test('pages keep it while the database can’t be used', async () => {
    const { select } = server.context.essential.db;
    await open('login');
    Object.assign(server.context.essential.db, {
      select: () => {
        throw new Error('the database is down');
      },
    });
    try {
      const { status, page } = await open('login');
      expect([status, page.includes(accentStyle('#00796b'))]).toEqual([200, true]);
    } finally {
      Object.assign(server.context.essential.db, { select });
    }
  });
});

describe('without JavaScript', () => {
  const CONSOLE_PATHS = ['', 'login', 'dashboard', 'admin/settings?tab=legal', 'nothing/like/this'];
  const noscriptOf = async (path: string, language = 'en') => {
    const response = await fetch(`${server.url}${path}`, { headers: { 'Accept-Language': language } });
    const page = await response.text();
    return { response, page, noscript: /<noscript><main.*?<\/noscript>/s.exec(page)?.[0] ?? '' };
  };

  test.each(CONSOLE_PATHS)(
    'the address “%s” is a page with the store’s name and a link to it',
    async (path) => {
      await admin.call('settings.update', { settings: { storeName: 'Tide & <Sons>' } });
      const { response, noscript } = await noscriptOf(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('vary')).toMatch(/Accept-Language/);
      expect(noscript).toContain('Tide &amp; &lt;Sons&gt;');
      expect(noscript).toContain('<h1>This page needs JavaScript</h1>');
      expect(noscript).toContain('<a href="./fdroid/repo/">Browse the store’s apps</a>');
      expect(noscript).toContain('<a href="./developer-guide.html">');
    },
  );

  test('it is in the visitor’s language, with a style that the policy allows', async () => {
    const { response, page, noscript } = await noscriptOf('login', 'de-CH, en;q=0.5');
    expect(noscript).toMatch(/<main lang="de">.*<h1>Diese Seite braucht JavaScript<\/h1>/s);
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    expect(page).toContain(`<noscript><style nonce="${nonce}">`);
  });

  test('it links to the legal texts that there are, and to no store that not everyone may read', async () => {
    const languages = [{ language: 'en', terms: '', imprint: 'Harbour Ltd', privacy: '' }];
    await admin.call('settings.setLegalTexts', { texts: { termsVersion: '1', languages }, before: 1 });
    expect((await noscriptOf('login')).noscript).toContain('<a href="./legal/imprint">Imprint</a>');
    for (const storeAccess of ['readers', 'hidden'] as const) {
      await admin.call('settings.update', { settings: { storeAccess } });
      const { noscript } = await noscriptOf('login');
      expect([noscript.includes('fdroid/repo'), noscript.includes('legal/imprint')]).toEqual([false, true]);
    }
    await admin.call('settings.update', { settings: { storeAccess: 'public' } });
  });

  test('the guide has no such page', async () => {
    expect((await open('developer-guide.html')).page).not.toContain('<noscript><main');
  });
});

describe('the description of the API', () => {
  const request = (headers = {}) => fetch(`${server.url}openapi.json`, { headers });

  test('names the address of the store, and may be read by tools and sites', async () => {
    const response = await request();
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: server.url.replace(/\/$/, '') }],
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'content-encoding': 'gzip',
    });
    expect(response.headers.get('cross-origin-resource-policy')).toBeNull();
  });

  test('is sent again only when it changed', async () => {
    const etag = (await request()).headers.get('etag') ?? '';
    expect((await request({ 'If-None-Match': etag })).status).toBe(304);
    expect((await request({ 'If-None-Match': '"other"' })).status).toBe(200);
  });
});

describe('the developer guide', () => {
  test('has several pages below the store’s address, with the address of the store in them', async () => {
    for (const { path } of GUIDE_PAGES) {
      const { status, page } = await open(path);
      expect([path, status]).toEqual([path, 200]);
      expect(page).toContain(`<base href="${new URL(server.url).pathname}" />`);
    }
    const { page } = await open('guide/feeds.html');
    expect(page).toContain(`${server.url}fdroid/repo`);
  });

  test('refers to addresses of the store that exist, and to a search index that browsers keep', async () => {
    for (const path of ['openapi.json', 'catalog/v1/openapi.json', 'dashboard/api']) {
      expect([path, (await open(path)).status]).toEqual([path, 200]);
    }
    const [, index = ''] = /data-index="([^"]+)"/.exec((await open('guide/rules.html')).page) ?? [];
    const response = await fetch(`${server.url}${index}`, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json',
      'content-encoding': 'br',
    });
    expect(await response.json()).toContainEqual(
      expect.objectContaining({ address: 'guide/rules.html#debuggable' }),
    );
  });
});
