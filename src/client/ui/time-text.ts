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

/** Returns a function that returns a format and keeps the last one: creating one takes longer than a row of a list. */
function keepLast<Format>(create: (locale: Locale) => Format): (locale: Locale) => Format {
  let kept: { readonly locale: Locale; readonly format: Format } | undefined;
  return (locale) => {
    if (kept?.locale.language !== locale.language || kept.locale.timeZone !== locale.timeZone) {
      kept = { locale, format: create(locale) };
    }
    return kept.format;
  };
}

const relativeFormat = keepLast(({ language }) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

function dateTimeFormat(styles: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>) {
  return keepLast(
    ({ language, timeZone }) =>
      new Intl.DateTimeFormat(language, { ...styles, ...(timeZone !== null && { timeZone }) }),
  );
}

const absoluteFormat = dateTimeFormat({ dateStyle: 'long', timeStyle: 'short' });
const dayFormat = dateTimeFormat({ dateStyle: 'long' });
const exactFormat = dateTimeFormat({ dateStyle: 'medium', timeStyle: 'medium' });

/** Returns a time relative to `now`, such as `5 minutes ago` or `tomorrow`, in a language by its BCP 47 tag. */
export function relativeText(moment: Date, now: Date, language = 'en'): string {
  const format = relativeFormat({ language, timeZone: null });
  const seconds = (moment.getTime() - now.getTime()) / 1000;
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  const isOwn = language.split('-')[0] === messageLanguage();
  return isOwn ? t`just now` : format.format(0, 'minute');
}

/** Returns a full date and time in the user's language and time zone. */
export function absoluteText(moment: Date, locale: Locale): string {
  return absoluteFormat(locale).format(moment);
}

/** Returns a date in the user's language and time zone. */
export function dayText(moment: Date, locale: Locale): string {
  return dayFormat(locale).format(moment);
}

/** Returns a date and time to the second, short enough for a column. */
export function exactText(moment: Date, locale: Locale): string {
  return exactFormat(locale).format(moment);
}
