import type { Sharp } from 'sharp';
import { type ImageHeader } from '#shared/images/header.ts';
import { MAX_INTERLACED_BYTES, MAX_PIXELS } from '#shared/images/limits.ts';
import { readImageHeader } from '#shared/images/read-header.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { type ImageProblem, imageFinding } from '#shared/packages/rules/image-rules.ts';

/** An image file whose header is valid and which is small enough to decode. */
export interface CheckedPicture {
  readonly bytes: Uint8Array;
  readonly header: ImageHeader;
}

/** Returns the image, or the reason why it is invalid. Decodes nothing. */
export function checkPicture(bytes: Uint8Array): CheckedPicture | ImageProblem {
  const header = readImageHeader(bytes);
  if (!header) return { found: 'header' };
  if (header.isAnimated) return { found: 'animated' };
  const pixels = header.width * header.height;
  if (pixels > MAX_PIXELS) return { found: 'megapixels', count: Math.ceil(pixels / 1e6) };
  if (header.interlacedBytes > MAX_INTERLACED_BYTES) return { found: 'interlaced' };
  return { bytes, header };
}

/** Returns the reason why an image is invalid and what to do, in English. */
export function describeProblem(problem: ImageProblem): string {
  const { title, evidence, fix } = describeFinding(imageFinding('graphic-type', problem));
  return `${title}. ${evidence} ${fix}`;
}

/** Opens an image for decoding within a time limit; fails on damaged data. */
export async function openPicture({ bytes }: CheckedPicture, seconds: number): Promise<Sharp> {
  // Takes a tenth of a start and 20 MB, which a server without pictures never needs.
  const { sharp } = await import('./sharp.ts');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds });
}
