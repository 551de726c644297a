import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parseAccept } from 'hono/utils/accept';
import { primaryLanguage } from '#shared/languages/choose-locale.ts';
import { type Catalog, inLanguage } from '#shared/languages/translate.ts';

/** The folder of the translated messages. */
const LANGUAGES = fileURLToPath(new URL('../../shared/languages', import.meta.url));

/** Preferred languages that are considered. */
const MAX_WANTED = 10;

/** Longest header that is read; browsers send less than 100 characters. */
const MAX_HEADER = 500;

/** Returns the languages of an `Accept-Language` header, the preferred one first (RFC 9110, section 12.5.4). */
export function readWantedLanguages(header: string | undefined): string[] {
  return parseAccept((header ?? '').slice(0, MAX_HEADER))
    .filter(({ type, q }) => /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(type) && q > 0)
    .map(({ type }) => type)
    .slice(0, MAX_WANTED);
}

/** The languages of the page's own texts. */
const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Returns the language of the page's own texts for someone who wants some languages: the first one that there is. */
export function choosePageLanguage(wanted: readonly string[]): PageLanguage {
  return wanted.map(primaryLanguage).find(isPageLanguage) ?? 'en';
}

function isPageLanguage(tag: string): tag is PageLanguage {
  return PAGE_LANGUAGES.some((known) => known === tag);
}

/** Returns what `write` returns, with its messages in a language. */
export function writeIn<Text>(language: PageLanguage, write: () => Text): Text {
  return inLanguage(language === 'en' ? null : openCatalog(language), write);
}

const catalogs = new Map<PageLanguage, Catalog>();

function openCatalog(locale: PageLanguage): Catalog {
  const known = catalogs.get(locale);
  if (known) return known;
  const messages = JSON.parse(readFileSync(join(LANGUAGES, `${locale}.json`), 'utf8')) as Record<
    string,
    string
  >;
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  // Messages are compiled when they are first used: the page has a small part of them.
  const compile = (message: string) => {
    const made = compiled.get(message) ?? compileMessage(message);
    compiled.set(message, made);
    return made;
  };
  const i18n = new I18n({ locale, messages: { [locale]: messages }, missing: () => '' });
  const catalog: Catalog = i18n.setMessagesCompiler(compile);
  catalogs.set(locale, catalog);
  return catalog;
}
