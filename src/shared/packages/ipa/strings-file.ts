import { decodeUtf8, decodeUtf16 } from '../text.ts';

const PAIR =
  /"((?:[^"\\]|\\.)*)"\s*=\s*"((?:[^"\\]|\\.)*)"\s*;|(?<![\w.-])([\w.-]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*;/g;

/**
 * Reads the pairs of a text `.strings` file, in UTF-8 or UTF-16; what is no pair is passed over.
 * @see Apple "Internationalization and Localization Guide", strings files
 */
export function readStringsFile(bytes: Uint8Array): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const [, quotedKey, quotedValue, key, value] of decode(bytes).matchAll(PAIR)) {
    pairs.set(unescape(quotedKey ?? key ?? ''), unescape(quotedValue ?? value ?? ''));
  }
  return pairs;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), false);
  return decodeUtf8(bytes);
}

function unescape(text: string): string {
  return text.replace(/\\(?:U([0-9a-fA-F]{4})|([\s\S]))/g, (_, code?: string, character?: string) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return character === 'n' ? '\n' : character === 't' ? '\t' : (character ?? '');
  });
}
