import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { hiddenProblem } from '../visible-text.ts';
import { findFastlaneImages, readFastlane } from './fastlane.ts';
import { PICTURES, type PictureRecord } from './field-records.ts';

test.each([
  'en-US/title.txt',
  'android/en-US/title.txt',
  'metadata/android/en-US/title.txt',
  'app/fastlane/metadata/android/en-US/title.txt',
])('finds the language of %s', (path) => {
  expect(readFastlane({ [path]: 'Harbour\n' }).texts.get('en-US')).toEqual({ name: 'Harbour' });
});

test('tells texts that can’t be used from files for which a listing has no place', () => {
  const { texts, skipped, withoutPlace } = readFastlane({
    'en-US/notes.txt': 'x',
    'en-US/changelogs/3.11.2.txt': 'Faster.',
    'English/title.txt': 'Harbour',
    'title.txt': 'Harbour',
    'de/title.txt': 'x'.repeat(51),
    'fr/title.txt': 'Har\u202Ebour',
    'it/title.txt': 'Har\nbour',
  });
  expect(texts.size).toBe(0);
  expect(withoutPlace).toEqual([
    { path: 'en-US/notes.txt', reason: 'This file isn’t part of a listing.' },
    {
      path: 'en-US/changelogs/3.11.2.txt',
      reason: 'Release notes are named by the version code, such as 42.txt.',
    },
    { path: 'English/title.txt', reason: '"English" isn’t a language tag.' },
    { path: 'title.txt', reason: 'It isn’t in a folder of a language.' },
  ]);
  expect(skipped).toEqual([
    { path: 'de/title.txt', reason: 'Use at most 50 characters.' },
    { path: 'fr/title.txt', reason: hiddenProblem() },
    { path: 'it/title.txt', reason: hiddenProblem() },
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
  ['../iMessage/de-DE/iPhone-1.png', undefined],
])('finds the device of %s in the deliver layout', (name, kind) => {
  const { images, skipped } = findFastlaneImages([join('fastlane/screenshots/de-DE', name)]);
  expect(images[0]?.kind).toBe(kind);
  expect(skipped).toHaveLength(kind === undefined ? 1 : 0);
});

test.each([
  [{ width: 1290, height: 2796 }, 'phoneScreenshots'],
  [{ width: 2688, height: 1242 }, 'phoneScreenshots'],
  [{ width: 2048, height: 2732 }, 'tenInchScreenshots'],
  [{ width: 1920, height: 1080 }, 'tvScreenshots'],
  [{ width: 396, height: 484 }, 'wearScreenshots'],
  [{ width: 1000, height: 1000 }, undefined],
])('finds the device of a screenshot of %o in the deliver layout, whatever its name', (size, kind) => {
  const found = findFastlaneImages(['screenshots/de-DE/1_home.png'], () => size);
  expect(found.images.map((image) => image.kind)).toEqual(kind === undefined ? [] : [kind]);
});

test('takes framed screenshots where there are some, as deliver does', () => {
  const { images, skipped } = findFastlaneImages([
    'screenshots/de-DE/iPhone-1.png',
    'screenshots/de-DE/iPhone-1_framed.png',
    'screenshots/de-DE/Apple Watch-1.png',
    'screenshots/en-US/iPhone-1.png',
  ]);
  expect(images.map(({ path }) => path)).toEqual([
    'screenshots/de-DE/Apple Watch-1.png',
    'screenshots/de-DE/iPhone-1_framed.png',
    'screenshots/en-US/iPhone-1.png',
  ]);
  expect(skipped).toEqual([
    { path: 'screenshots/de-DE/iPhone-1.png', reason: 'Framed screenshots are there, and replace this one.' },
  ]);
});

test('takes one picture of a kind of which there is one', () => {
  const { images, skipped } = findFastlaneImages(['de/images/icon.jpg', 'de/images/icon.png']);
  expect(images.map(({ path }) => path)).toEqual(['de/images/icon.jpg']);
  expect(skipped).toEqual([{ path: 'de/images/icon.png', reason: 'Another file has this picture, too.' }]);
});

test('no two devices share a size', () => {
  const sizes = Object.values<PictureRecord>(PICTURES).flatMap(({ deliverSizes }) => deliverSizes ?? []);
  const known = sizes.map(([width, height]) => `${width} ${height}`);
  expect(known.length).toBeGreaterThan(20);
  expect(new Set(known).size).toBe(known.length);
});
