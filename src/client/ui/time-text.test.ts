import { expect, test } from 'vitest';
import { relativeText } from './time-text.ts';

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
