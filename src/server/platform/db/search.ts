import { type AnyColumn, ilike, or, type Placeholder, type SQL, sql } from 'drizzle-orm';

/** From this length on a trigram index finds a text anywhere. */
const MIN_ANYWHERE_LENGTH = 3;

/**
 * Returns true for a text that an index can find: trigrams contain letters and digits only, so a search for others would
 * compare every row.
 */
export function isSearchable(text: string): boolean {
  return /[\p{Alphabetic}\p{N}]/u.test(text);
}

/**
 * Returns the one or two patterns that find a text. A text of one or two characters only matches the
 * beginning of a word, a limit of the index (`gin_trgm_ops`):
 * https://www.postgresql.org/docs/18/pgtrgm.html
 */
export function searchPatterns(text: string): string[] {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return text.length < MIN_ANYWHERE_LENGTH ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`];
}

/** Returns the pattern that finds a text in a `searchedText`; like `searchPatterns`, but only one. */
export function searchedPattern(text: string): string {
  return searchPatterns(text).at(-1) ?? '';
}

/** Returns the condition for rows where a column matches a pattern, ignoring case. */
export function containsOneOf(
  columns: readonly AnyColumn[],
  patterns: readonly (string | Placeholder)[],
): SQL | undefined {
  return or(...columns.flatMap((column) => patterns.map((pattern) => ilike(column, sql`${pattern}`))));
}
