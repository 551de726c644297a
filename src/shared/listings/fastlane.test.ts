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

test('uses the default changelog, or the one of the highest version', () => {
  const notes = { 'de/changelogs/9.txt': 'nine', 'de/changelogs/10.txt': 'ten' };
  expect(readFastlane(notes).texts.get('de')).toEqual({ whatsNew: 'ten' });
  const all = { 'de/changelogs/default.txt': 'next', ...notes };
  expect(readFastlane(all).texts.get('de')).toEqual({ whatsNew: 'next' });
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
