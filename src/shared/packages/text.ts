import { strFromU8 } from 'fflate';

const BYTE_ORDER_MARK = '\uFEFF';

/** Decodes UTF-8. Broken sequences become U+FFFD, and a leading byte order mark stays: names must not change silently. */
export function decodeUtf8(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? BYTE_ORDER_MARK + strFromU8(bytes.subarray(3)) : strFromU8(bytes);
}

/** Decodes UTF-16 in the given byte order; an odd last byte is ignored. */
export function decodeUtf16(bytes: Uint8Array, littleEndian = true): string {
  const high = littleEndian ? 1 : 0;
  const pieces: string[] = [];
  // In pieces, as a call takes only so many arguments.
  for (let start = 0; start + 1 < bytes.length; start += 8192) {
    const units: number[] = [];
    for (let at = start; at + 1 < Math.min(start + 8192, bytes.length); at += 2) {
      units.push(((bytes[at + high] ?? 0) << 8) | (bytes[at + 1 - high] ?? 0));
    }
    pieces.push(String.fromCharCode(...units));
  }
  return pieces.join('');
}

/** Bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
