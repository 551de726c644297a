import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { CHANGES_HEADER } from '#shared/data-areas.ts';
import { createDownloadRoutes } from './catalog/apps/download-routes.ts';
import { createGraphicRoutes } from './catalog/listings/routes.ts';
import { createUploadRoutes } from './catalog/uploads/routes.ts';
import { createFileRoutes } from './catalog/versions/file-routes.ts';
import { createIconRoutes } from './catalog/versions/icons.ts';
import { createUnsubscribe } from './delivery/emails/unsubscribe.ts';
import type { LiveHub } from './delivery/live/hub.ts';
import { createLiveRoutes } from './delivery/live/routes.ts';
import { collectChanges } from './events/publish-changes.ts';
import { guardPicturesOfStore } from './feeds/access/guard-pictures.ts';
import { createAltstoreRoutes } from './feeds/altstore/routes.ts';
import { limitRequests } from './feeds/catalog/request-limit.ts';
import { createCatalogRoutes } from './feeds/catalog/routes.ts';
import { createSiteFiles } from './feeds/catalog/site-files.ts';
import { createFdroidRoutes } from './feeds/fdroid/routes.ts';
import { currentGeneration } from './feeds/rebuild/rebuild.ts';
import { hasFeedProblem } from './feeds/rebuild/status.ts';
import { createLegalPages, createStorePage } from './feeds/store-page/routes.ts';
import { createTransparencyRoutes } from './feeds/transparency/routes.ts';
import { handlers } from './handlers.ts';
import { createCallable } from './http/callable.ts';
import { respondWithPlainError, toCallError } from './http/error-response.ts';
import { createHealth } from './http/health.ts';
import { createMetrics } from './http/metrics/metrics.ts';
import { CALLS_SECTION, routeOf } from './http/metrics/request-metrics.ts';
import { createPageStart } from './http/page-start.ts';
import { createPages, findFont } from './http/pages.ts';
import { rejectInvalidAddress } from './http/request-address.ts';
import { noteTime } from './http/request-time.ts';
import { createCallRunner } from './http/run-call.ts';
import { dataHeaders } from './http/security-headers.ts';
import { createSelfTest } from './http/self-test.ts';
import { createAuthenticator } from './identity/authenticate.ts';
import type { Identity } from './identity/identity.ts';
import { createAuthRoutes } from './identity/routes.ts';
import { createAccountRoutes } from './people/account/routes.ts';
import { createAuditRoutes } from './people/audit/routes.ts';
import { createAvatarRoutes } from './people/avatars/routes.ts';
import { createLogoRoutes } from './people/settings/logo.ts';
import { readBranding } from './platform/branding/branding.ts';
import { type Context, useEssential } from './platform/context.ts';
import { listLegalKinds } from './platform/legal/legal-texts.ts';
import { logRequests, type RequestEnv } from './platform/log/requests.ts';
import { readSettings } from './platform/settings.ts';
import { isTracing, traced } from './platform/tracing/tracing.ts';

interface HttpParts {
  readonly identity: Identity;
  readonly live: LiveHub;
}

