import { formatNumber, messageLanguage, t } from './languages/translate.ts';

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
  const { count, unit } = inLargestUnit(seconds);
  return count === 0 ? t`a moment` : formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
}

/** Formats how long ago an ISO 8601 time was, such as `3 hours ago`. */
export function describeAgo(iso: string, now: Date): string {
  const { count, unit } = inLargestUnit(secondsSince(iso, now));
  return count === 0 ? t`a moment ago` : relativeTime(-count, unit);
}

/** Formats when something happens in so many seconds, such as `in 3 hours`. */
export function describeTimeUntil(seconds: number): string {
  const { count, unit } = inLargestUnit(seconds);
  return count === 0 ? t`in a moment` : relativeTime(count, unit);
}

function inLargestUnit(seconds: number) {
  const [unit, length] = UNITS.find((each) => seconds >= each[1]) ?? (['second', 1] as const);
  return { count: Math.floor(seconds / length), unit };
}

function relativeTime(count: number, unit: (typeof UNITS)[number][0]): string {
  return new Intl.RelativeTimeFormat(messageLanguage()).format(count, unit);
}

/** Returns the seconds since an ISO 8601 time; never negative, because clocks differ. */
export function secondsSince(iso: string, now: Date): number {
  return Math.max(0, (now.getTime() - Date.parse(iso)) / 1000);
}
