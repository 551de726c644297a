import type { ImageHeader } from './header.ts';
import { readJpegHeader } from './jpeg.ts';
import { readPngHeader } from './png.ts';
import { readWebpHeader } from './webp.ts';

/**
 * Reads the header of a PNG, JPEG or WebP without decoding it. Detects the format by the first bytes,
 * regardless of name or media type. Returns null for other formats, and for damaged or contradictory headers.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const header = readPngHeader(bytes) ?? readJpegHeader(bytes) ?? readWebpHeader(bytes);
  return header && header.width > 0 && header.height > 0 ? header : null;
}
