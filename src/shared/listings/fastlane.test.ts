import { expect, test } from 'vitest';
import { findFastlaneImages, readFastlane } from './fastlane.ts';

test.each([
  'en-US/title.txt',
  'android/en-US/title.txt',
  'metadata/android/en-US/title.txt',
  'app/fastlane/metadata/android/en-US/title.txt',
])('finds the language of %s', (path) => {
  expect(readFastlane({ [path]: 'Harbour\n' }).texts.get('en-US')).toEqual({ name: 'Harbour' });
});

test('returns the reason for every skipped file', () => {
  const { texts, skipped } = readFastlane({
    'en-US/notes.txt': 'x',
    'English/title.txt': 'Harbour',
    'title.txt': 'Harbour',
    'de/title.txt': 'x'.repeat(51),
  });
  expect(texts.size).toBe(0);
  expect(skipped).toEqual([
    { path: 'en-US/notes.txt', reason: 'This file isn’t part of a listing.' },
    { path: 'English/title.txt', reason: '"English" isn’t a language tag.' },
    { path: 'title.txt', reason: '"title.txt" isn’t a language tag.' },
    { path: 'de/title.txt', reason: 'Use at most 50 characters.' },
  ]);
});

test('keeps changelogs of versions apart from the default one', () => {
  const { texts, changelogs, skipped } = readFastlane({
    'de/changelogs/9.txt': 'nine\n',
    'de/changelogs/10.txt': 'ten',
    'de/changelogs/default.txt': 'next',
    'de/changelogs/11.txt': 'x'.repeat(501),
  });
  expect(texts.get('de')).toEqual({ whatsNew: 'next' });
  expect(changelogs.get('de')).toEqual({ 9: 'nine', 10: 'ten' });
  expect(skipped).toEqual([{ path: 'de/changelogs/11.txt', reason: 'Use at most 500 characters.' }]);
});

test('finds pictures in the order of their names', () => {
  const { images, skipped } = findFastlaneImages([
    'android/de/images/phoneScreenshots/10.png',
    'android/de/images/phoneScreenshots/2.PNG',
    'android/de/images/icon.png',
    'android/de/images/tvBanner.png',
    'android/de/images/icon.gif',
    'android/de/images/spaceScreenshots/1.png',
    'android/x/images/icon.png',
  ]);
  expect(images.map(({ locale, kind, path }) => [locale, kind, path.split('/').at(-1)])).toEqual([
    ['de', 'icon', 'icon.png'],
    ['de', 'phoneScreenshots', '2.PNG'],
    ['de', 'phoneScreenshots', '10.png'],
  ]);
  expect(skipped.map(({ path }) => path)).toEqual([
    'android/de/images/icon.gif',
    'android/de/images/spaceScreenshots/1.png',
    'android/de/images/tvBanner.png',
    'android/x/images/icon.png',
  ]);
});

test('refuses a text that two layouts in one folder have', () => {
  const { texts, skipped } = readFastlane({ 'de/name.txt': 'Hafen', 'de/title.txt': 'Port' });
  expect(texts.get('de')).toEqual({ name: 'Hafen' });
  expect(skipped).toEqual([{ path: 'de/title.txt', reason: 'Another file has this text, too.' }]);
});

test('names what deliver keeps and a listing can’t have', () => {
  const { texts, details, skipped, withoutPlace } = readFastlane(
    {
      'metadata/default/name.txt': 'Harbour',
      'metadata/en-US/keywords.txt': 'a,b,c,d,e,f,g,h,i,j,k',
      'metadata/fr-FR/support_url.txt': 'https://example.org/fr',
      'metadata/de-DE/support_url.txt': 'https://example.org/de',
      'metadata/secondary_category.txt': 'GAMES',
    },
    'de-DE',
  );
  expect([texts.size, details, skipped]).toEqual([0, { issueTracker: 'https://example.org/de' }, []]);
  expect(withoutPlace).toEqual([
    { path: 'metadata/en-US/keywords.txt', reason: 'Use at most 10 tags.' },
    {
      path: 'metadata/fr-FR/support_url.txt',
      reason: 'All languages share this, and another folder has it.',
    },
    { path: 'metadata/secondary_category.txt', reason: 'A listing has no place for this.' },
    {
      path: 'metadata/default/name.txt',
      reason: 'There is no folder of a language that this could be for.',
    },
  ]);
});

test.each([
  ['iPad mini (A17 Pro)-1.png', 'sevenInchScreenshots'],
  ['0_APP_IPAD_PRO_129_0.jpg', 'tenInchScreenshots'],
  ['APP_WATCH_SERIES_7.png', 'wearScreenshots'],
  ['Apple TV-1.png', 'tvScreenshots'],
  ['1.png', undefined],
])('finds the device of %s in the deliver layout', (name, kind) => {
  const { images, skipped } = findFastlaneImages([`fastlane/screenshots/de-DE/${name}`]);
  expect(images[0]?.kind).toBe(kind);
  expect(skipped).toHaveLength(kind === undefined ? 1 : 0);
});
