import { createContext } from 'react';
import { messageLanguage } from '#shared/languages/translate.ts';

/** The language and time zone for dates. */
export interface Locale {
  /** A BCP 47 tag. */
  readonly language: string;
  /** A name of the IANA time zone database; null for the device's own. */
  readonly timeZone: string | null;
}

/** The default: the language of the interface, and the device's time zone. */
export const DEFAULT_LOCALE: Locale = { language: messageLanguage(), timeZone: null };

/** The user's locale; the shell provides it. */
export const LocaleContext = createContext(DEFAULT_LOCALE);
