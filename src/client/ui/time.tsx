import { useContext } from 'react';
import { LocaleContext } from './locale.ts';
import { absoluteText, dayText, exactText, relativeText } from './time-text.ts';
import { tooltip } from './tooltip.ts';
import { useMinute } from './use-minute.ts';

/** Shows a time relative to now, in full on hover, by the user's locale. `iso` is ISO 8601. */
export function Time({ iso }: { iso: string }) {
  const minute = useMinute();
  const locale = useContext(LocaleContext);
  const moment = new Date(iso);
  return (
    <time dateTime={iso} lang={locale.language} {...tooltip(absoluteText(moment, locale))}>
      {relativeText(moment, minute, locale.language)}
    </time>
  );
}

/** Shows a time to the second in the user's zone, relative to now on hover. */
export function ExactTime({ iso }: { iso: string }) {
  const minute = useMinute();
  const locale = useContext(LocaleContext);
  const moment = new Date(iso);
  return (
    <time dateTime={iso} lang={locale.language} {...tooltip(relativeText(moment, minute, locale.language))}>
      {exactText(moment, locale)}
    </time>
  );
}

/** Returns a function that words the date of a time, ISO 8601, by the user's locale. */
export function useDayText(): (iso: string) => string {
  const locale = useContext(LocaleContext);
  return (iso) => dayText(new Date(iso), locale);
}
