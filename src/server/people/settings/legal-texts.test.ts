import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LegalTexts } from '#shared/settings/legal-calls.ts';
import type { Person } from '#test/support/people.ts';
import { startTestServer, type TestServer } from '#test/support/server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.admin();
});
afterAll(() => server[Symbol.asyncDispose]());

const EMPTY = { terms: '', imprint: '', privacy: '' };
const GERMAN_FIRST: LegalTexts['languages'] = [
  { ...EMPTY, language: 'de', terms: 'Sei **nett**.', imprint: 'Hafenstraße 1' },
  { ...EMPTY, language: 'en', terms: 'Be **kind**.' },
];

async function write(languages: LegalTexts['languages'], termsVersion = '1') {
  const { revision: before } = await admin.call('settings.getLegalTexts', {});
  return admin.call('settings.setLegalTexts', { texts: { termsVersion, languages }, before });
}

test('a new store has none, and the standard terms', async () => {
  expect(await admin.call('settings.getLegalTexts', {})).toEqual({
    termsVersion: '1',
    languages: [],
    revision: 1,
  });
  expect(await admin.call('settings.getTerms', { languages: ['de'] })).toEqual({ version: '1', text: null });
  expect((await server.nobody.call('settings.get', {})).legalTexts).toEqual([]);
});

test('texts keep their languages, their order and no language without any', async () => {
  const saved = await write([...GERMAN_FIRST, { ...EMPTY, language: 'fr' }]);
  expect(saved).toMatchObject({ termsVersion: '1', languages: GERMAN_FIRST });
  expect(await admin.call('settings.getLegalTexts', {})).toEqual(saved);
  expect((await server.nobody.call('settings.get', {})).legalTexts).toEqual(['terms', 'imprint']);
});

test.each([
  [['en-GB', 'de'], 'en'],
  [['de-AT'], 'de'],
  [['fr', 'en'], 'en'],
  // Whoever reads none of them gets the first.
  [['fr'], 'de'],
  [[], 'de'],
])('people who read %j get the terms in %s', async (languages, language) => {
  await write(GERMAN_FIRST);
  const { text } = await admin.call('settings.getTerms', { languages });
  expect(text?.language).toBe(language);
});

test('a new language needs no new version: the version is stored with whoever accepts, and only admins change it', async () => {
  await write(GERMAN_FIRST, '2026-11');
  const early = await server.onboard('early-legal@example.org', 'browse');
  await write([...GERMAN_FIRST, { ...EMPTY, language: 'fr', terms: 'Soyez gentils.' }], '2026-11');
  const late = await server.onboard('late-legal@example.org', 'browse');
  const { rows } = await server.context.pool.query(
    'SELECT DISTINCT terms_version FROM users WHERE uid = ANY($1)',
    [[early.uid, late.uid]],
  );
  expect(rows).toEqual([{ terms_version: '2026-11' }]);
});

test('nothing is saved over a change that the admin has not seen', async () => {
  const { revision } = await write(GERMAN_FIRST, '3');
  await write([], '3');
  const response = await admin.tryCall('settings.setLegalTexts', {
    texts: { termsVersion: '3', languages: GERMAN_FIRST },
    before: revision,
  });
  expect([response.status, response.error.details?.reason]).toEqual([409, 'stale']);
  expect((await admin.call('settings.getLegalTexts', {})).languages).toEqual([]);
});

test('the log keeps both sides, names the texts that changed, and nothing when nothing did', async () => {
  const changes = async () =>
    (await admin.call('audit.list', { event: 'settings.legal-texts-changed' })).entries;
  const one = (texts: Partial<typeof EMPTY>) => [{ ...EMPTY, language: 'en', ...texts }];
  await write(one({ terms: 'Be kind.', privacy: 'We keep nothing.' }), '1');
  const before = await changes();
  await write(one({ terms: 'Be kind.', privacy: 'We keep little.' }), '1');
  await write(one({ terms: 'Be kind.', privacy: 'We keep little.' }), '1');
  const [newest, ...others] = await changes();
  expect(others).toEqual(before);
  expect(newest?.details).toEqual({
    changed: ['privacy'],
    before: { termsVersion: '1', languages: one({ terms: 'Be kind.', privacy: 'We keep nothing.' }) },
    after: { termsVersion: '1', languages: one({ terms: 'Be kind.', privacy: 'We keep little.' }) },
  });
});

test.each<[string, LegalTexts['languages'], string]>([
  [
    'a text that is too long',
    [{ ...EMPTY, language: 'en', imprint: 'x'.repeat(20_001) }],
    'texts.languages.0.imprint',
  ],
  [
    'a language twice',
    [
      { ...EMPTY, language: 'en' },
      { ...EMPTY, language: 'en' },
    ],
    'texts.languages',
  ],
  ['what is no language', [{ ...EMPTY, language: '../de' }], 'texts.languages.0.language'],
  [
    'too many languages',
    Array.from({ length: 11 }, (_, at) => ({ ...EMPTY, language: `a${String.fromCharCode(97 + at)}` })),
    'texts.languages',
  ],
  [
    'too much text together',
    Array.from({ length: 10 }, (_, at) => ({
      language: `a${String.fromCharCode(97 + at)}`,
      terms: 'x'.repeat(20_000),
      imprint: 'x',
      privacy: '',
    })),
    'texts.languages',
  ],
])('rejects %s', async (_, languages, path) => {
  const { revision: before } = await admin.call('settings.getLegalTexts', {});
  const response = await admin.tryCall('settings.setLegalTexts', {
    texts: { termsVersion: '1', languages },
    before,
  });
  expect(response.status).toBe(400);
  expect(response.error.details?.issues).toMatchObject([{ path }]);
});

test('are the admins’ alone', async () => {
  const owner = await server.onboard('owner-legal@example.org');
  expect((await owner.tryCall('settings.getLegalTexts', {})).status).toBe(403);
  const texts = { termsVersion: '1', languages: [] };
  expect((await owner.tryCall('settings.setLegalTexts', { texts, before: 1 })).status).toBe(403);
});
