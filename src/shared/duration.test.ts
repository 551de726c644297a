import { describe, expect, test } from 'vitest';
import { describeAgo, describeDuration, describeTimeUntil, secondsSince } from './duration.ts';

describe('describeDuration', () => {
  test.each([
    [0, 'a moment'],
    [0.9, 'a moment'],
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [3_599, '59 minutes'],
    [3_600, '1 hour'],
    [86_399, '23 hours'],
    [86_400, '1 day'],
    [200 * 86_400, '200 days'],
  ])('describes %d s as %s', (seconds, words) => {
    expect(describeDuration(seconds)).toBe(words);
  });
});

test('returns zero seconds for a future time', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  expect(secondsSince('2026-01-01T00:00:05.000Z', now)).toBe(0);
  expect(secondsSince('2025-12-31T23:59:00.000Z', now)).toBe(60);
});

test.each([
  [0, 'a moment ago', 'in a moment'],
  [1, '1 second ago', 'in 1 second'],
  [7_200, '2 hours ago', 'in 2 hours'],
  [86_400, '1 day ago', 'in 1 day'],
])('describes %d s ago and ahead', (seconds, ago, ahead) => {
  const now = new Date('2026-01-02T00:00:00.000Z');
  expect(describeAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(ago);
  expect(describeTimeUntil(seconds)).toBe(ahead);
});
