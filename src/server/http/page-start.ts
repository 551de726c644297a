import { Hono, type Context as HonoContext } from 'hono';
import { ERROR_STATUS } from '#shared/errors.ts';
import {
  OWN_FIRST_CALLS,
  type PageStart,
  type PageStartCall,
  PUBLIC_FIRST_CALLS,
} from '#shared/page-start.ts';
import type { Authenticate } from '../identity/authenticate.ts';
import type { Context } from '../platform/context.ts';
import type { RequestEnv } from '../platform/log/requests.ts';
import { CALLS_SECTION, type ObserveResponse } from './metrics/request-metrics.ts';
import { describeFailure, type RequestedCall, type RunCall } from './run-call.ts';

interface PageStartOptions {
  readonly context: Context;
  readonly runCall: RunCall;
  readonly authenticate: Authenticate;
  /** The routes of the identity provider. */
  readonly authRoutes: Pick<Hono<RequestEnv>, 'fetch'>;
  /** Counts each call like a response of its own; null while metrics are off. */
  readonly observe: ObserveResponse | null;
}

const TOO_MANY_REQUESTS = 429;

/** A session by the identity provider. */
interface ProvidedSession {
  readonly user?: { readonly id: string };
}

/**
 * Serves `GET {base}page-start`: the session, its token and the results of the calls that every page starts with, which
 * a page would otherwise ask for one after the other. The session and the token are those of the identity provider,
 * with its limits and its cookies. What can't be read is left out, and the page asks for it again.
 */
export function createPageStart(options: PageStartOptions) {
  const { context, runCall, authenticate, authRoutes, observe } = options;
  const { basePath } = context.config;
  const app = new Hono<RequestEnv>();

  const askProvider = async (c: HonoContext<RequestEnv>, endpoint: string) =>
    authRoutes.fetch(
      new Request(new URL(`${basePath}auth/${endpoint}`, c.req.url), { headers: c.req.raw.headers }),
      c.env,
    );

  /** Returns the results of calls, without those that fail. */
  const readAll = async (
    c: HonoContext<RequestEnv>,
    names: readonly PageStartCall[],
    call: Pick<RequestedCall, 'authenticate' | 'uid'>,
  ): Promise<Record<string, unknown>> => {
    const results: Record<string, unknown> = {};
    const read = async (name: PageStartCall) => {
      const started = performance.now();
      let status = 200;
      try {
        results[name] = await runCall(c, { name, input: {}, ...call });
      } catch (error) {
        const { code } = describeFailure(context, error, c.get('requestId'));
        status = ERROR_STATUS[code];
      }
      const seconds = (performance.now() - started) / 1_000;
      observe?.({ path: `${basePath}${CALLS_SECTION}/${name}`, status, seconds });
    };
    await Promise.all(names.map(read));
    return results;
  };

  app.get('/', async (c) => {
    const provided = await askProvider(c, 'get-session');
    // The limit of the provider for its sessions is that of this address, too.
    if (!provided.ok) return provided;
    // It holds a token: nothing between the server and the page may keep it.
    c.header('Cache-Control', 'no-store');
    addCookies(c, provided);
    const session = (await provided.json()) as ProvidedSession | null;
    const uid = session?.user?.id;
    const readingPublic = readAll(c, PUBLIC_FIRST_CALLS, { authenticate: async () => null, uid });
    const issued = session === null ? null : await askProvider(c, 'token');
    if (issued?.status === TOO_MANY_REQUESTS) {
      await readingPublic;
      return issued;
    }
    const token = issued && (await readToken(c, issued));
    if (token === null) return c.json({ session, results: await readingPublic } satisfies PageStart);
    const own = await readAll(c, OWN_FIRST_CALLS, { authenticate: () => authenticate(c, `Bearer ${token}`) });
    return c.json({ session, token, results: await readingPublic, own } satisfies PageStart);
  });
  return app;
}

/** Returns the token of a response, and passes its cookies on: the provider replaces a session with its token. */
async function readToken(c: HonoContext<RequestEnv>, response: Response): Promise<string | null> {
  addCookies(c, response);
  if (!response.ok) return null;
  const { token } = (await response.json()) as { token?: unknown };
  return typeof token === 'string' ? token : null;
}

function addCookies(c: HonoContext<RequestEnv>, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
