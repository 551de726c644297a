import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of every API token; session tokens never start with it. */
export const API_TOKEN_PREFIX = 'qs_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 214 bits. */
const RANDOM_LENGTH = 36;
/** The length of the largest CRC-32 in base 62. */
const CHECKSUM_LENGTH = 6;
const SECRET = new RegExp(`^${API_TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Returns a new secret of an API token: the prefix, 36 random characters, and six of checksum. */
export function createTokenSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${API_TOKEN_PREFIX}${random}${checksumOf(random)}`;
}

/** Returns the start of a secret, by which its owner recognises it. */
export function hintOf(secret: string): string {
  return secret.slice(0, API_TOKEN_PREFIX.length + 4);
}

/** Returns true for a text that could be a token by its form and checksum, as scanners of leaked secrets decide it. */
export function isWholeSecret(text: string): boolean {
  if (!SECRET.test(text)) return false;
  const random = text.slice(API_TOKEN_PREFIX.length, -CHECKSUM_LENGTH);
  return text.endsWith(checksumOf(random));
}

/** Returns the CRC-32 (ISO 3309) of the random characters in base 62, with leading zeros. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
