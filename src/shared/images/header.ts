import { readJpegHeader } from './jpeg.ts';
import { readPngHeader } from './png.ts';
import { readWebpHeader } from './webp.ts';

/** Metadata in an image's header. */
export interface ImageHeader {
  readonly type: 'jpeg' | 'png' | 'webp';
  /** Stored pixels: a JPEG's EXIF data may rotate the displayed image. */
  readonly width: number;
  readonly height: number;
  /** True when the image has several frames. */
  readonly isAnimated: boolean;
  /**
   * Memory that an interlaced PNG takes to decode, because all of it must be held at once; 0 for everything
   * else.
   */
  readonly interlacedBytes: number;
}

/**
 * Reads the header of a PNG, JPEG or WebP without decoding it. Detects the format by the first bytes,
 * regardless of name or media type. Returns null for other formats, and for damaged or contradictory headers.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const header = readPngHeader(bytes) ?? readJpegHeader(bytes) ?? readWebpHeader(bytes);
  return header && header.width > 0 && header.height > 0 ? header : null;
}
