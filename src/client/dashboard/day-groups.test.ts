import { expect, test } from 'vitest';
import { groupByDay } from './day-groups.ts';

const NOW = new Date('2026-03-03T12:00:00Z');
const at = (createdAt: string) => ({ createdAt });
const daysOf = (moments: string[], language: string, timeZone: string) =>
  groupByDay(moments.map(at), NOW, { language, timeZone }).map(({ day, items }) => [day, items.length]);

test('groups by day, with names for recent days', () => {
  const moments = [
    '2026-03-03T11:00:00Z',
    '2026-03-03T00:00:00Z',
    '2026-03-02T23:59:59Z',
    '2026-03-01T10:00:00Z',
    '2025-12-31T10:00:00Z',
  ];
  expect(daysOf(moments, 'en-GB', 'UTC')).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Sunday 1 March', 1],
    ['31 December 2025', 1],
  ]);
});

test('uses the user’s time zone and language', () => {
  expect(daysOf(['2026-03-03T02:00:00Z', '2026-03-02T04:00:00Z'], 'de', 'America/New_York')).toEqual([
    ['Gestern', 1],
    ['Sonntag, 1. März', 1],
  ]);
});

test('makes no groups of nothing', () => {
  expect(groupByDay([], NOW, { language: 'en', timeZone: null })).toEqual([]);
});
