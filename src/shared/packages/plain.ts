const MAX_TEXT = 2_000;
/** All of them except line feed and tab. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;
const REPLACEMENT = '\uFFFD';

/**
 * Makes what was read from a package fit to store and show: in every text, control characters and broken surrogates
 * become U+FFFD (databases and terminals must not see them), and what is past 2,000 characters is cut off.
 */
export function plain<T>(value: T): T {
  if (typeof value === 'string') return plainText(value) as T;
  if (Array.isArray(value)) return value.map(plain) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plainText(key), plain(inner)])) as T;
}

function plainText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.toWellFormed().replace(CONTROL_CHARACTERS, REPLACEMENT);
}
