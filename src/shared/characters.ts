/*
 * Characters as people count them: a letter with its marks or an emoji of several code points is one. This file avoids zod, because the
 * sign-up form loads it without that library.
 */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the number of characters of a text. */
export function countCharacters(text: string): number {
  // Most texts are of these characters alone.
  if (/^[\x20-\x7E]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

/** Returns true for a text of at most so many characters. Marks can be piled on one without end, so its length has a limit, too. */
export function fitsIn(text: string, max: number): boolean {
  return text.length <= max || (text.length <= maxUnits(max) && countCharacters(text) <= max);
}

/** Returns the longest that a text of so many characters may be, in units of UTF-16. */
export function maxUnits(max: number): number {
  return max * 2;
}

/** Returns the beginning of a text, of at most so many characters. */
export function cutCharacters(text: string, max: number): string {
  if (fitsIn(text, max)) return text;
  let cut = '';
  let count = 0;
  for (const { segment } of segmenter.segment(text.slice(0, maxUnits(max) + 1))) {
    count += 1;
    if (count > max || cut.length + segment.length > maxUnits(max)) break;
    cut += segment;
  }
  return cut;
}
