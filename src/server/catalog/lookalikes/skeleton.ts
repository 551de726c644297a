import unhomoglyph from 'unhomoglyph';

/** Characters that are compared; what differs only behind them looks the same in every list of the store. */
const MAX_LENGTH = 100;
/** Before characters are replaced by several, so that no text takes long. */
const MAX_READ = 4 * MAX_LENGTH;
/** Texts up to this length only look alike when they are equal: "Maps" and "Caps" are different words. */
const MAX_SHORT = 4;
/** Longer ones may differ in two places. */
const MAX_MEDIUM = 8;

/** Spaces, punctuation, signs of trademarks, and what nobody sees, such as direction marks and variation selectors. */
const LEFT_OUT = /[\p{P}\p{Z}\p{C}\p{DI}\p{Emoji_Modifier}™®©℠\u2800]/gu;
/** Accents of Latin, Greek and Cyrillic letters. In other scripts, such marks are vowels. */
const ACCENTS = /[\u0300-\u036F]/gu;

/**
 * Returns what a text looks like: two texts with the same result are confusable (Unicode TS #39, section 4), also when
 * they differ in case, spaces, punctuation, accents, or characters that nobody sees. Empty for a text of nothing else.
 */
export function skeletonOf(text: string): string {
  // Before the cut, or a name could begin with what nobody sees.
  const seen = text.replaceAll(LEFT_OUT, '').slice(0, MAX_READ).normalize('NFKD');
  // Twice, because a letter can look like one in each case: capital I like l, and m like rn.
  const once = unhomoglyph(seen.toWellFormed()).normalize('NFKD').toLowerCase();
  const alike = unhomoglyph(once).normalize('NFKD').toLowerCase();
  // Whoever ignores case reads i and l as one letter, too. Afterwards rn counts as one character.
  const folded = alike
    .replaceAll(ACCENTS, '')
    .replaceAll('i', 'l')
    .replaceAll('ı', 'l')
    .replaceAll('rn', 'm');
  const kept = folded.replaceAll(LEFT_OUT, '');
  return [...kept].slice(0, MAX_LENGTH).join('');
}

/** Returns the skeleton of an application ID: that of each part, joined by dots. */
export function idSkeletonOf(applicationId: string): string {
  return applicationId.split('.').map(skeletonOf).join('.');
}

/** Returns the number of characters, of which some are two units of UTF-16. */
export function lengthOf(skeleton: string): number {
  return [...skeleton].length;
}

/** Returns the differences up to which two texts look alike; the shorter one decides. */
function allowedDifferences(a: number, b: number): number {
  const shorter = Math.min(a, b);
  if (shorter <= MAX_SHORT) return 0;
  return shorter <= MAX_MEDIUM ? 1 : 2;
}

/** Returns true when two skeletons of names are equal or differ little for their length. */
export function looksAlike(a: string, b: string): boolean {
  const [first, second] = [[...a], [...b]];
  const allowed = allowedDifferences(first.length, second.length);
  return a === b || (allowed > 0 && isWithin(first, second, allowed));
}

/**
 * Returns true when two skeletons of application IDs look alike: the same but for separators or the order of the parts,
 * one the other with more parts behind it, or with one or two differences in the parts.
 */
export function idsLookAlike(a: string, b: string): boolean {
  if (withoutSeparators(a) === withoutSeparators(b)) return true;
  const [first, second] = [a.split('.'), b.split('.')];
  if (first.toSorted().join('.') === second.toSorted().join('.')) return true;
  if (first.length !== second.length) return extendsId(a, b) || extendsId(b, a);
  const changed = first.flatMap((part, at) => {
    const other = second[at] ?? '';
    return part === other ? [] : [[part, other] as const];
  });
  // A different word is another app or another company, however short it is.
  return changed.length <= 1 && changed.every(([part, other]) => looksAlike(part, other));
}

function withoutSeparators(id: string): string {
  return id.replaceAll('.', '');
}

/** Parts that are added to the ID of an app to name an edition of it. */
const EDITIONS = new Set(
  'android app apps beta client debug demo dev free full hd ios lite mini mobile mod new official online original paid plus premium pro release store ultra unlocked vip'
    .split(' ')
    .map(skeletonOf),
);

/**
 * Returns true when an ID is another one with more parts: any parts behind one that is somebody's (`com.example.app.x`), and
 * an edition's name behind one that many may begin with (`io.github.pro`).
 */
function extendsId(longer: string, shorter: string): boolean {
  if (!longer.startsWith(`${shorter}.`)) return false;
  const added = longer.slice(shorter.length + 1).split('.');
  return shorter.split('.').length >= MIN_OWN_PARTS || added.every((part) => EDITIONS.has(part));
}

/** The parts of an ID from which on it belongs to one app. */
const MIN_OWN_PARTS = 3;

/** Returns the skeletons of all IDs that a longer or shorter one can be by whole parts, for a search by equality. */
export function relatedIds(skeleton: string): string[] {
  const parts = skeleton.split('.');
  const shorter = parts.slice(2).map((_, at) => parts.slice(0, at + 2).join('.'));
  return [...shorter, ...[...EDITIONS].map((edition) => `${skeleton}.${edition}`)];
}

/**
 * Returns true when one text becomes the other by at most `max` insertions, deletions, replacements and swaps of
 * neighbours (optimal string alignment).
 */
function isWithin(a: readonly string[], b: readonly string[], max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [row, letter] of a.entries()) {
    const current = [row + 1];
    for (const [column, other] of b.entries()) {
      const at = (line: readonly number[], place: number) => line[place] ?? Number.POSITIVE_INFINITY;
      const isSwap = letter === b[column - 1] && a[row - 1] === other;
      current.push(
        Math.min(
          at(above, column + 1) + 1,
          at(current, column) + 1,
          at(above, column) + (letter === other ? 0 : 1),
          isSwap ? at(before, column - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...current) > max) return false;
    before = above;
    above = current;
  }
  return (above[b.length] ?? Number.POSITIVE_INFINITY) <= max;
}

/** The bits of `lettersOf`. */
const LETTER_BITS = 64;

/**
 * Returns the characters of a skeleton as bits, each occurrence of one with a bit of its own. A difference changes at most two
 * bits, and a swap none, so texts whose bits differ more are further apart.
 */
export function lettersOf(skeleton: string): string {
  const bits = Array<0 | 1>(LETTER_BITS).fill(0);
  const seen = new Map<string, number>();
  for (const letter of skeleton) {
    const occurrence = (seen.get(letter) ?? 0) + 1;
    seen.set(letter, occurrence);
    const mixed = Math.imul((letter.codePointAt(0) ?? 0) * 31 + occurrence, 0x9e3779b1) >>> 26;
    bits[mixed] = 1;
  }
  return bits.join('');
}
