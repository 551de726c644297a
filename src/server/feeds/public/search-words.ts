/** Characters of a word that count; longer ones are found by their beginning. */
const MAX_WORD_LENGTH = 64;

/** Words of a search that count. */
const MAX_WORDS = 10;

/** From this length on, a word also finds those that begin with it; shorter ones begin too many. */
const MIN_PREFIX_LENGTH = 3;

/** Letters that aren't a letter with a mark in Unicode, and how people type them without their keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
};

/** Returns a text in the form in which texts are compared: without case and diacritics. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[øłđæœıς]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Scripts whose words have no spaces between them, so that only a dictionary knows where they end. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the different words of a text in the form in which texts are compared. */
export function wordsOf(text: string): string[] {
  const folded = foldText(text);
  const parts = WITHOUT_SPACES.test(folded)
    ? Array.from(segmenter.segment(folded), ({ segment }) => segment)
    : [folded];
  const words = parts.flatMap((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed()))];
}

/** Returns words as a `tsvector`. They are letters and digits, so nothing in them needs to be escaped. */
export function asVector(words: readonly string[], weight: 'A' | 'B'): string {
  return words.map((word) => `'${word}':1${weight}`).join(' ');
}

/** Returns the `tsquery` for rows with every word of a search; null for a search without words. */
export function asQuery(search: string, weight: 'A' | '' = ''): string | null {
  const words = wordsOf(search).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return words
    .map((word) => `'${word}':${word.length < MIN_PREFIX_LENGTH ? '' : '*'}${weight}`)
    .map((term) => term.replace(/:$/, ''))
    .join(' & ');
}
