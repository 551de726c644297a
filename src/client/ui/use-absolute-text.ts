import { useContext } from 'react';
import { LocaleContext } from './locale.ts';
import { absoluteText } from './time-text.ts';
import { useIsPainted } from './use-is-painted.ts';

/**
 * Returns a full date and time in the user's language and time zone, for what is shown on hover. It's empty until the
 * screen was painted: to format the first date of a page takes long.
 */
export function useAbsoluteText(moment: Date): string {
  const locale = useContext(LocaleContext);
  const isPainted = useIsPainted();
  return isPainted ? absoluteText(moment, locale) : '';
}
