import { messageLanguage, t } from '#shared/languages/translate.ts';
import type { Locale } from './locale.ts';

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

/** The format of the last language: creating one takes longer than a row of a list. */
let kept: { readonly language: string; readonly format: Intl.RelativeTimeFormat } | undefined;

function relativeFormat(language: string): Intl.RelativeTimeFormat {
  if (kept?.language !== language) {
    kept = { language, format: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }) };
  }
  return kept.format;
}

/** Returns a time relative to `now`, such as `5 minutes ago` or `tomorrow`, in a language by its BCP 47 tag. */
export function relativeText(moment: Date, now: Date, language = 'en'): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length)
      return relativeFormat(language).format(Math.trunc(seconds / length), unit);
  }
  const isOwn = language.split('-')[0] === messageLanguage();
  return isOwn ? t`just now` : relativeFormat(language).format(0, 'minute');
}

/** Returns a full date and time in the user's language and time zone. */
export function absoluteText(moment: Date, { language, timeZone }: Locale): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone !== null && { timeZone }),
  });
  return format.format(moment);
}

/** Returns a date and time to the second, short enough for a column. */
export function exactText(moment: Date, { language, timeZone }: Locale): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(timeZone !== null && { timeZone }),
  });
  return format.format(moment);
}
