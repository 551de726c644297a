import { expect, test } from 'vitest';
import { hiddenProblem } from '#shared/visible-text.ts';
import { byIndexedName, type RepositoryApp } from '../repository/index-format.ts';
import { describeApp, describeNotes, readLocale, shorten } from './describe-app.ts';
import { toMarkdown } from './markdown.ts';

test.each([
  ['two\nlines', 'two  \nlines'],
  ['one\n\ntwo', 'one\n\ntwo'],
  ['points:\n* one\n* two', 'points:\n* one\n* two'],
  ['1. one\n2. two', '1. one\n2. two'],
  ['<p>One</p><p>Two<br/>three</p>', 'One\n\nTwo  \nthree'],
  ['<ul><li>one</li><li>two</li></ul>', '* one\n* two'],
  ['<a href="https://x.example/a">here</a>', '[here](https://x.example/a)'],
  ['<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
  ['<a href="https://x.example/a"><b>here</b></a>', '[**here**](https://x.example/a)'],
  ['<a href="javascript:alert(1)">here</a>', 'here'],
  ['<b>bold</b> <script>x</script>', '**bold** x'],
  ['a < b, c > d &amp; e &#8211; f &#x2014; g &bogus;', 'a < b, c > d & e – f — g &bogus;'],
  ['&#0;&#xd800;&#x110000;', ''],
])('the description %j becomes %j', (description, markdown) => {
  expect(toMarkdown(description)).toBe(markdown);
});

test('long descriptions with links that nothing closes lose their tags', () => {
  expect(toMarkdown(`<b>x</b>${'<a href="http:x">'.repeat(5_000)}`)).toBe('**x**');
  const open = `<a ${'href=http:'.repeat(9_000)}`;
  expect(toMarkdown(`<b>x</b>${open}`)).toBe(`**x**${open}`);
});

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
