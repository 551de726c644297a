import { messageLanguage } from '#shared/languages/translate.ts';

/** Returns the name of a language in that of the page, such as "German (Germany)", or its tag. */
export function localeName(locale: string): string {
  try {
    return (
      new Intl.DisplayNames([messageLanguage()], { type: 'language', languageDisplay: 'standard' }).of(
        locale,
      ) ?? locale
    );
  } catch {
    return locale;
  }
}
