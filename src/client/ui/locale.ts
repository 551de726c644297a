import { createContext } from 'react';

/** The language and time zone for dates. */
export interface Locale {
  /** A BCP 47 tag. */
  readonly language: string;
  /** A name of the IANA time zone database; null for the device's own. */
  readonly timeZone: string | null;
}

/** The default: English, as the product, and the device's time zone. */
export const DEFAULT_LOCALE: Locale = { language: 'en', timeZone: null };

/** The user's locale; the shell provides it. */
export const LocaleContext = createContext(DEFAULT_LOCALE);
