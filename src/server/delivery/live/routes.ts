import { Hono } from 'hono';
import { t } from '#shared/languages/translate.ts';
import { DATA_AGE_HEADER, DATA_AGE_TOLERANCE_MS } from '#shared/live-events.ts';
import { respondWithCallError } from '../../http/error-response.ts';
import type { Authenticate } from '../../identity/authenticate.ts';
import { requireScope } from '../../identity/authorise.ts';
import { callError } from '../../platform/input/call-error.ts';
import type { LiveHub } from './hub.ts';

const MILLISECONDS = /^\d{1,15}$/;

interface LiveOptions {
  readonly hub: LiveHub;
  readonly authenticate: Authenticate;
}

/**
 * `GET {base}events`: streams server-sent events (`LiveEvents`) to the signed-in caller, or to a program of theirs: changes of
 * what its API token can read by calls. Clients use fetch, because the token is in the Authorization header. The stream
 * ends with the session or the token. A response with `DATA_AGE_HEADER`
 * first sends the changes since the browser read its data, or asks it to refetch everything.
 */
export function createLiveRoutes({ hub, authenticate }: LiveOptions) {
  const app = new Hono();
  app.get('/', async (c) => {
    const caller = await authenticate(c);
    if (!caller)
      throw callError('unauthenticated', () => t`Sign in first: this URL needs a token.`, {
        reason: 'signed-out',
      });
    requireScope(caller, 'read');
    const age = c.req.header(DATA_AGE_HEADER) ?? '';
    const hasAge = MILLISECONDS.test(age);
    const stream = hub.open(caller, hasAge ? Number(age) + DATA_AGE_TOLERANCE_MS : 0);
    if (!stream) {
      throw callError('resource-exhausted', () => t`Too many event streams are open. Close some of them.`, {
        reason: 'too-many-streams',
      });
    }
    return c.body(stream.body, 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Without this nginx buffers events: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
      'X-Accel-Buffering': 'no',
      ...(hasAge && { [DATA_AGE_HEADER]: age }),
    });
  });
  app.onError(respondWithCallError);
  return app;
}
