import { expect, test } from 'vitest';
import { absoluteText, exactText, relativeText } from './time-text.ts';

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T12:00:00Z', 'just now'],
  ['2026-03-10T11:59:01Z', 'just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:00:01Z', '59 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-09T12:00:01Z', '23 hours ago'],
  ['2026-03-09T12:00:00Z', 'yesterday'],
  ['2026-03-11T12:00:00Z', 'tomorrow'],
  ['2026-02-08T12:00:00Z', 'last month'],
  ['2024-03-10T12:00:00Z', '2 years ago'],
])('%s reads as %s', (moment, text) => {
  expect(relativeText(new Date(moment), now)).toBe(text);
});

test.each([
  [{ language: 'en', timeZone: 'UTC' }, 'March 10, 2026 at 12:00 PM', 'Mar 10, 2026, 12:00:00 PM'],
  [{ language: 'en', timeZone: 'Asia/Tokyo' }, 'March 10, 2026 at 9:00 PM', 'Mar 10, 2026, 9:00:00 PM'],
  [{ language: 'de', timeZone: 'Asia/Tokyo' }, '10. März 2026 um 21:00', '10.03.2026, 21:00:00'],
  [{ language: 'en', timeZone: 'UTC' }, 'March 10, 2026 at 12:00 PM', 'Mar 10, 2026, 12:00:00 PM'],
])('times follow the locale %o, whichever came before', (locale, absolute, exact) => {
  // Some versions of the formats have a narrow space before AM and PM.
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  expect(plain(absoluteText(now, locale))).toBe(absolute);
  expect(plain(exactText(now, locale))).toBe(exact);
});
