import type { Sharp } from 'sharp';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { ImageProblem } from '#shared/packages/rules/image-rules.ts';
import { type CheckedPicture, describeProblem, openPicture } from '../../platform/images/open.ts';
import { callError } from '../../platform/input/call-error.ts';

/** Side of an avatar in pixels. */
const SIDE = 256;

/** Time limit per image, in seconds. */
const TIMEOUT_SECONDS = 10;

/** The chosen square, in pixels of the upright image. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/**
 * Creates an avatar from an uploaded image: upright, cropped to the square (by default the middle), 256
 * pixels wide, WebP, and without metadata, which may contain a location. Throws `invalid-argument` for a
 * damaged image, or a square outside of it.
 */
export async function makeAvatar(picture: CheckedPicture, crop: Crop | null): Promise<Buffer> {
  try {
    const image = await openPicture(picture, TIMEOUT_SECONDS);
    const { autoOrient } = await image.metadata();
    return await cropImage(image.autoOrient(), crop, autoOrient)
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw error instanceof CallError ? error : avatarError({ found: 'damaged' });
  }
}

function cropImage(image: Sharp, crop: Crop | null, { width, height }: { width: number; height: number }) {
  if (!crop) return image;
  const { x, y, size } = crop;
  if (x + size > width || y + size > height) {
    throw callError(
      'invalid-argument',
      () => t`The crop area is outside the image, which is ${width} by ${height} pixels.`,
    );
  }
  return image.extract({ left: x, top: y, width: size, height: size });
}

/** Returns the error for a file that cannot become an avatar. */
export function avatarError(problem: ImageProblem): CallError {
  return callError('invalid-argument', () => describeProblem(problem));
}
