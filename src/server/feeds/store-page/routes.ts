import { createHash } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import { respondWithPlainError } from '../../http/error-response.ts';
import { readBranding } from '../../platform/branding/branding.ts';
import type { Context } from '../../platform/context.ts';
import { readGeneration } from '../fdroid/generations.ts';
import { cleanText } from '../fdroid/stored.ts';
import { readRepository } from '../repository.ts';
import { renderAppPage, renderUnknownApp } from './app-page.ts';
import { type Markup, renderPage, type Store, styleOf } from './layout.ts';
import { renderList, renderNotReady } from './list-page.ts';
import { findListedApp, MAX_PAGE, readListedApps } from './queries.ts';
import { readListedSources } from './source-cards.ts';
import { accentColors, SCRIPT } from './style.ts';

const MAX_SEARCH = 100;

interface Page {
  readonly status: 200 | 404 | 503;
  readonly title: string;
  readonly content: Markup;
}

/**
 * Serves the store's public page below `{base}fdroid/`: at the repository's address, which store clients never request themselves: the list of
 * apps (`?q=`, `?page=`) and one app (`?app=`). `font` is the address of the console's typeface below the base path;
 * null without one.
 */
export function createStorePage(context: Context, font: string | null): Hono {
  const { db, config } = context;
  const routes = new Hono();

  const serve = async (c: HonoContext) => {
    const [branding, repository, sources] = await Promise.all([
      readBranding(db),
      readRepository(context),
      readListedSources(db),
    ]);
    const { name, tagline, accent, logoKey } = branding;
    const store: Store = {
      name,
      tagline,
      basePath: config.basePath,
      logo: logoKey ?? 'favicon.svg',
      repository,
      sources,
    };
    const style = `${styleOf(config.basePath, font)}${accentColors(accent)}`;
    const { status, title, content } = await choosePage(context, store, c.req.query());
    const about = `Android apps from ${name}, for F-Droid and similar clients.`;
    const description = tagline === '' ? about : `${name}: ${tagline}`;
    const text = String(await renderPage(store, style, { title, description, content }));
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    c.header('Content-Security-Policy', contentSecurityPolicy(style));
    c.header('Cache-Control', status === 200 ? 'no-cache' : 'no-store');
    if (status === 503) c.header('Retry-After', '2');
    if (status !== 200) return c.html(text, status);
    c.header('ETag', etag);
    const known = (c.req.header('If-None-Match') ?? '')
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes(etag) ? c.body(null, 304) : c.html(text);
  };
  routes.get('/repo', serve);
  routes.get('/repo/', serve);
  routes.onError(respondWithPlainError);
  return routes;
}

async function choosePage({ db }: Context, store: Store, query: Record<string, string>): Promise<Page> {
  if (query.app !== undefined) {
    const found = /^[\w.-]{1,255}$/.test(query.app) ? await findListedApp(db, query.app) : null;
    if (!found)
      return { status: 404, title: `App not found – ${store.name}`, content: renderUnknownApp(store) };
    return { status: 200, title: `${found.app.name} – ${store.name}`, content: renderAppPage(store, found) };
  }
  const search = cleanText(query.q ?? '')
    .trim()
    .slice(0, MAX_SEARCH)
    .toWellFormed();
  const page = readPage(query.page);
  const list = await readListedApps(db, { search, page });
  if (list.total === 0 && (await readGeneration(db)) === null) {
    return { status: 503, title: store.name, content: renderNotReady(store) };
  }
  return { status: 200, title: store.name, content: renderList(store, { ...list, search, page }) };
}

/** Any other value is the first page. */
function readPage(text = '1'): number {
  return /^[1-9]\d{0,2}$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}

/** Allows the page's own style and script by their hashes, so that it stays the same between two requests. */
function contentSecurityPolicy(style: string): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(SCRIPT)}`,
    `style-src ${hash(style)}`,
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
