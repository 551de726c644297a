import { t } from '../languages/translate.ts';
/**
 * Minimum and maximum password length in characters. No zod in this file, because the sign-in screen needs it
 * without that library.
 */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** Returns why a password's length is invalid; null when it is fine. */
export function passwordLengthProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH.min) return t`Use at least ${PASSWORD_LENGTH.min} characters.`;
  if (password.length > PASSWORD_LENGTH.max) return t`Use at most ${PASSWORD_LENGTH.max} characters.`;
  return null;
}
