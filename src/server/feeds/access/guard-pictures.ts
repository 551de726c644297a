import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { CallError } from '#shared/errors.ts';
import type { Authenticate } from '../../identity/authenticate.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Context } from '../../platform/context.ts';
import { readSettings } from '../../platform/settings.ts';
import { guardStore, keepPrivate } from './guard-store.ts';
import { rememberOffline } from './remember.ts';

interface PictureAccess {
  readonly identity: Identity;
  readonly authenticate: Authenticate;
}

/**
 * Lets requests for icons, graphics and screenshots through as `guardStore` does, and those of people who are signed in:
 * the console shows pictures by their cookie, programs send a token.
 */
export function guardPicturesOfStore(
  context: Context,
  { identity, authenticate }: PictureAccess,
): MiddlewareHandler {
  const readAccess = rememberOffline(context, async () => (await readSettings(context.db)).storeAccess);
  const guard = guardStore(context, 'clients');

  const isSignedIn = async (c: HonoContext): Promise<boolean> => {
    if (c.req.header('cookie') && (await identity.api.getSession({ headers: c.req.raw.headers })))
      return true;
    try {
      return (await authenticate(c)) !== null;
    } catch (error) {
      // It may be a reader token instead.
      if (error instanceof CallError && error.code === 'unauthenticated') return false;
      throw error;
    }
  };

  return async (c, next) => {
    // Uploading a picture asks for more by itself.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    if ((await readAccess()) !== 'readers') return next();
    if (!(await isSignedIn(c))) return guard(c, next);
    await next();
    keepPrivate(c);
    c.res.headers.append('Vary', 'Cookie');
  };
}
