import { expect, test } from 'vitest';
import { MAX_ATTEMPTS, nextAttempt } from './back-off.ts';

const now = new Date('2026-03-20T12:00:00Z');
const HALF_A_DAY_MS = 12 * 3_600_000;

test.each(Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1))(
  'after attempt %d the pause is four times the one before, up to half a day, and at most a fifth longer',
  (attempts) => {
    const expected = Math.min(2_000 * 4 ** (attempts - 1), HALF_A_DAY_MS);
    for (let tried = 0; tried < 50; tried += 1) {
      const pause = nextAttempt(attempts, now).getTime() - now.getTime();
      expect(pause).toBeGreaterThanOrEqual(expected);
      expect(pause).toBeLessThanOrEqual(expected * 1.2);
    }
  },
);

test('items that failed together are not retried together', () => {
  const times = Array.from({ length: 50 }, () => nextAttempt(5, now).getTime());
  expect(new Set(times).size).toBeGreaterThan(10);
});
