import { Hono } from 'hono';
import { z } from 'zod';
import { MAX_AVATAR_BYTES } from '#shared/images/limits.ts';
import { t } from '#shared/languages/translate.ts';
import { respondWithFileError } from '../../http/error-response.ts';
import { receivePicture } from '../../http/receive-picture.ts';
import { serveHashedFile } from '../../http/serve-file.ts';
import { type Authenticate, requireCaller, requireSession } from '../../identity/authenticate.ts';
import type { Context } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import type { RequestEnv } from '../../platform/log/requests.ts';
import { avatarError, type Crop, makeAvatar } from './images.ts';
import { avatarKey, storeAvatar } from './store.ts';

const pixels = z.coerce.number().int().min(0).max(100_000);
const cropSchema = z.object({ x: pixels, y: pixels, size: pixels.min(1) });

interface AvatarRoutesOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
}

/**
 * `POST {base}avatars?x=&y=&size=`: sets the caller's avatar. The body is the image, at most 5 MiB; the
 * square is in pixels of the upright image, by default the middle. Responds with `{"result": {"user": …}}` or
 * `{"error": …}` like calls. `GET {base}avatars/{sha256}.webp` serves the avatar in a record's `photoURL`.
 */
export function createAvatarRoutes({ context, authenticate }: AvatarRoutesOptions) {
  const app = new Hono<RequestEnv>();

  app.post('/', async (c) => {
    const caller = requireSession(requireCaller(await authenticate(c)));
    const crop = readCrop(c.req.query());
    const avatar = await receivePicture(context, {
      uid: caller.uid,
      connection: c.env,
      maxBytes: MAX_AVATAR_BYTES,
      createError: avatarError,
      make: (picture) => makeAvatar(picture, crop),
    });
    return c.json({ result: { user: await storeAvatar(context, caller.uid, avatar) } });
  });

  app.get('/:file{[0-9a-f]{64}\\.webp}', async (c) => {
    const sha256 = c.req.param('file').slice(0, 64);
    const { storage } = context;
    const photo = { storage, key: avatarKey(sha256), sha256, type: 'image/webp', cache: 'forever' } as const;
    return (await serveHashedFile(c, photo)) ?? c.text('This photo doesn’t exist.', 404);
  });
  app.all('*', (c) => c.text('This photo doesn’t exist.', 404));

  app.onError(respondWithFileError);
  return app;
}

/** Parses the square in a query; null without one. Throws `invalid-argument`. */
function readCrop(query: Record<string, string>): Crop | null {
  if (!('x' in query || 'y' in query || 'size' in query)) return null;
  const crop = cropSchema.safeParse(query);
  if (crop.success) return crop.data;
  throw callError('invalid-argument', () => t`Give x, y and size as whole pixels, or omit all of them.`);
}
