import { Hono, type MiddlewareHandler } from 'hono';
import { respondWithPlainError } from '../../http/error-response.ts';
import { respondTagged } from '../../http/tagged-response.ts';
import { type Context, readReplicated } from '../../platform/context.ts';
import { readSettings } from '../../platform/settings.ts';
import { guardStore } from '../access/guard-store.ts';
import { renderRobots, renderSitemapIndex, renderSitemapPart } from './sitemap.ts';

const XML = 'application/xml; charset=utf-8';

/** Serves `robots.txt`, `sitemap.xml` and its parts, by which search engines find the store's pages. */
export function createSiteFiles(context: Context, limit: MiddlewareHandler): Hono {
  const { db, config } = context;
  const { publicUrl } = config;
  const guard = guardStore(context, 'pages');
  const routes = new Hono();
  routes.get('/robots.txt', limit, async (c) => {
    const { storeAccess } = await readSettings(db);
    const body = renderRobots({ publicUrl, isPublic: storeAccess === 'public' });
    return respondTagged(c, { type: 'text/plain; charset=utf-8', body });
  });
  routes.get('/sitemap.xml', limit, guard, async (c) => {
    const body = await readReplicated(context, (reading) => renderSitemapIndex(reading.db, publicUrl));
    return respondTagged(c, { type: XML, body });
  });
  routes.get('/:file{sitemap-[1-9][0-9]{0,2}\\.xml}', limit, guard, async (c) => {
    const part = Number(/\d+/.exec(c.req.param('file'))?.[0]);
    const body = await readReplicated(context, (reading) => renderSitemapPart(reading.db, publicUrl, part));
    if (body === null) return c.text('The sitemap has no such part.', 404);
    return respondTagged(c, { type: XML, body });
  });
  routes.onError(respondWithPlainError);
  return routes;
}
