/** How long a password may be, in characters. No zod here: the browser's first screen needs this file, and not that library. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** What is wrong with the length of a password, and how to do better; null when nothing is. */
export function passwordLengthProblem(password: string): string | null {
  if (password.length < PASSWORD_LENGTH.min) return `Use at least ${PASSWORD_LENGTH.min} characters.`;
  if (password.length > PASSWORD_LENGTH.max) return `Use at most ${PASSWORD_LENGTH.max} characters.`;
  return null;
}
