import { Hono, type Context as HonoContext } from 'hono';
import { calls } from '#shared/calls.ts';
import {
  OWN_FIRST_CALLS,
  type PageStart,
  type PageStartCall,
  PUBLIC_FIRST_CALLS,
} from '#shared/page-start.ts';
import type { Authenticate, Caller } from '../identity/authenticate.ts';
import { authorise } from '../identity/authorise.ts';
import { clientAddress, networkOf } from '../identity/client-address.ts';
import type { Context } from '../platform/context.ts';
import type { RequestEnv } from '../platform/log/requests.ts';
import type { Handlers } from './callable.ts';
import { toCallError } from './error-response.ts';

interface PageStartOptions {
  readonly context: Context;
  readonly handlers: Handlers;
  readonly authenticate: Authenticate;
  /** The routes of the identity provider. */
  readonly authRoutes: Pick<Hono<RequestEnv>, 'fetch'>;
}

type Results = PageStart['results'];

/**
 * Serves `GET {base}page-start`: the session, its token and the results of the calls that every page starts with, which
 * a page would otherwise ask for one after the other. The session and the token are those of the identity provider,
 * with its limits and its cookies. What can't be read is left out, and the page asks for it again.
 */
export function createPageStart({ context, handlers, authenticate, authRoutes }: PageStartOptions) {
  const { basePath } = context.config;
  const app = new Hono<RequestEnv>();

  const askProvider = async (c: HonoContext<RequestEnv>, endpoint: string) =>
    authRoutes.fetch(
      new Request(new URL(`${basePath}auth/${endpoint}`, c.req.url), { headers: c.req.raw.headers }),
      c.env,
    );

  /** Returns the results of calls, without those that fail. */
  const run = async (
    c: HonoContext<RequestEnv>,
    names: readonly PageStartCall[],
    caller: Caller | null,
  ): Promise<Results> => {
    const network = networkOf(clientAddress(c, context.config.trustProxy));
    const isGone = () => c.env.outgoing.destroyed;
    const results: Partial<Record<PageStartCall, unknown>> = {};
    const runOne = async (name: PageStartCall) => {
      const contract = calls[name];
      try {
        authorise(contract, caller, context.clock());
        const handler = handlers[name] as (call: unknown) => Promise<unknown>;
        results[name] = contract.output.parse(await handler({ data: {}, caller, context, network, isGone }));
      } catch (error) {
        const known = toCallError(error);
        context.log[known ? 'debug' : 'error']({ name, err: error }, 'a page starts without a result');
      }
    };
    await Promise.all(names.map(runOne));
    return results as Results;
  };

  // An application of its own, because a caller is found by the headers of a request.
  const own = new Hono<RequestEnv>();
  own.get('*', async (c) => c.json(await run(c, OWN_FIRST_CALLS, await authenticate(c))));
  own.onError((_error, c) => c.json({}));

  const readOwn = async (c: HonoContext<RequestEnv>, token: string): Promise<Results> => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await own.fetch(new Request(c.req.url, { headers }), c.env);
    return (await response.json()) as Results;
  };

  app.get('/', async (c) => {
    const provided = await askProvider(c, 'get-session');
    // The limit of the provider for its sessions is that of this address, too.
    if (!provided.ok) return provided;
    // It holds a token: nothing between the server and the page may keep it.
    c.header('Cache-Control', 'no-store');
    addCookies(c, provided);
    const session = (await provided.json()) as PageStart['session'];
    if (session === null) {
      return c.json({ session, results: await run(c, PUBLIC_FIRST_CALLS, null) } satisfies PageStart);
    }
    const [token, shared] = await Promise.all([
      askProvider(c, 'token').then((response) => readToken(c, response)),
      run(c, PUBLIC_FIRST_CALLS, null),
    ]);
    if (token === null) return c.json({ session, results: shared } satisfies PageStart);
    return c.json({
      session,
      token,
      results: { ...shared, ...(await readOwn(c, token)) },
    } satisfies PageStart);
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
