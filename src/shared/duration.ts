const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * A length of time as people say it: the largest unit that fits, rounded down, such as `3 hours`.
 * Takes seconds; anything below one is `a moment`.
 */
export function describeDuration(seconds: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return count === 1 ? `1 ${unit}` : `${count.toLocaleString('en')} ${unit}s`;
  }
  return 'a moment';
}

/** How long ago an ISO 8601 time was, as seconds; never negative, as clocks of two machines differ. */
export function secondsSince(iso: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(iso)) / 1000);
}