/** Creates the HTTP application under the base path: a function that responds to requests. */
export async function createHttpApp(context: Context, { identity, live }: HttpParts) {
  const { config, log } = context;
  const essential = useEssential(context);
  const authenticate = createAuthenticator(essential);
  const app = new Hono<RequestEnv>();

  const health = createHealth(essential, hasFeedProblem);
  const metrics = createMetricsOf(context, { countStreams: live.count, readStates: health.readStates });
  app.use(logRequests(log, metrics.observe));
  app.use(noteTime(context));
  app.use(dataHeaders);
  app.use(rejectInvalidAddress);
  app.use(reportChanges);
  app.onError((error, c) => {
    if (toCallError(error)) return respondWithPlainError(error, c);
    log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    return c.text(`Something went wrong on our side. Request ID: ${c.get('requestId')}`, 500);
  });

  const base = new Hono<RequestEnv>();
  base.route('/', health.routes);
  base.route('/metrics', metrics.routes);
  base.route('/self-test', createSelfTest(context));
  const authRoutes = createAuthRoutes(essential, identity);
  base.route('/auth', authRoutes);
  const runCall = createCallRunner({ context, handlers });
  const { observe } = metrics;
  base.route('/page-start', createPageStart({ context, runCall, authenticate, authRoutes, observe }));
  base.route('/account', createAccountRoutes({ context, authenticate }));
  base.route('/audit', createAuditRoutes({ context, authenticate }));
  base.route('/avatars', createAvatarRoutes({ context, authenticate }));
  base.route('/events', createLiveRoutes({ hub: live, authenticate }));
  base.route('/unsubscribe', createUnsubscribe(context));
  const guardPictures = guardPicturesOfStore(context, { identity, authenticate });
  base.use('/graphics/*', guardPictures);
  base.use('/icons/*', guardPictures);
  base.route('/graphics', createGraphicRoutes({ context, authenticate }));
  base.route('/uploads', createUploadRoutes({ context, authenticate }));
  const limit = limitRequests(context);
  base.route('/catalog/v1', createCatalogRoutes(context, limit));
  base.route('/transparency', createTransparencyRoutes(context, limit));
  base.route('/downloads', createDownloadRoutes({ context, authenticate }));
  const font = await findFont();
  base.route('/fdroid', createStorePage(context, { font, limit }));
  base.route('/legal', createLegalPages(context, { font, limit }));
  base.route('/fdroid/repo', createFdroidRoutes(essential, currentGeneration));
  base.route('/altstore', createAltstoreRoutes(essential));
  base.route('/logos', createLogoRoutes(essential));
  base.route('/icons', createIconRoutes(essential));
  base.route('/files', createFileRoutes(context));
  const siteFiles = createSiteFiles(context, limit);
  base.route('/', siteFiles);
  const readStore = async () => {
    const [branding, { storeAccess: access }, legalTexts] = await Promise.all([
      readBranding(essential.db),
      readSettings(essential.db),
      listLegalKinds(essential.db),
    ]);
    return { branding, access, legalTexts };
  };
  base.route('/', await createPages({ config, readStore }));

  // Registered before the base path itself, whose pages would also match it without the slash.
  if (config.basePath !== '/') {
    const toBase = (c: HonoContext) => c.redirect(`${config.basePath}${new URL(c.req.url).search}`);
    app.get('/', toBase);
    app.get(config.basePath.slice(0, -1), toBase);
    // Crawlers look for it at the root of the host.
    app.get('/robots.txt', (c) => siteFiles.fetch(c.req.raw, c.env));
  }
  app.route(config.basePath, base);

  // An application of their own, because finding the route among all others would take longer than a small call.
  const calls = new Hono<RequestEnv>();
  const callsPath = `${config.basePath}${CALLS_SECTION}`;
  calls.route(callsPath, createCallable({ context, runCall, authenticate, observe }));
  const isCall = (path: string) =>
    path.startsWith(`${callsPath}/`) &&
    !path.includes('/', callsPath.length + 1) &&
    path.length > callsPath.length + 1;
  const fetch: typeof app.fetch = (request, env) =>
    (isCall(getPath(request)) ? calls : app).fetch(request, env);
  return { fetch: isTracing() ? traceRequests(fetch, config.basePath) : fetch };
}

type Fetch = Hono<RequestEnv>['fetch'];

/** Records a span for each request, which continues the trace of its caller. */
function traceRequests(fetch: Fetch, basePath: string): Fetch {
  return (request, env) => {
    const { method } = request;
    const route = routeOf(getPath(request), basePath);
    const attributes = { 'http.request.method': method, 'http.route': route };
    const { headers } = (env as RequestEnv['Bindings']).incoming;
    return traced({ name: `${method} ${route}`, kind: 'server', attributes, headers }, async (span) => {
      const response = await fetch(request, env);
      span.set({ 'http.response.status_code': response.status });
      if (response.status >= 500) span.fail({ code: response.status });
      return response;
    });
  };
}

function createMetricsOf(
  context: Context,
  read: Pick<Parameters<typeof createMetrics>[0], 'countStreams' | 'readStates'>,
) {
  const { config, pool, essential, jobs, replica, space } = context;
  return createMetrics({ config, pool, essential, jobs, replica, space, ...read });
}

/** Creates the HTTP application of a worker: health checks and metrics under the base path. */
export function createWorkerApp(context: Context) {
  const { config, log } = context;
  const health = createHealth(useEssential(context), hasFeedProblem);
  const metrics = createMetricsOf(context, { countStreams: () => 0, readStates: health.readStates });
  const app = new Hono<RequestEnv>();
  app.use(logRequests(log, metrics.observe));
  app.use(dataHeaders);
  app.use(rejectInvalidAddress);
  app.route(config.basePath, health.routes);
  app.route(`${config.basePath}metrics`, metrics.routes);
  app.notFound((c) => c.text('This process only runs jobs. Its health is at healthz and readyz.', 404));
  return app;
}

/** Names the areas of the data that a request changed in a header of its response. */
const reportChanges: MiddlewareHandler<RequestEnv> = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const areas = await collectChanges(c.get('requestId'), next);
  // What a failed request had changed was rolled back.
  if (areas.length > 0 && c.res.ok) c.header(CHANGES_HEADER, areas.join(','));
};
