const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

/** A moment seen from `now`, such as `5 minutes ago` or `tomorrow`; `just now` within a minute of it. */
export function relativeText(moment: Date, now: Date): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return 'just now';
}

/** A moment in full, in the zone of the person who reads it. */
export function absoluteText(moment: Date): string {
  return absolute.format(moment);
}
