import { t } from './languages/translate.ts';

/*
 * Characters that nobody sees, or that change what is seen, in names of one line. This file avoids zod, because the sign-up
 * form loads it without that library.
 */

export const hiddenProblem = () =>
  t`Remove line breaks, and characters that are invisible or change the direction.`;

/**
 * Control characters, line breaks, lone surrogates, noncharacters, all that Unicode says is not displayed
 * (Default_Ignorable_Code_Point: bidirectional controls, zero-width, variation and tag characters, Hangul fillers), and
 * characters that are blank without being spaces.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{Bidi_C}\p{Noncharacter_Code_Point}\u2800\u{16FE4}\u{1D159}\uFFF9-\uFFFC]`;

const PICTURE = String.raw`\p{Extended_Pictographic}`;
/** Signs that end a consonant without a vowel, in scripts of India and its neighbours (Canonical_Combining_Class 9). */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u103A\u17D2\u1B44]`;
const ARABIC = String.raw`(?=\p{Script=Arabic})\p{L}`;
/** Arabic letters that connect to the next one (Joining_Type D). Behind the others U+200C changes nothing. */
const JOINING = String.raw`(?![\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF])${ARABIC}`;

/**
 * Characters that belong into a text although nobody sees them, each with those that have to be around it.
 * @see RFC 5892, appendix A (U+200C and U+200D in scripts that need them)
 * @see Unicode UTS #51, sections 1.4 and 2.5 (emoji sequences), and UTS #37 (variations of ideographs)
 */
const BELONGING = [
  String.raw`(?<=${PICTURE}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=${PICTURE})`,
  String.raw`(?<=(?![0-9#*])\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // The flags of England, Scotland and Wales: the only ones of tags that are recommended.
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`(?<=${VIRAMA})[\u200C\u200D]`,
  // Bengali "rya".
  String.raw`(?<=\u09B0)\u200D(?=\u09CD)`,
  String.raw`(?<=${JOINING}\p{Mn}{0,4})\u200C(?=\p{Mn}{0,4}${ARABIC})`,
  // Abbreviations, such as that of Hijri in Persian.
  String.raw`(?<=${JOINING})\u200D(?!\p{Script=Arabic})`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
  String.raw`(?<=\p{Ideographic})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
].join('|');

const PATTERN = new RegExp(`(${BELONGING})|${HIDDEN}`, 'gu');
/** The mark of a hidden character. */
const MARK = /⟨U\+[0-9A-F]{4,6}⟩/u;

/** Replaces every character that is hidden where it doesn't belong. */
function replaceHidden(text: string, replace: (character: string) => string): string {
  // Most texts are of these characters alone.
  if (/^[\x20-\x7E]*$/.test(text)) return text;
  return text.replace(PATTERN, (found: string, belonging?: string) => belonging ?? replace(found));
}

/** Returns true when everything in a name of one line can be seen, apart from what its script or an emoji needs. */
export function isVisible(text: string): boolean {
  return replaceHidden(text, () => '') === text;
}

/** Returns a text without its hidden characters; line breaks become spaces. */
export function withoutHidden(text: string): string {
  return replaceHidden(text.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ' '), () => '');
}

/** Makes hidden characters visible: U+202E becomes `⟨U+202E⟩`. Those of `kept` stay. */
export function markHidden(text: string, kept = ''): string {
  return replaceHidden(text, (character) => {
    if (kept.includes(character)) return character;
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** Returns true for a text in which a hidden character was marked. */
export function hasMark(text: string): boolean {
  return MARK.test(text);
}
