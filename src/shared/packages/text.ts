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
