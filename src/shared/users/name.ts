import { t } from '../languages/translate.ts';
import { HIDDEN_PROBLEM, isVisible } from '../visible-text.ts';

/**
 * Maximum length of a name, in characters. This file avoids zod, because the sign-up form loads it without
 * that library.
 */
export const MAX_NAME_LENGTH = 100;

/**
 * Returns what is wrong with a user's name and how to fix it; null when it is valid. Surrounding spaces are
 * ignored.
 */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return t`Enter your name.`;
  if (trimmed.length > MAX_NAME_LENGTH) return t`Use at most ${MAX_NAME_LENGTH} characters.`;
  return isVisible(trimmed) ? null : HIDDEN_PROBLEM;
}
