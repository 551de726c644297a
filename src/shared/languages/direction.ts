/** The scripts that are written from right to left, by their names in Unicode (Unicode Character Database, "Bidi_Class" R and AL). */
const SCRIPTS = {
  Adlm: 'Adlam',
  Arab: 'Arabic',
  Hebr: 'Hebrew',
  Mand: 'Mandaic',
  Nkoo: 'Nko',
  Rohg: 'Hanifi_Rohingya',
  Samr: 'Samaritan',
  Syrc: 'Syriac',
  Thaa: 'Thaana',
  Yezi: 'Yezidi',
};

const FROM_RIGHT = new RegExp(
  `[${Object.values(SCRIPTS)
    .map((name) => `\\p{Script=${name}}`)
    .join('')}]`,
  'u',
);

export type TextDirection = 'ltr' | 'rtl' | 'auto';

/** Returns the direction of a language, by its BCP 47 tag; `auto`, which is that of the text, for an unknown one. */
export function directionOf(locale: string): TextDirection {
  try {
    const { script } = new Intl.Locale(locale).maximize();
    return script === undefined ? 'auto' : script in SCRIPTS ? 'rtl' : 'ltr';
  } catch {
    return 'auto';
  }
}

/** Returns the attributes of an element with a text in a language; an empty one is unknown. */
export function textAttributes(locale: string): { readonly lang?: string; readonly dir: TextDirection } {
  return { ...(locale !== '' && { lang: locale }), dir: directionOf(locale) };
}

/** The first letter outside of isolates decides (Unicode Standard Annex 9, rules P2 and P3). */
export function isFromRight(text: string): boolean {
  const first = /\p{L}/u.exec(text.replaceAll(/\u2068[^\u2069]*\u2069/g, ''));
  return first !== null && FROM_RIGHT.test(first[0]);
}

/**
 * Isolates a text that runs from right to left, for a sentence that doesn't: otherwise a number after it would be shown
 * before it (Unicode Standard Annex 9, "First Strong Isolate").
 */
export function isolate(text: string): string {
  return FROM_RIGHT.test(text) ? `\u2068${text}\u2069` : text;
}
