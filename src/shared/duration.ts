const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Formats a duration in the largest unit that fits, rounded down, such as `3 hours`. Takes seconds; less than
 * one is `a moment`.
 */
export function describeDuration(seconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return count === 1 ? `1 ${unit}` : `${count.toLocaleString('en')} ${unit}s`;
  }
  return 'a moment';
}

/** Returns the seconds since an ISO 8601 time; never negative, because clocks differ. */
export function secondsSince(iso: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(iso)) / 1000);
}
