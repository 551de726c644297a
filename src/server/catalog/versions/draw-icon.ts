import { createHash } from 'node:crypto';
import type { Inspection } from '#shared/packages/inspect.ts';
import type { Context } from '../../platform/context.ts';
import type { SharedFile } from '../../platform/files/shared-files.ts';
import { type CheckedPicture, checkPicture, openPicture } from '../../platform/images/open.ts';

/** Maximum size of an icon, in pixels, as in listings. */
const SIDE = 512;
const TIMEOUT_SECONDS = 10;

/**
 * Returns the icon of a package as a file named by its hash, so that equal icons are stored once. It is re-encoded
 * like the icons of listings: browsers and store clients never get bytes from a package. Null when there is none, or
 * none that can be drawn.
 */
export async function drawIcon(
  { pictures, log }: Context,
  uid: string,
  icon: Inspection['icon'],
): Promise<SharedFile | null> {
  const picture = icon && checkPicture(icon.bytes);
  if (!picture || typeof picture === 'string') return null;
  const drawn = await pictures
    .run(uid, () => draw(picture))
    .catch((error: unknown) => {
      log.debug({ err: error, uid }, 'the icon of a package could not be drawn');
      return null;
    });
  if (!drawn) return null;
  return { key: `icons/${createHash('sha256').update(drawn).digest('hex')}.png`, bytes: drawn };
}

async function draw(picture: CheckedPicture): Promise<Buffer> {
  const image = await openPicture(picture, TIMEOUT_SECONDS);
  return await image.resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true }).png().toBuffer();
}
