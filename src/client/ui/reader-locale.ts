import { createContext } from 'react';

/** How the person who reads wants to see moments. */
export interface ReaderLocale {
  /** A BCP 47 tag. */
  readonly language: string;
  /** A name of the IANA time zone database; null is the device's own. */
  readonly timeZone: string | null;
}

/** English and the device's time zone, which is what the product speaks and where the person is. */
export const DEFAULT_LOCALE: ReaderLocale = { language: 'en', timeZone: null };

/** The reader's locale; the shell provides that of the person signed in. */
export const ReaderLocaleContext = createContext(DEFAULT_LOCALE);
