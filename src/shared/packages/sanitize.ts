const MAX_TEXT = 2_000;
/** All control characters except line feed and tab. */
const CONTROL_CHARACTERS = /[^\P{Cc}\n\t]/gu;
const REPLACEMENT = '\uFFFD';

/**
 * Makes text read from a package safe to store and display: replaces control characters and lone surrogates
 * with U+FFFD, which databases and terminals could not handle, and truncates texts to 2,000 characters.
 */
export function sanitize<T>(value: T): T {
  if (typeof value === 'string') return sanitizeText(value) as T;
  if (Array.isArray(value)) return value.map(sanitize) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [sanitizeText(key), sanitize(inner)]),
  ) as T;
}

function sanitizeText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return cut.toWellFormed().replace(CONTROL_CHARACTERS, REPLACEMENT);
}
