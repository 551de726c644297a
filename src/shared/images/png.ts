import type { ImageHeader } from './header.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and checksum of a chunk. */
const CHUNK_OVERHEAD = 12;
/** Real images have a dozen chunks before the pixels. */
const MAX_CHUNKS = 100;
/** Samples per pixel by colour type; palette colours are decoded to four. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

/**
 * Reads a PNG's header; null when it is not a PNG. It is animated when an `acTL` chunk precedes the pixels.
 * @see https://www.w3.org/TR/png-3/ sections 5.2, 11.2.1 and 11.3.7.1
 */
export function readPngHeader(bytes: Uint8Array): ImageHeader | null {
  if (!SIGNATURE.every((byte, at) => bytes[at] === byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = SIGNATURE.length;
  let header: Pick<ImageHeader, 'width' | 'height' | 'interlacedBytes'> | null = null;
  for (let count = 0; count < MAX_CHUNKS && at + CHUNK_OVERHEAD <= bytes.length; count += 1) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (count === 0) {
      if (type !== 'IHDR' || length !== 13 || at + CHUNK_OVERHEAD + length > bytes.length) return null;
      const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
      const [depth = 0, colourType = 0, , , interlace = 0] = bytes.subarray(at + 16, at + 21);
      const pixelBytes = (SAMPLES[colourType] ?? 4) * (depth === 16 ? 2 : 1);
      header = { width, height, interlacedBytes: interlace === 0 ? 0 : width * height * pixelBytes };
    } else if (header && (type === 'IDAT' || type === 'acTL')) {
      return { type: 'png', ...header, isAnimated: type === 'acTL' };
    }
    at += CHUNK_OVERHEAD + length;
  }
  return null;
}
