import type { ByteSource } from './byte-source.ts';
import { fill } from './fill.ts';

const DEFAULT_WINDOW_SIZE = 1024 * 1024;

/**
 * Wraps a source for reading many small pieces in order: it fetches `windowSize` bytes at a time. Each read
 * overwrites the result of an earlier one, so the caller must finish with a piece before it asks for the
 * next.
 */
export function readAhead(source: ByteSource, windowSize = DEFAULT_WINDOW_SIZE): ByteSource {
  let windowStart = 0;
  const buffer = new Uint8Array(Math.min(windowSize, source.size));
  let window = buffer.subarray(0, 0);
  return {
    size: source.size,
    async read(offset, length) {
      if (offset < windowStart || offset + length > windowStart + window.length) {
        if (length >= windowSize || offset < 0 || offset + length > source.size)
          return source.read(offset, length);
        window = buffer.subarray(0, source.size - offset);
        windowStart = offset;
        await fill(source, offset, window);
      }
      return window.subarray(offset - windowStart, offset - windowStart + length);
    },
  };
}
