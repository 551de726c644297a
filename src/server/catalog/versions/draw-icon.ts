import { createHash } from 'node:crypto';
import type { PackageIcon } from '#shared/packages/image.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import type { Context } from '../../platform/context.ts';
import type { SharedFile } from '../../platform/files/shared-files.ts';
import { type CheckedPicture, checkPicture, openPicture } from '../../platform/images/open.ts';
import { hashIcon } from '../lookalikes/icon-hash.ts';

/** Maximum size of an icon, in pixels, as in listings. */
const SIDE = 512;
const TIMEOUT_SECONDS = 10;

/** The icon of a package as a file, with what its shape looks like. */
export interface DrawnIcon extends SharedFile {
  readonly hash: string | null;
}

/**
 * Returns the icon of a package as a file named by its hash, so that equal icons are stored once. It is re-encoded
 * like the icons of listings: browsers and store clients never get bytes from a package. Null when there is none, or
 * none that can be drawn.
 */
export async function drawIcon(
  context: Context,
  uid: string,
  icon: Inspection['icon'],
): Promise<DrawnIcon | null> {
  const drawn = icon && (await drawPicture(context, { uid, icon, side: SIDE }));
  if (!drawn) return null;
  const sha256 = createHash('sha256').update(drawn).digest('hex');
  return { key: `icons/${sha256}.png`, bytes: drawn, hash: await hashIcon(drawn) };
}

interface IconRequest {
  /** The person whose turn it takes. */
  readonly uid: string;
  readonly icon: PackageIcon;
  /** Maximum size in pixels. */
  readonly side: number;
}

/** Draws a picture of a package as a PNG; null when it can't be drawn. */
export async function drawPicture(
  { pictures, log }: Context,
  { uid, icon, side }: IconRequest,
): Promise<Buffer | null> {
  const picture = checkPicture(icon.bytes);
  if ('found' in picture) return null;
  return pictures
    .run(uid, () => draw(picture, side))
    .catch((error: unknown) => {
      log.debug({ err: error, uid }, 'the icon of a package could not be drawn');
      return null;
    });
}

async function draw(picture: CheckedPicture, side: number): Promise<Buffer> {
  const image = await openPicture(picture, TIMEOUT_SECONDS);
  return await image.resize(side, side, { fit: 'inside', withoutEnlargement: true }).png().toBuffer();
}
