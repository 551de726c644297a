import { expect, test } from 'vitest';
import { nextNotificationTimeChange, notificationTime } from './relative-time.ts';

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

test.each([-HOUR_MS, 0, 1, HOUR_MS, 5.5 * HOUR_MS, 24 * HOUR_MS, 50 * HOUR_MS, 168 * HOUR_MS - 1])(
  'after %d ms, the next change is to another text, and a millisecond earlier is not',
  (age) => {
    const createdAt = new Date(now.getTime() - age);
    const text = (at: number) => notificationTime(createdAt, new Date(at));
    const change = nextNotificationTimeChange(createdAt, now) ?? 0;
    expect(change).toBeGreaterThan(now.getTime());
    expect(text(change)).not.toBe(text(now.getTime()));
    expect(text(change - 1)).toBe(text(now.getTime()));
  },
);

test('a date no longer changes', () => {
  const createdAt = new Date(now.getTime() - 168 * HOUR_MS);
  expect(nextNotificationTimeChange(createdAt, now)).toBeNull();
});
