import type { ByteSource } from '../../byte-source.ts';

const WINDOW_SIZE = 1024 * 1024;

/** A source for reading many small pieces front to back: it fetches a megabyte at a time. One reader at a time only. */
export function readAhead(source: ByteSource): ByteSource {
  let windowStart = 0;
  let window: Uint8Array = new Uint8Array(0);
  return {
    size: source.size,
    async read(offset, length) {
      if (offset < windowStart || offset + length > windowStart + window.length) {
        if (length >= WINDOW_SIZE || offset < 0 || offset + length > source.size)
          return source.read(offset, length);
        window = await source.read(offset, Math.min(WINDOW_SIZE, source.size - offset));
        windowStart = offset;
      }
      return window.subarray(offset - windowStart, offset - windowStart + length);
    },
  };
}
