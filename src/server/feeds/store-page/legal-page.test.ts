import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LegalTexts } from '#shared/settings/legal-calls.ts';
import type { Person } from '#test/support/people.ts';
import { rebuildWhenFree } from '#test/support/rebuild-when-free.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';
import { publishDirectly } from '#test/support/store.ts';

let server: TestServer;
let admin: Person;
/** The path of the store. */
let base: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
  base = new URL(server.url).pathname;
});
afterAll(() => server[Symbol.asyncDispose]());

const EMPTY = { terms: '', imprint: '', privacy: '' };

async function write(...languages: LegalTexts['languages']) {
  const { revision: before } = await admin.call('settings.getLegalTexts', {});
  await admin.call('settings.setLegalTexts', { texts: { termsVersion: '1', languages }, before });
}

async function open(kind: string, language = 'en') {
  const response = await fetch(`${server.url}legal/${kind}`, {
    headers: { 'Accept-Language': language },
  });
  return { response, page: await response.text() };
}

test('each text has a page, in the language of the visitor or else in the first', async () => {
  await write(
    { ...EMPTY, language: 'de', imprint: '# Wer\n\n**Hafen** GmbH', privacy: 'Wenig.' },
    { ...EMPTY, language: 'en', imprint: 'Harbour *Ltd*' },
  );
  const english = await open('imprint');
  expect(english.response.status).toBe(200);
  expect(english.page).toContain(
    '<h1>Imprint</h1>\n<div class="text" lang="en"><p>Harbour <em>Ltd</em></p></div>',
  );
  expect(english.page).toContain(
    `<link rel="canonical" href="${server.context.config.publicUrl}legal/imprint">`,
  );
  const german = await open('imprint', 'de-AT');
  expect(german.page).toContain('<h1>Impressum</h1>');
  expect(german.page).toContain('lang="de"><h2>Wer</h2> <p><strong>Hafen</strong> GmbH</p>');
  expect((await open('privacy')).page).toContain('lang="de"><p>Wenig.</p>');
  expect(english.response.headers.get('vary')).toContain('Accept-Language');
  const etag = english.response.headers.get('etag') ?? '';
  const again = await fetch(`${server.url}legal/imprint`, {
    headers: { 'Accept-Language': 'en', 'If-None-Match': etag },
  });
  expect(again.status).toBe(304);
});

test('runs nothing that an admin’s text brings along', async () => {
  const text =
    '<script>alert(1)</script> <img src=x onerror=alert(2)> [x](javascript:alert(3)) ![y](https://a.example/y.png)';
  await write({ ...EMPTY, language: 'en', privacy: text });
  const { page, response } = await open('privacy');
  const [, shown = ''] = /<div class="text" lang="en">(.*?)<\/div>/.exec(page) ?? [];
  expect(shown).not.toMatch(/<script|<img|javascript:|onerror/);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
});

test('a text that the store hasn’t written has no page, but for the standard terms', async () => {
  await write();
  for (const kind of ['imprint', 'privacy']) {
    const { response, page } = await open(kind);
    expect([response.status, page.includes('This store hasn’t published this text')]).toEqual([404, true]);
  }
  expect((await open('terms')).page).toContain('Only publish what you have the right to publish.');
  expect((await open('terms', 'de')).page).toMatch(/lang="de"><p>Veröffentliche/);
});

test('every public page links to the texts that there are', async () => {
  await write();
  const path = `${base}legal/`;
  const applicationId = 'org.example.harbour';
  await publishDirectly(server.context, { applicationId, versionCode: 1 });
  await rebuildWhenFree(server.context, { isForced: true });
  const read = async (query: string) => (await fetch(`${server.url}fdroid/repo/${query}`)).text();
  expect(await read('')).not.toContain(path);
  await write({ ...EMPTY, language: 'en', imprint: 'Harbour Ltd' });
  const pages = await Promise.all(['', `?app=${applicationId}`, '?app=gone'].map(read));
  for (const page of [...pages, (await open('imprint')).page]) {
    expect(page).toContain(`<a href="${path}imprint">Imprint</a>`);
    expect(page).not.toContain(`${path}privacy`);
  }
});

describe('a store that not everyone may read', () => {
  test.each(['readers', 'hidden'] as const)('shows them when it is for %s', async (storeAccess) => {
    onTestFinished(async () => {
      await admin.call('settings.update', { settings: { storeAccess: 'public' } });
    });
    await write({ ...EMPTY, language: 'en', imprint: 'Harbour Ltd' });
    await admin.call('settings.update', { settings: { storeAccess } });
    expect((await fetch(`${server.url}fdroid/repo/`)).status).toBe(storeAccess === 'hidden' ? 404 : 401);
    const { response, page } = await open('imprint');
    expect([response.status, page.includes('Harbour Ltd')]).toEqual([200, true]);
    expect(page).toContain(storeAccess === 'hidden' ? `<a href="${base}"><img` : '<a href="./"><img');
  });
});
