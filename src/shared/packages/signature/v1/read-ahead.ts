import type { ByteSource } from '../../byte-source.ts';
import { fill } from '../fill.ts';

const WINDOW_SIZE = 1024 * 1024;

/**
 * A source for reading many small pieces front to back: it fetches a megabyte at a time. What one read gives is
 * overwritten by a later one, so it is for a single reader that is done with each piece before it asks for the next.
 */
export function readAhead(source: ByteSource): ByteSource {
  let windowStart = 0;
  const buffer = new Uint8Array(Math.min(WINDOW_SIZE, source.size));
  let window = buffer.subarray(0, 0);
  return {
    size: source.size,
    async read(offset, length) {
      if (offset < windowStart || offset + length > windowStart + window.length) {
        if (length >= WINDOW_SIZE || offset < 0 || offset + length > source.size)
          return source.read(offset, length);
        window = buffer.subarray(0, source.size - offset);
        windowStart = offset;
        await fill(source, offset, window);
      }
      return window.subarray(offset - windowStart, offset - windowStart + length);
    },
  };
}
