import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { type CallError } from '#shared/errors.ts';
import type { ImageProblem } from '#shared/packages/rules/image-rules.ts';
import { serveHashedFile } from '../../http/serve-file.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { storeShared } from '../../platform/files/shared-files.ts';
import {
  type CheckedPicture,
  checkPicture,
  describeProblem,
  openPicture,
} from '../../platform/images/open.ts';
import { callError } from '../../platform/input/call-error.ts';
import { changeLogo } from './change-logo.ts';

/** Side of a logo in pixels. */
const SIDE = 256;

/** Time limit for decoding, in seconds. */
const TIMEOUT_SECONDS = 10;

/**
 * `settings.setLogo`: sets or removes the store's logo. It is shown whole, on a transparent square. Throws `aborted`
 * when the current logo isn't the one that the caller saw.
 */
export const setLogo: Handler<'settings.setLogo'> = async ({ data, caller, context }) => {
  const { image, before } = data;
  const bytes = image === null ? null : await decode(context, caller.uid, Buffer.from(image, 'base64'));
  const file = bytes && { key: logoKeyOf(bytes), bytes };
  return storeShared(context, file, async (tx) => {
    const logo = file && { key: file.key, size: file.bytes.length };
    await changeLogo(tx, { by: caller.uid, change: file ? 'set' : 'removed', logo, before });
    return {};
  });
};

/** Serves `{base}logos/{sha256}.png`. */
export function createLogoRoutes({ storage }: Context) {
  const app = new Hono();
  app.get('/:file{[0-9a-f]{64}\\.png}', async (c) => {
    const key = `logos/${c.req.param('file')}`;
    const sha256 = c.req.param('file').slice(0, 64);
    const logo = { storage, key, sha256, type: 'image/png', cache: 'forever' } as const;
    return (await serveHashedFile(c, logo)) ?? c.text('This logo doesn’t exist.', 404);
  });
  app.all('*', (c) => c.text('This logo doesn’t exist.', 404));
  return app;
}

/** The storage key is also the address below the base path. */
function logoKeyOf(bytes: Buffer): string {
  return `logos/${createHash('sha256').update(bytes).digest('hex')}.png`;
}

async function decode({ pictures }: Context, uid: string, bytes: Buffer): Promise<Buffer> {
  const picture = checkPicture(bytes);
  if ('found' in picture) throw logoError(picture);
  using slot = pictures.takeSlot(uid);
  return await Promise.race([slot.decode(() => makeLogo(picture)), slot.lost]);
}

async function makeLogo(picture: CheckedPicture): Promise<Buffer> {
  try {
    const image = await openPicture(picture, TIMEOUT_SECONDS);
    return await image
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      // Email programs and store clients show PNG everywhere, WebP only in places.
      .png({ palette: true })
      .toBuffer();
  } catch {
    throw logoError({ found: 'damaged' });
  }
}

function logoError(problem: ImageProblem): CallError {
  return callError('invalid-argument', () => describeProblem(problem));
}
