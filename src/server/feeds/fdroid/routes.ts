import { Hono, type Context as HonoContext } from 'hono';
import { clientAddress } from '../../auth/client-address.ts';
import type { Context } from '../../context.ts';
import { bucketOf, stableAddress } from '../../releases/bucket.ts';
import { isStartOfDownload, serveFile } from '../../serve-file.ts';
import { packageKey } from '../../versions/queries.ts';
import { readGraphicPath } from './listing.ts';
import { readIconPath, readPackageName } from './names.ts';
import {
  countDownload,
  findPublicGraphic,
  findPublishedIcon,
  findPublishedPackage,
  type Generation,
} from './queries.ts';
import { currentGeneration } from './rebuild.ts';
import { groupAt, groupFile } from './rollout.ts';

const FEED_TYPES: ReadonlyMap<string, string> = new Map([
  ['entry.jar', 'application/java-archive'],
  ['entry.json', 'application/json'],
  ['index-v2.json', 'application/json'],
]);
const PACKAGE_TYPE = 'application/vnd.android.package-archive';

/** The store's F-Droid repository, as clients read it below its address: index, packages and icons. */
export function createFdroidRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.get('/:file', async (c) => {
    const file = c.req.param('file');
    return FEED_TYPES.has(file) ? serveFeedFile(c, context, file) : servePackage(c, context, file);
  });
  routes.get('/:group{from-\\d+}/index-v2.json', (c) =>
    serveGroupFile(c, context, `${c.req.param('group')}/index-v2.json`),
  );
  routes.get('/:applicationId/:locale/:file', (c) => serveIcon(c, context));
  routes.get('/:applicationId/:locale/:kind/:file', (c) => serveGraphic(c, context));
  routes.all('*', notFound);
  return routes;
}

async function serveFeedFile(c: HonoContext, context: Context, name: string): Promise<Response> {
  const { files } = await currentGeneration(context);
  // A fixed name is answered by the caller's place in rollouts; the entry then names its own index.
  const isChosen = name !== 'index-v2.json';
  const file = files[isChosen ? groupFile(groupAt(Object.keys(files), placeOf(c, context)), name) : name];
  return serveGenerated(c, context, { file, type: FEED_TYPES.get(name) });
}

async function serveGroupFile(c: HonoContext, context: Context, name: string): Promise<Response> {
  const { files } = await currentGeneration(context);
  return serveGenerated(c, context, { file: files[name], type: FEED_TYPES.get('index-v2.json') });
}

type GeneratedFile = Generation['files'][string];

async function serveGenerated(
  c: HonoContext,
  { storage }: Context,
  { file, type }: { file: GeneratedFile | undefined; type: string | undefined },
): Promise<Response> {
  if (!file || !type) return notFound(c);
  return serveFile(c, { storage, ...file, type, cache: 'revalidate' });
}

/** F-Droid clients name no device, so their address has to stand for it (docs/decisions, staged rollouts). */
function placeOf(c: HonoContext, { config, secret }: Context): number {
  return bucketOf(secret, { device: stableAddress(clientAddress(c, config.trustProxy)) });
}

async function servePackage(c: HonoContext, context: Context, fileName: string): Promise<Response> {
  const name = readPackageName(fileName);
  const found = name && (await findPublishedPackage(context.db, name));
  if (!found) return notFound(c);
  const { versionId, sha256, size } = found;
  const response = await serveFile(c, {
    storage: context.storage,
    key: packageKey(versionId),
    sha256,
    size,
    type: PACKAGE_TYPE,
    cache: 'forever',
    downloadName: fileName,
  });
  if (isStartOfDownload(response)) {
    await countDownload(context.db, { versionId, at: context.clock() }).catch((error: unknown) => {
      context.log.warn({ err: error, versionId }, 'a download was not counted');
    });
  }
  return response;
}

async function serveIcon(c: HonoContext, context: Context): Promise<Response> {
  const { applicationId, locale, file } = c.req.param();
  const icon = readIconPath(`${applicationId}/${locale}/${file}`);
  if (!icon) return serveGraphic(c, context);
  const key = (await findPublishedIcon(context.db, icon)) ?? (await findPublicGraphic(context.db, icon));
  const info = key && (await context.storage.stat(key));
  if (!icon || !key || !info) return notFound(c);
  return serveFile(c, {
    storage: context.storage,
    key,
    sha256: icon.sha256,
    size: info.size,
    type: `image/${icon.extension}`,
    cache: 'forever',
  });
}

async function serveGraphic(c: HonoContext, context: Context): Promise<Response> {
  const graphic = readGraphicPath(Object.values(c.req.param()).join('/'));
  const key = graphic && (await findPublicGraphic(context.db, graphic));
  const info = key && (await context.storage.stat(key));
  if (!graphic || !key || !info) return notFound(c);
  return serveFile(c, {
    storage: context.storage,
    key,
    sha256: graphic.sha256,
    size: info.size,
    type: `image/${graphic.extension}`,
    cache: 'forever',
  });
}

function notFound(c: HonoContext): Response {
  return c.text('There is no such file in this repository; it may no longer be published.', 404);
}
