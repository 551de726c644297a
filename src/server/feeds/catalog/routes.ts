import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';
import {
  catalogAppQuerySchema,
  catalogQuerySchema,
  catalogVersionsQuerySchema,
} from '#shared/apps/catalog.ts';
import { type CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { platformSchema } from '#shared/packages/platform.ts';
import { respondWithCallError } from '../../http/error-response.ts';
import { respondJson, respondTagged } from '../../http/tagged-response.ts';
import { readBranding } from '../../platform/branding/branding.ts';
import { type Context, readReplicated } from '../../platform/context.ts';
import { callError } from '../../platform/input/call-error.ts';
import { checkInput } from '../../platform/input/check.ts';
import { isPlainText } from '../../platform/input/read-json.ts';
import { readSettings } from '../../platform/settings.ts';
import { addressesOf } from '../../platform/store-addresses.ts';
import { guardStore } from '../access/guard-store.ts';
import { readRepository } from '../public/addresses.ts';
import { findListedApp, type ListedRow, localizeApps, readAppsAfter } from '../public/listed-apps.ts';
import { type PublicApp, readPublicApp } from '../public/public-app.ts';
import { readPublicBundle, readPublicVersions } from '../public/public-versions.ts';
import { MAX_ENTRIES, renderAppFeed, renderStoreFeed } from './atom.ts';
import { describeCatalog } from './openapi.ts';
import { presentListedApp, presentPublicApp, presentPublicVersion } from './present.ts';

/** Versions in the response for one app; more follow with a cursor. */
const NEWEST_VERSIONS = 20;

const applicationIdSchema = z.string().regex(/^[\w.-]{1,255}$/);

/**
 * Serves the catalog API at `{base}catalog/v1/` (docs/catalog-api.md): what the store shows everyone, as JSON and as
 * Atom feeds. Errors have the format of calls.
 */
export function createCatalogRoutes(context: Context, limit: MiddlewareHandler): Hono {
  const { publicUrl } = context.config;
  const routes = new Hono();
  /** Responds with what is read on the replica, if there is one. Access was decided on the primary before. */
  const get = (path: string, respond: (c: HonoContext, reading: Context) => Promise<Response>) =>
    routes.get(path, (c) => readReplicated(context, (reading) => respond(c, reading)));

  routes.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'OPTIONS'],
      allowHeaders: ['Authorization', 'If-None-Match', 'If-Modified-Since'],
      exposeHeaders: ['ETag', 'Last-Modified', 'Retry-After'],
      maxAge: 86_400,
    }),
  );
  routes.use(limit);
  routes.use(guardStore(context, 'pages'));

  get('/store', async (c, reading) => {
    const [{ storeName, tagline, categories }, { address, fingerprint, sources }] = await Promise.all([
      readSettings(reading.db),
      readRepository(reading),
    ]);
    return respondJson(c, {
      name: storeName,
      tagline: tagline || null,
      pageUrl: addressesOf(publicUrl).store,
      repositoryUrl: address,
      repositoryFingerprint: fingerprint,
      altstoreUrl: sources.classic.address,
      altstorePalUrl: sources.pal.address,
      categories,
    });
  });

  get('/apps', async (c, { db }) => {
    const { q, language, cursor, limit: size, ...filter } = checkInput(catalogQuerySchema, readQuery(c));
    const languages = language === undefined ? [] : [language];
    const page = await readAppsAfter(
      db,
      { ...filter, search: q?.trim(), languages },
      { cursor, limit: size },
    );
    const apps = await localizeApps(db, page.apps, languages);
    return respondJson(c, {
      apps: apps.map((app) => presentListedApp(publicUrl, app)),
      nextCursor: page.nextCursor,
    });
  });

  get('/apps/:platform/:applicationId', async (c, reading) => {
    const { language } = checkInput(catalogAppQuerySchema, readQuery(c));
    const app = await requirePublicApp(reading, await requireListedApp(reading, c), {
      language,
      limit: NEWEST_VERSIONS,
    });
    return respondJson(c, presentPublicApp(publicUrl, app));
  });

  get('/apps/:platform/:applicationId/versions', async (c, reading) => {
    const { language, ...page } = checkInput(catalogVersionsQuerySchema, readQuery(c));
    const listed = await requireListedApp(reading, c);
    const { versions, nextCursor } = await readPublicVersions(reading.db, listed.appId, page);
    const languages = language === undefined ? [] : [language];
    return respondJson(c, {
      versions: versions.map((version) => presentPublicVersion(publicUrl, { listed, version, languages })),
      nextCursor,
    });
  });

  get('/apps/:platform/:applicationId/provenance/:sha256', async (c, reading) => {
    const listed = await requireListedApp(reading, c);
    const sha256 = c.req.param('sha256') ?? '';
    const bundle = isPlainText(sha256) ? await readPublicBundle(reading.db, listed.appId, sha256) : null;
    if (bundle !== null) return respondTagged(c, { type: BUNDLE, body: bundle });
    throw callError(
      'not-found',
      () => t`No version that everyone gets has this SHA-256 and build provenance.`,
    );
  });

  get('/apps/:platform/:applicationId/releases.atom', async (c, reading) => {
    const listed = await requireListedApp(reading, c);
    const [branding, app] = await Promise.all([
      readBranding(reading.db),
      requirePublicApp(reading, listed, { limit: MAX_ENTRIES }),
    ]);
    return respondTagged(c, { type: ATOM, body: renderAppFeed({ publicUrl, branding }, app) });
  });

  get('/releases.atom', async (c, { db }) => {
    const [branding, { apps }] = await Promise.all([
      readBranding(db),
      readAppsAfter(db, {}, { limit: MAX_ENTRIES }),
    ]);
    return respondTagged(c, { type: ATOM, body: renderStoreFeed({ publicUrl, branding }, apps) });
  });

  get('/openapi.json', async (c, { db }) => {
    const { name: storeName } = await readBranding(db);
    return respondJson(c, describeCatalog({ publicUrl, storeName }));
  });

  routes.all('*', () => {
    throw callError(
      'not-found',
      () => t`This address isn’t part of the catalog API. See openapi.json beside it.`,
    );
  });
  routes.onError(respondWithCallError);
  return routes;
}

const BUNDLE = 'application/json; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';

/** Returns the query's parameters. Throws `invalid-argument` for text that isn't Unicode. */
function readQuery(c: HonoContext): Record<string, string> {
  const query = c.req.query();
  if (Object.values(query).every(isPlainText)) return query;
  throw callError('invalid-argument', () => t`The query isn’t valid Unicode text.`);
}

/** Returns the listed app that the path names; throws `not-found`. */
async function requireListedApp({ db }: Context, c: HonoContext): Promise<ListedRow> {
  const platform = platformSchema.safeParse(c.req.param('platform'));
  const applicationId = applicationIdSchema.safeParse(c.req.param('applicationId'));
  const listed =
    platform.success && applicationId.success
      ? await findListedApp(db, { platform: platform.data, applicationId: applicationId.data })
      : null;
  if (listed) return listed;
  throw notListed();
}

async function requirePublicApp(
  { db }: Context,
  listed: ListedRow,
  { language, limit }: { readonly language?: string | undefined; readonly limit: number },
): Promise<PublicApp> {
  const app = await readPublicApp(db, listed, { wanted: language === undefined ? [] : [language], limit });
  if (app) return app;
  throw notListed();
}

function notListed(): CallError {
  return callError('not-found', () => t`This app isn’t in the store, or not everyone gets it yet.`);
}
