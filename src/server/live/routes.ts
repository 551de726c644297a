import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, ERROR_STATUS } from '#shared/errors.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { LiveHub } from './hub.ts';

interface LiveOptions {
  readonly hub: LiveHub;
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>;
}

/**
 * `GET {base}events`: what concerns the signed-in caller, as server-sent events (`LiveEvents`) for a client that
 * streams by fetch, as the token travels in the Authorization header. It ends when the session does.
 */
export function createLiveRoutes({ hub, authenticate }: LiveOptions) {
  const app = new Hono();
  app.get('/', async (c) => {
    const caller = await authenticate(c.req.header('authorization'));
    if (!caller) throw new CallError('unauthenticated', 'Sign in first: this address needs a token.');
    if (caller.via === 'token') {
      throw new CallError('permission-denied', 'API tokens cannot read live events. Use webhooks.');
    }
    const stream = hub.open(caller);
    if (!stream) {
      throw new CallError('resource-exhausted', 'Too many event streams are open. Close other windows.');
    }
    return c.body(stream.body, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would otherwise collect events: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
      'X-Accel-Buffering': 'no',
    });
  });
  app.onError((error, c) => {
    if (!(error instanceof CallError)) throw error;
    return c.text(error.message, ERROR_STATUS[error.code] as ContentfulStatusCode);
  });
  return app;
}
