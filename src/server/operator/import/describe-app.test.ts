import { expect, test } from 'vitest';
import { hiddenProblem } from '#shared/visible-text.ts';
import { byIndexedName, type RepositoryApp } from '../repository/index-format.ts';
import { describeApp, describeNotes, readLocale, shorten } from './describe-app.ts';

test.each([
  ['en-US', 'en-US'],
  ['pt_BR', 'pt-BR'],
  ['zh-rTW', 'zh-TW'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['de', 'de'],
  ['../de', null],
  ['', null],
  ['x-klingon', null],
])('the locale %j is %j', (named, locale) => {
  expect(readLocale(named)).toBe(locale);
});

test('shortens texts at a space, never within a character', () => {
  expect(shorten('short', 10)).toBe('short');
  expect(shorten('eleven more words', 14)).toBe('eleven more…');
  expect(shorten('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(shorten('12345678😀90', 10)).toBe('12345678…');
});

test('keeps release notes by valid locales, and names what doesn’t fit', () => {
  const version = {
    path: 'app.apk',
    sha256: '',
    size: 1,
    versionCode: 2,
    versionName: '1.1',
    added: new Date(0),
    releaseChannels: [],
    antiFeatures: {},
    signers: [],
    whatsNew: { de: ' Neu ', en_GB: 'x'.repeat(600), '!': 'No', fr: '' },
  };
  expect(describeNotes(version)).toEqual({
    notes: { de: 'Neu', 'en-GB': `${'x'.repeat(499)}…` },
    problems: [
      'The release notes of version 1.1 (2) in en-GB are shortened from 600 to 500 characters.',
      'The release notes of version 1.1 (2) in "!" are left out: that isn’t a language tag.',
    ],
  });
});

test('converts HTML in descriptions and release notes, and says so', () => {
  const app = {
    applicationId: 'org.example.harbour',
    name: { 'en-US': 'Harbour' },
    summary: {},
    description: { 'en-US': '<p>Tides &amp; <b>ports</b></p>', de: 'Ebbe &amp; Flut', fr_FR: '<br>' },
    video: {},
    categories: [],
    ...byIndexedName(() => ''),
  } as object as RepositoryApp;
  const { texts, problems } = describeApp(app, { label: 'Harbour', category: null });
  expect(texts.get('en-US')?.description).toBe('Tides & **ports**');
  expect(texts.get('de')?.description).toBe('Ebbe & Flut');
  expect(problems).toContain('HTML in the description became Markdown in en-US, fr-FR.');
  const version = { versionName: '1', versionCode: 1, whatsNew: { de: '<ul><li>Neu</li></ul>' } };
  expect(describeNotes(version as object as Parameters<typeof describeNotes>[0]).notes).toEqual({
    de: '• Neu',
  });
});

test('leaves out names that nobody could enter, and says why', () => {
  const app = {
    applicationId: 'org.example.harbour',
    name: {
      'en-US': 'Har\u202Ebour',
      de: '\u3164',
      es: 'Har\nbour',
      fa: 'می\u200Cخواهم',
      fr: 'x'.repeat(51),
      it: '😀'.repeat(50),
    },
    summary: { 'en-US': 'Tides\u200B' },
    description: { 'en-US': 'All\u200B' },
    video: {},
    categories: [],
    ...byIndexedName(() => ''),
  } as object as RepositoryApp;
  const { texts, problems } = describeApp(app, { label: 'La\u202Ebel', category: null });
  const names = [...texts].map(([locale, { name, summary }]) => [locale, name, summary]);
  expect(names).toEqual([
    ['en-US', 'org.example.harbour', 'Tides'],
    ['fa', 'می\u200Cخواهم', ''],
    ['it', '😀'.repeat(50), ''],
  ]);
  for (const locale of ['en-US', 'de', 'es'])
    expect(problems).toContain(`The name in ${locale} is left out: ${hiddenProblem()}`);
  expect(problems).toContain('The name in fr is left out: Use at most 50 characters.');
  expect(problems).toContain(`The name "La⟨U+202E⟩bel" in the package isn’t used: ${hiddenProblem()}`);
  const labelled = describeApp({ ...app, name: {} }, { label: 'Label', category: null });
  expect(labelled.texts.get('en-US')?.name).toBe('Label');
});
