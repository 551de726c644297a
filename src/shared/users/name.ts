import { t } from '../languages/translate.ts';
/**
 * Maximum length of a name, in characters. This file avoids zod, because the sign-up form loads it without
 * that library.
 */
export const MAX_NAME_LENGTH = 100;

/** Control characters, line breaks, lone surrogates, and characters that reverse the text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export const UNPRINTABLE_PROBLEM = t`Remove line breaks and control characters.`;

/** Returns true when a text can be displayed on one line. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/**
 * Returns what is wrong with a user's name and how to fix it; null when it is valid. Surrounding spaces are
 * ignored.
 */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return t`Enter your name.`;
  if (trimmed.length > MAX_NAME_LENGTH) return t`Use at most ${MAX_NAME_LENGTH} characters.`;
  return isPrintable(trimmed) ? null : UNPRINTABLE_PROBLEM;
}
