import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { CallError } from '#shared/errors.ts';
import { graphicKindSchema } from '#shared/listings/graphics.ts';
import { localeSchema } from '#shared/listings/listing.ts';
import { answerCallError } from '../answer-error.ts';
import { findApp, requireAppRole } from '../auth/app-access.ts';
import type { Caller } from '../auth/authenticate.ts';
import { requireScope } from '../auth/authorise.ts';
import type { Context } from '../context.ts';
import { serveFile } from '../serve-file.ts';
import { addGraphic } from './add-graphic.ts';
import { makeGraphic } from './images.ts';

/** The largest picture that is taken, in bytes: 8 MiB. */
const MAX_BYTES = 8 * 1024 ** 2;
const MEDIA_TYPES: Record<string, string> = { png: 'image/png', webp: 'image/webp' };

const placeSchema = z.object({ appId: z.string(), locale: localeSchema, kind: graphicKindSchema });

interface GraphicRoutesOptions {
  readonly context: Context;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>;
}

/**
 * `POST {base}graphics/{appId}/{locale}/{kind}`: a picture of a listing, the body being the picture itself, at most
 * 8 MiB. An icon or feature graphic replaces the one before, a screenshot becomes the last one. Answers
 * `{"result": {"graphic": …}}` or `{"error": …}` as calls do, with what is wrong in `details.findings`.
 * `GET {base}graphics/{sha256}.{png|webp}` is where a graphic's `path` points to.
 */
export function createGraphicRoutes({ context, authenticate }: GraphicRoutesOptions) {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: MAX_BYTES,
    onError: () => {
      throw new CallError('invalid-argument', 'The picture is larger than 8 MiB. Choose a smaller one.');
    },
  });

  app.post('/:appId/:locale/:kind', limit, async (c) => {
    const caller = await authenticate(c.req.header('authorization'));
    if (!caller) throw new CallError('unauthenticated', 'Sign in first.');
    requireScope(caller, 'apps:write');
    const place = readPlace(c.req.param());
    const found = await findApp(context.db, place.appId, caller);
    await requireAppRole(context.db, found, { caller, role: 'maintainer' });
    const made = await makeGraphic(place.kind, new Uint8Array(await c.req.arrayBuffer()));
    return c.json({ result: { graphic: await addGraphic(context, { place, made, caller }) } });
  });

  app.get('/:file{[0-9a-f]{64}\\.(png|webp)}', async (c) => {
    const file = c.req.param('file');
    const [sha256 = '', extension = ''] = file.split('.');
    const key = `graphics/${file}`;
    const stored = await context.storage.stat(key);
    const type = MEDIA_TYPES[extension];
    if (!stored || !type) return c.text('There is no such picture.', 404);
    return serveFile(c, {
      storage: context.storage,
      key,
      sha256,
      size: stored.size,
      type,
      cache: 'forever',
    });
  });
  app.all('*', (c) => c.text('There is no such picture.', 404));

  app.onError(answerCallError);
  return app;
}

function readPlace(params: Record<string, string>): z.output<typeof placeSchema> {
  const place = placeSchema.safeParse(params);
  if (place.success) return place.data;
  const issues = place.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new CallError(
    'invalid-argument',
    issues.map(({ path, message }) => `${path}: ${message}`).join(' '),
    {
      issues,
    },
  );
}
