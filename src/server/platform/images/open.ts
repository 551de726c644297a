import type { Sharp } from 'sharp';
import { type ImageHeader } from '#shared/images/header.ts';
import { MAX_INTERLACED_BYTES, MAX_PIXELS } from '#shared/images/limits.ts';
import { readImageHeader } from '#shared/images/read-header.ts';

/** An image file whose header is valid and which is small enough to decode. */
export interface CheckedPicture {
  readonly bytes: Uint8Array;
  readonly header: ImageHeader;
}

/** Returns the image, or the reason why it is invalid as a sentence. Decodes nothing. */
export function checkPicture(bytes: Uint8Array): CheckedPicture | string {
  const header = readImageHeader(bytes);
  if (!header) return 'It isn’t a PNG, JPEG or WebP, or its header is damaged.';
  if (header.isAnimated) return 'It’s animated.';
  const pixels = header.width * header.height;
  if (pixels > MAX_PIXELS) return `It has ${Math.ceil(pixels / 1e6).toLocaleString('en')} megapixels.`;
  if (header.interlacedBytes > MAX_INTERLACED_BYTES)
    return 'It’s interlaced and takes too much memory to decode.';
  return { bytes, header };
}

/** The fix for an invalid image. */
export const PICTURE_FIX = `Use a PNG, JPEG or WebP without animation or interlacing, up to ${MAX_PIXELS / 1e6} megapixels.`;

/** Opens an image for decoding within a time limit; fails on damaged data. */
export async function openPicture({ bytes }: CheckedPicture, seconds: number): Promise<Sharp> {
  // Takes a tenth of a start and 20 MB, which a server without pictures never needs.
  const { sharp } = await import('./sharp.ts');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds });
}
