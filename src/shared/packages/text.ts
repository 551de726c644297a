import { strFromU8 } from 'fflate';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Decodes UTF-8. Invalid sequences become U+FFFD, and a leading byte order mark stays: names must not change
 * silently.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? BYTE_ORDER_MARK + strFromU8(bytes.subarray(3)) : strFromU8(bytes);
}

/**
 * Returns true when the bytes are valid UTF-8 (RFC 3629): complete, shortest-form sequences without
 * surrogates.
 */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0;
    const length =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length === 0 || at + length > bytes.length) return false;
    for (let next = at + 1; next < at + length; next++) {
      if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return false;
    }
    const second = bytes[at + 1] ?? 0;
    const isOverlong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
    const isOutside = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
    if (isOverlong || isOutside) return false;
    at += length;
  }
  return true;
}

/**
 * Decodes the UTF-8 of Android's string pools, in which the build tools write characters beyond U+FFFF as two
 * surrogates of three bytes each, as Java does; others write them in four bytes. Returns null for anything else.
 * @see AOSP aapt2, util::Utf8ToModifiedUtf8
 */
export function decodeModifiedUtf8(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return decodeUtf8(bytes);
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const pair = surrogatePairAt(bytes, at);
    if (pair === null) plain.push(bytes[at++] ?? 0);
    else {
      plain.push(...pair);
      at += 6;
    }
  }
  const decoded = Uint8Array.from(plain);
  return isUtf8(decoded) ? decodeUtf8(decoded) : null;
}

/** Returns the character of a pair of surrogates in four bytes; null when there is none. */
function surrogatePairAt(bytes: Uint8Array, at: number): number[] | null {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6);
  const isHigh = b0 === 0xed && (b1 & 0xf0) === 0xa0 && (b2 & 0xc0) === 0x80;
  const isLow = b3 === 0xed && (b4 & 0xf0) === 0xb0 && (b5 & 0xc0) === 0x80;
  if (!isHigh || !isLow) return null;
  const high = ((b1 & 0x0f) << 6) | (b2 & 0x3f);
  const code = 0x10000 + ((high << 10) | ((b4 & 0x0f) << 6) | (b5 & 0x3f));
  return [
    0xf0 | (code >> 18),
    0x80 | ((code >> 12) & 0x3f),
    0x80 | ((code >> 6) & 0x3f),
    0x80 | (code & 0x3f),
  ];
}

/** Decodes UTF-16 in the given byte order; ignores an odd last byte. */
export function decodeUtf16(bytes: Uint8Array, littleEndian = true): string {
  const high = littleEndian ? 1 : 0;
  const pieces: string[] = [];
  // In chunks, because a call accepts a limited number of arguments.
  for (let start = 0; start + 1 < bytes.length; start += 8192) {
    const units: number[] = [];
    for (let at = start; at + 1 < Math.min(start + 8192, bytes.length); at += 2) {
      units.push(((bytes[at + high] ?? 0) << 8) | (bytes[at + 1 - high] ?? 0));
    }
    pieces.push(String.fromCharCode(...units));
  }
  return pieces.join('');
}

/** Converts bytes to lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
