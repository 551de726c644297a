import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { Context } from '../platform/context.ts';

const times = new WeakMap<Request, Date>();

/** Notes when each request arrived, by the database's clock, for responses with dates. */
export function noteTime({ clock }: Pick<Context, 'clock'>): MiddlewareHandler {
  return async (c, next) => {
    times.set(c.req.raw, clock());
    await next();
  };
}

/** Returns when a request arrived; undefined where that isn't noted. */
export function requestTime(c: HonoContext): Date | undefined {
  return times.get(c.req.raw);
}
