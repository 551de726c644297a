import type { Context as HonoContext } from 'hono';
import { getSignedCookie } from 'hono/cookie';
import type { Context } from '../platform/context.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { CountWindows } from './count-windows.ts';

/** Endpoints that every page asks for its session and token. */
const SESSION_PATHS = ['/get-session', '/token'] as const;

/** Requests to each of these endpoints, of a session, and of a network where no session is. */
export const REQUESTS_PER_MINUTE = { session: 240, network: 600 } as const;

/** Turns off the provider's limits for these endpoints: it counts everyone behind one address together. */
export const LIMITED_BY_SESSION = Object.fromEntries(SESSION_PATHS.map((path) => [path, false as const]));

/** Counts a request to an endpoint; returns the seconds to wait when it is over its limit, else null. */
export type CountSessionRequest = (c: HonoContext, path: string) => Promise<number | null>;

/**
 * Creates the function that limits how often pages ask for their session: by session, because a whole office may share an
 * address. Who sends no cookie that this store signed counts by network.
 */
export function createSessionLimiter({
  clock,
  config,
  secret,
}: Pick<Context, 'clock' | 'config' | 'secret'>): CountSessionRequest {
  const windows = new CountWindows(clock);
  const cookie = `${config.publicUrl.startsWith('https:') ? '__Secure-' : ''}quayside.session_token`;

  return async (c, path) => {
    if (!SESSION_PATHS.some((each) => each === path)) return null;
    const session = c.req.header('cookie') ? await getSignedCookie(c, secret, cookie) : undefined;
    const [kind, subject] = session
      ? (['session', session] as const)
      : (['network', networkOf(clientAddress(c, config.trustProxy))] as const);
    const { count, seconds } = windows.count(`${path}\0${kind}\0${subject}`);
    return count > REQUESTS_PER_MINUTE[kind] ? seconds : null;
  };
}
