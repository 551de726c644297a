import { expect, test } from 'vitest';
import { notificationTime } from './relative-time.ts';

const now = new Date('2026-03-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;

test.each([
  [-1, 'Just now'],
  [0, 'Just now'],
  [HOUR_MS - 1, 'Just now'],
  [HOUR_MS, '1 h ago'],
  [24 * HOUR_MS - 1, '23 h ago'],
  [24 * HOUR_MS, '1 d ago'],
  [168 * HOUR_MS - 1, '6 d ago'],
  [168 * HOUR_MS, 'Mar 13'],
  [1000 * HOUR_MS, 'Feb 6'],
])('%d ms ago reads as %s', (age, text) => {
  expect(notificationTime(new Date(now.getTime() - age), now)).toBe(text);
});
