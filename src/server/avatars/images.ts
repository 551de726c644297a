import sharp, { type Sharp } from 'sharp';
import { CallError } from '#shared/errors.ts';

/** Side of an avatar in pixels. */
const SIDE = 256;

/** What a camera takes has fewer pixels; a file that claims more is a decompression bomb. */
const MAX_PIXELS = 50_000_000;

/** What sharp reads without help from programs outside; SVG is left out, as it can name other files. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif']);

/** How long one picture may take, in seconds. */
const TIMEOUT_SECONDS = 10;

/** The square that was chosen, in pixels of the picture as people see it, turned upright. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/**
 * Makes an avatar of an uploaded picture: turned upright, cut to the square (the middle where none was chosen), 256
 * pixels wide, WebP, and without the metadata, which may tell where it was taken.
 * Throws `invalid-argument` for what is no such picture.
 */
export async function makeAvatar(picture: Uint8Array, crop: Crop | null): Promise<Buffer> {
  try {
    const image = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, autoOrient } = await image.metadata();
    if (!FORMATS.has(format)) throw refuse();
    const upright = image.timeout({ seconds: TIMEOUT_SECONDS }).autoOrient();
    return await cut(upright, crop, autoOrient)
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw error instanceof CallError ? error : refuse();
  }
}

function cut(image: Sharp, crop: Crop | null, { width, height }: { width: number; height: number }) {
  if (!crop) return image;
  const { x, y, size } = crop;
  if (x + size > width || y + size > height) {
    throw new CallError(
      'invalid-argument',
      `The square does not lie within the picture, which is ${width} by ${height} pixels.`,
    );
  }
  return image.extract({ left: x, top: y, width: size, height: size });
}

function refuse(): CallError {
  return new CallError(
    'invalid-argument',
    'This is no picture that we can read. Choose a JPEG, PNG, WebP, GIF or AVIF of at most 50 megapixels.',
  );
}
