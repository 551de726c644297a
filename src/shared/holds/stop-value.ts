import { t } from '../languages/translate.ts';
import type { StopBy } from './hold.ts';

/** A library by its file name, or by the CRC-32 of its content too. */
const LIBRARY = /^([^/\\#\s]{1,200})(?:#([0-9a-f]{8}))?$/;

/**
 * Returns a value in the form in which packages have it: hashes in lower case without colons or spaces, a library as
 * `name` or `name#crc32`; null when it can't be one.
 */
export function readStopValue(by: StopBy, typed: string): string | null {
  const value = typed.trim();
  if (by === 'publisher') return /^[\w-]{1,100}$/.test(value) ? value : null;
  if (by === 'library') return LIBRARY.test(value) ? value : null;
  const hash = value.replaceAll(/[\s:]/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}

/** Returns the library that a value names. */
export function readLibrary(value: string): { readonly name: string; readonly crc32?: string } {
  const [, name = value, crc32] = LIBRARY.exec(value) ?? [];
  return { name, ...(crc32 !== undefined && { crc32 }) };
}

/** Says which form a value has, where one has another. */
export const STOP_VALUE_PROBLEMS: Readonly<Record<StopBy, string>> = {
  publisher: t`Enter the publisher’s user ID.`,
  certificate: t`Enter the certificate’s SHA-256: 64 hexadecimal digits.`,
  file: t`Enter the file’s SHA-256: 64 hexadecimal digits.`,
  library: t`Enter the library’s file name, such as libexample.so.`,
};
