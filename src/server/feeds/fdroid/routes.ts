import { Hono, type Context as HonoContext } from 'hono';
import type { Context } from '../../context.ts';
import { isStartOfDownload, serveFile } from '../../serve-file.ts';
import { packageKey } from '../../versions/queries.ts';
import { readIconPath, readPackageName } from './names.ts';
import { countDownload, findPublishedIcon, findPublishedPackage } from './queries.ts';
import { currentGeneration } from './rebuild.ts';

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
  routes.get('/:applicationId/:locale/:file', (c) => serveIcon(c, context));
  routes.all('*', notFound);
  return routes;
}

async function serveFeedFile(c: HonoContext, context: Context, name: string): Promise<Response> {
  const { files } = await currentGeneration(context);
  const file = files[name];
  const type = FEED_TYPES.get(name);
  if (!file || !type) return notFound(c);
  return serveFile(c, { storage: context.storage, ...file, type, cache: 'revalidate' });
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
  const key = icon && (await findPublishedIcon(context.db, icon));
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

function notFound(c: HonoContext): Response {
  return c.text('There is no such file in this repository; it may no longer be published.', 404);
}
