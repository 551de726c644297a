/** Maximum attempts for an item, about a day after the first. */
export const MAX_ATTEMPTS = 10;

const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 12 * 3_600_000;

/** Maximum random share added to a pause, so that items that failed together are not retried together. */
const JITTER = 0.2;

/** Returns the time of the next attempt: after 2 s, 8 s, 32 s, … up to half a day, plus jitter. */
export function nextAttempt(attempts: number, now: Date): Date {
  const pause = Math.min(FIRST_PAUSE_MS * 4 ** (attempts - 1), MAX_PAUSE_MS);
  return new Date(now.getTime() + pause * (1 + JITTER * Math.random()));
}
