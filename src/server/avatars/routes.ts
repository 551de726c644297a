import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { CallError } from '#shared/errors.ts';
import { answerCallError } from '../answer-error.ts';
import { type Caller, requireSession } from '../auth/authenticate.ts';
import type { Context } from '../context.ts';
import { serveFile } from '../serve-file.ts';
import { type Crop, makeAvatar } from './images.ts';
import { avatarKey, storeAvatar } from './store.ts';

/** The largest picture that is taken, in bytes: 5 MiB. */
const MAX_BYTES = 5 * 1024 ** 2;

const pixels = z.coerce.number().int().min(0).max(100_000);
const cropSchema = z.object({ x: pixels, y: pixels, size: pixels.min(1) });

interface AvatarRoutesOptions {
  readonly context: Context;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>;
}

/**
 * `POST {base}avatars?x=&y=&size=`: the caller's new avatar. The body is the picture itself, at most 5 MiB; the square
 * is in pixels of the picture turned upright, or left out for the middle. Answers `{"result": {"user": …}}` or
 * `{"error": …}` as calls do. `GET {base}avatars/{sha256}.webp` is what a record's `photoURL` points to.
 */
export function createAvatarRoutes({ context, authenticate }: AvatarRoutesOptions) {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw new CallError('invalid-argument', 'The picture is larger than 5 MiB. Choose a smaller one.');
    },
  });

  app.post('/', limit, async (c) => {
    const caller = await authenticate(c.req.header('authorization'));
    if (!caller) throw new CallError('unauthenticated', 'Sign in first.');
    requireSession(caller);
    const picture = await makeAvatar(new Uint8Array(await c.req.arrayBuffer()), readCrop(c.req.query()));
    return c.json({ result: { user: await storeAvatar(context, caller.uid, picture) } });
  });

  app.get('/:file{[0-9a-f]{64}\\.webp}', async (c) => {
    const sha256 = c.req.param('file').slice(0, 64);
    const key = avatarKey(sha256);
    const stored = await context.storage.stat(key);
    if (!stored) return c.text('There is no such avatar.', 404);
    return serveFile(c, {
      storage: context.storage,
      key,
      sha256,
      size: stored.size,
      type: 'image/webp',
      cache: 'forever',
    });
  });
  app.all('*', (c) => c.text('There is no such avatar.', 404));

  app.onError(answerCallError);
  return app;
}

/** The square that a query names; null when it names none. Throws `invalid-argument`. */
function readCrop(query: Record<string, string>): Crop | null {
  if (!('x' in query || 'y' in query || 'size' in query)) return null;
  const crop = cropSchema.safeParse(query);
  if (crop.success) return crop.data;
  throw new CallError('invalid-argument', 'Give x, y and size in whole pixels, or none of them.');
}
