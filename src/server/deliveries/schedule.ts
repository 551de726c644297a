/** The hour of the day, in UTC, at which the letters of the day leave. */
const DIGEST_HOUR = 7;

/** Attempts after which a delivery is given up, about two days after the first. */
export const MAX_ATTEMPTS = 10;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 12 * 3_600_000;

/** When the next attempt comes after so many: 2 s, 8 s, 32 s, … and never more than half a day. */
export function nextAttempt(attempts: number, now: Date): Date {
  const pause = FIRST_PAUSE_MS * 4 ** (attempts - 1);
  return new Date(now.getTime() + Math.min(pause, LONGEST_PAUSE_MS));
}

/** When the next letter of the day leaves. */
export function nextDigest(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), DIGEST_HOUR);
  return new Date(today > now.getTime() ? today : today + 86_400_000);
}
