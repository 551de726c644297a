import { createHash } from 'node:crypto';
import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { platformSchema } from '#shared/packages/platform.ts';
import { legalKindSchema } from '#shared/settings/legal-calls.ts';
import { respondWithPlainError } from '../../http/error-response.ts';
import { respondTagged } from '../../http/tagged-response.ts';
import { linkOrigin } from '../../platform/config/storage-config.ts';
import { type Context, readReplicated } from '../../platform/context.ts';
import { choosePageLanguage, readWantedLanguages, writeIn } from '../../platform/languages.ts';
import { guardStore } from '../access/guard-store.ts';
import { type ChosenPage, choosePage, type PageQuery } from './choose-page.ts';
import { renderPage, type Store, styleOf } from './layout.ts';
import { chooseLegalPage } from './legal-page.ts';
import { readStore } from './read-store.ts';
import { accentColors, SCRIPT } from './style.ts';

interface StorePageOptions {
  /** The address of the console's typeface below the base path; null without one. */
  readonly font: string | null;
  /** The limit of requests that the page shares with the catalog. */
  readonly limit: MiddlewareHandler;
}

/**
 * Serves the store's public page below `{base}fdroid/`: at the repository's address, which store clients never request
 * themselves: the list of apps (`?q=`, `?category=`, `?platform=`, `?page=`) and one app (`?app=`). */
export function createStorePage(context: Context, { font, limit }: StorePageOptions): Hono {
  const routes = new Hono();

  const serve = async (c: HonoContext) => {
    const wanted = readWantedLanguages(c.req.header('Accept-Language'));
    const chosen = await readReplicated(context, async (reading) => {
      const shown = await readStore(reading);
      const query = readQuery(c);
      return { ...shown, ...(await choosePage(reading, { store: shown.store, wanted, query })) };
    });
    return respondPage(c, { context, font }, { ...chosen, wanted });
  };
  const guard = guardStore(context, 'pages');
  routes.get('/repo', limit, guard, serve);
  routes.get('/repo/', limit, guard, serve);
  routes.onError(respondWithPlainError);
  return routes;
}

/**
 * Serves the legal texts of the store at `{base}legal/terms`, `imprint` and `privacy`. Everyone may read them, also of a
 * private store: its sign-in page is public.
 */
export function createLegalPages(context: Context, { font, limit }: StorePageOptions): Hono {
  const routes = new Hono();
  routes.get('/:kind', limit, async (c, next) => {
    const kind = legalKindSchema.safeParse(c.req.param('kind'));
    if (!kind.success) return next();
    const wanted = readWantedLanguages(c.req.header('Accept-Language'));
    const chosen = await readReplicated(context, async (reading) => {
      const shown = await readStore(reading);
      return {
        ...shown,
        ...(await chooseLegalPage(reading, { store: shown.store, wanted, kind: kind.data })),
      };
    });
    return respondPage(c, { context, font }, { ...chosen, wanted });
  });
  routes.onError(respondWithPlainError);
  return routes;
}

interface ShownPage extends ChosenPage {
  readonly store: Store;
  readonly accent: string;
  /** The visitor's languages, the preferred one first. */
  readonly wanted: readonly string[];
}

/** Responds with a page in the language of the visitor. */
async function respondPage(
  c: HonoContext,
  { context, font }: Pick<StorePageOptions, 'font'> & { readonly context: Context },
  { store, accent, wanted, status, render }: ShownPage,
): Promise<Response> {
  const style = `${styleOf(store.basePath, font)}${accentColors(accent)}`;
  // Its texts are written at once, in the visitor's language, and only codes come later.
  const body = String(await writeIn(choosePageLanguage(wanted), () => renderPage(store, style, render())));
  c.header('Content-Security-Policy', contentSecurityPolicy(style, linkOrigin(context.config.storage)));
  c.header('Vary', 'Accept-Language');
  if (status === 200) return respondTagged(c, { type: 'text/html; charset=UTF-8', body });
  c.header('Cache-Control', 'no-store');
  if (status === 503) c.header('Retry-After', '2');
  return c.html(body, status);
}

function readQuery(c: HonoContext): PageQuery {
  const { app, after, q = '', category = '', platform, page } = c.req.query();
  return { app, after, search: q, category, platform: platformSchema.safeParse(platform).data, page };
}

/**
 * Allows pictures from the storage, and the page's own style and script by their hashes,
 * so that it stays the same between two requests.
 */
function contentSecurityPolicy(style: string, pictures: string | null): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(SCRIPT)}`,
    `style-src ${hash(style)}`,
    `img-src 'self'${pictures === null ? '' : ` ${pictures}`}`,
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
