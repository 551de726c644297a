import { Hono, type Context as HonoContext } from 'hono';
import { z } from 'zod';
import { idSchema } from '#shared/bounded.ts';
import { MAX_GRAPHIC_BYTES } from '#shared/images/limits.ts';
import { graphicKindSchema } from '#shared/listings/graphics.ts';
import { localeSchema } from '#shared/listings/listing.ts';
import { respondWithFileError } from '../../http/error-response.ts';
import { receivePicture } from '../../http/receive-picture.ts';
import { serveHashedFile } from '../../http/serve-file.ts';
import { findApp, requireAppRole } from '../../identity/app-access.ts';
import { type Authenticate, type Caller, requireCaller } from '../../identity/authenticate.ts';
import { requireScope } from '../../identity/authorise.ts';
import type { Context } from '../../platform/context.ts';
import { checkInput } from '../../platform/input/check.ts';
import type { RequestEnv } from '../../platform/log/requests.ts';
import { addGraphic } from './add-graphic.ts';
import { graphicError, type MadeGraphic, makeGraphic } from './images.ts';
import { stageGraphic } from './stage-graphic.ts';

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', webp: 'image/webp' };

const stagedPlaceSchema = z.object({ appId: idSchema, kind: graphicKindSchema });
const placeSchema = stagedPlaceSchema.extend({ locale: localeSchema });

interface Upload {
  readonly caller: Caller;
  readonly place: z.infer<typeof stagedPlaceSchema>;
}

interface GraphicRoutesOptions {
  readonly context: Context;
  readonly authenticate: Authenticate;
}

/**
 * `POST {base}graphics/{appId}/{locale}/{kind}`: uploads a picture of a listing as the request body, at most 8 MiB.
 * An icon or feature graphic replaces the previous one, a screenshot is appended. Returns
 * `{"result": {"graphic": …}}` or `{"error": …}` as calls do, with the problems in `details.findings`.
 * `POST {base}graphics/{appId}/{kind}` stores one for a later `apps.applyListing` instead.
 * `GET {base}graphics/{sha256}.{png|webp}` serves a graphic; its `path` points here.
 */
export function createGraphicRoutes({ context, authenticate }: GraphicRoutesOptions) {
  const app = new Hono<RequestEnv>();

  app.post('/:appId/:kind', async (c) => {
    const caller = await requireEditor(c);
    const place = checkInput(stagedPlaceSchema, c.req.param());
    const made = await receive(c, { caller, place });
    return c.json({ result: { graphic: await stageGraphic(context, { ...place, made, caller }) } });
  });

  app.post('/:appId/:locale/:kind', async (c) => {
    const caller = await requireEditor(c);
    const place = checkInput(placeSchema, c.req.param());
    const made = await receive(c, { caller, place });
    return c.json({ result: { graphic: await addGraphic(context, { place, made, caller }) } });
  });

  const requireEditor = async (c: HonoContext<RequestEnv>): Promise<Caller> => {
    const caller = requireCaller(await authenticate(c));
    requireScope(caller, 'listing');
    return caller;
  };

  const receive = async (c: HonoContext<RequestEnv>, { caller, place }: Upload): Promise<MadeGraphic> => {
    const found = await findApp(context.db, place.appId, caller);
    await requireAppRole(context.db, found, { caller, role: 'maintainer' });
    return receivePicture(context, {
      uid: caller.uid,
      connection: c.env,
      maxBytes: MAX_GRAPHIC_BYTES,
      createError: graphicError,
      make: (picture) => makeGraphic(place.kind, picture),
    });
  };

  app.get('/:file{[0-9a-f]{64}\\.(png|webp)}', async (c) => {
    const file = c.req.param('file');
    const [sha256 = '', extension = ''] = file.split('.');
    const type = MEDIA_TYPES[extension] ?? '';
    const { storage } = context;
    const image = { storage, key: `graphics/${file}`, sha256, type, cache: 'forever' } as const;
    return (await serveHashedFile(c, image)) ?? c.text('This image doesn’t exist.', 404);
  });
  app.all('*', (c) => c.text('This image doesn’t exist.', 404));

  app.onError(respondWithFileError);
  return app;
}
