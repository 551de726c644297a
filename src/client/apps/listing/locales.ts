import { messageLanguage } from '#shared/languages/translate.ts';

/** Common listing languages, by BCP 47 tag. Any other tag can be entered too. */
export const COMMON_LOCALES: readonly string[] =
  `af am ar az be bg bn bs ca cs-CZ cy da-DK de-DE el-GR en-AU en-CA en-GB en-IN en-US eo es-419 es-ES es-US et eu-ES
  fa fi-FI fil fr-CA fr-FR ga gl-ES gu he-IL hi-IN hr hu-HU hy-AM id is-IS it-IT ja-JP ka-GE kk km-KH kn-IN ko-KR
  ky-KG lo-LA lt lv mk-MK ml-IN mn-MN mr-IN ms my-MM nb-NO ne-NP nl-NL nn-NO pa pl-PL pt-BR pt-PT ro ru-RU si-LK sk
  sl sq sr sv-SE sw ta-IN te-IN th tr-TR uk ur uz vi zh-CN zh-HK zh-TW zu`.split(/\s+/);

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
