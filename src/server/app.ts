import { Hono } from 'hono';
import { createAccountRoutes } from './account/routes.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import type { Identity } from './auth/identity.ts';
import { createAuthRoutes } from './auth/routes.ts';
import { createAvatarRoutes } from './avatars/routes.ts';
import { createCallable } from './callable.ts';
import type { Context } from './context.ts';
import { createUnsubscribe } from './deliveries/unsubscribe.ts';
import { createFdroidRoutes } from './feeds/fdroid/routes.ts';
import { createHandlers } from './handlers.ts';
import { createHealth } from './health.ts';
import { createGraphicRoutes } from './listings/routes.ts';
import { createLiveRoutes } from './live/routes.ts';
import { createPages } from './pages.ts';
import { logRequests, type RequestEnv } from './requests.ts';
import { dataHeaders } from './security-headers.ts';
import { createUploadRoutes } from './uploads/routes.ts';
import { createFileRoutes } from './versions/file-routes.ts';
import { createIconRoutes } from './versions/icons.ts';

/** Everything that Quayside answers over HTTP, under the base path. */
export async function createHttpApp(context: Context, identity: Identity) {
  const { config, log } = context;
  const authenticate = createAuthenticator(context);
  const app = new Hono<RequestEnv>();

  app.use(logRequests(log));
  app.use(dataHeaders);
  app.onError((error, c) => {
    log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    return c.text(`Something went wrong on our side. Request id: ${c.get('requestId')}`, 500);
  });

  const base = new Hono<RequestEnv>();
  base.route('/', createHealth(context));
  base.route('/auth', createAuthRoutes(config, identity));
  base.route('/us-central1', createCallable({ context, handlers: createHandlers(identity), authenticate }));
  base.route('/account', createAccountRoutes({ context, authenticate }));
  base.route('/avatars', createAvatarRoutes({ context, authenticate }));
  base.route('/events', createLiveRoutes({ hub: context.live, authenticate }));
  base.route('/unsubscribe', createUnsubscribe(context));
  base.route('/graphics', createGraphicRoutes({ context, authenticate }));
  base.route('/uploads', createUploadRoutes({ context, authenticate }));
  base.route('/fdroid/repo', createFdroidRoutes(context));
  base.route('/icons', createIconRoutes(context));
  base.route('/files', createFileRoutes(context));
  base.route('/', await createPages(config));

  app.route(config.basePath, base);
  if (config.basePath !== '/') app.get('/', (c) => c.redirect(config.basePath));
  return app;
}
