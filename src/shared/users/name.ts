import { fitsIn } from '../characters.ts';
import { t } from '../languages/translate.ts';

/**
 * Maximum length of a name, in characters. This file avoids zod and the check of hidden characters, because the sign-up form
 * loads it without them.
 */
export const MAX_NAME_LENGTH = 100;
export const MAX_PASSKEY_NAME_LENGTH = 60;

/**
 * Returns what is wrong with the length of a user's name and how to fix it; null when it is right. Surrounding spaces are
 * ignored.
 */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return t`Enter your name.`;
  if (!fitsIn(trimmed, MAX_NAME_LENGTH)) return t`Use at most ${MAX_NAME_LENGTH} characters.`;
  return null;
}
