const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/**
 * Computes the ZIP checksum. For several chunks, pass each result as `previous` to the next call.
 * @see PKWARE APPNOTE 6.3.10, section 4.4.7
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let value = ~previous;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
}
