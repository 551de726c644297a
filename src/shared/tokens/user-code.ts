import { z } from 'zod';
import { t } from '../languages/translate.ts';

/** Consonants alone: they spell no words, and none looks like a digit (RFC 8628, section 6.1). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_LENGTH = 8;
const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);

/** Reads a code as people type it: in any case, with or without its hyphen. */
export const userCodeSchema = z
  .string()
  .max(40, { error: () => t`Enter the code that the program shows, such as WDJB-MJHT.` })
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, ''))
  .refine((code) => USER_CODE.test(code), {
    error: () => t`Enter the code that the program shows, such as WDJB-MJHT.`,
  });

/** Returns a code as it is shown, in two groups. */
export function showUserCode(code: string): string {
  return `${code.slice(0, USER_CODE_LENGTH / 2)}-${code.slice(USER_CODE_LENGTH / 2)}`;
}
