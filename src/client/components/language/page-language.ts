import { loadChunk } from '#client/backend/load-chunk.ts';
import { type Catalog, setCatalog } from '#shared/languages/translate.ts';

/** The languages of the interface, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type InterfaceLanguage = keyof typeof LANGUAGES;

/** The sign-in page loads only its own messages, all other screens the whole catalogue. */
export type MessagePart = 'sign-in' | 'console';

/** The catalogues of the languages that the source isn't written in. */
const CATALOGS: Record<
  Exclude<InterfaceLanguage, 'en'>,
  Record<MessagePart, () => Promise<{ default: Catalog }>>
> = {
  de: {
    'sign-in': () => loadChunk('messages-de-sign-in', () => import('virtual:messages/de-sign-in')),
    console: () => loadChunk('messages-de', () => import('virtual:messages/de-console')),
  },
};

const STORAGE_KEY = 'quayside-language';

/** Returns the interface language of a BCP 47 tag such as `de-AT`; null when there is none. */
export function languageOf(tag: string): InterfaceLanguage | null {
  const [language = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, language) ? (language as InterfaceLanguage) : null;
}

/** Returns the language that the user chose on this device; null when the browser's applies. */
export function chosenLanguage(): InterfaceLanguage | null {
  try {
    return languageOf(localStorage.getItem(STORAGE_KEY) ?? '');
  } catch {
    return null;
  }
}

/** Returns the language of this page: the chosen one, otherwise the browser's first that there is, otherwise English. */
export function pageLanguage(): InterfaceLanguage {
  const known = navigator.languages.map(languageOf).find((language) => language !== null);
  return chosenLanguage() ?? known ?? 'en';
}

/**
 * Remembers the language on this device; null for the browser's. Returns true when the page has to be reloaded to show
 * it: messages are read once, when their modules are evaluated.
 */
export function rememberLanguage(language: InterfaceLanguage | null): boolean {
  const before = pageLanguage();
  try {
    if (language === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the page keeps the browser's language.
  }
  return pageLanguage() !== before;
}

/**
 * Loads the messages of the page's language. English needs none: its messages are in the modules themselves, so the page
 * stays English when the others can't be loaded.
 */
export async function loadMessages(part: MessagePart): Promise<void> {
  const language = pageLanguage();
  if (language === 'en') return;
  try {
    const { default: catalog } = await CATALOGS[language][part]();
    setCatalog(catalog);
    document.documentElement.lang = language;
  } catch (error) {
    console.error(error);
  }
}
