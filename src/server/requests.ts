import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';

/** What every handler finds with `c.get(…)`. */
export interface RequestVariables {
  requestId: string;
  /** Writes the request's id into every line. */
  log: Log;
}

/** Ids of proxies and clients are taken over when they are harmless in a log and a header. */
const SANE_ID = /^[\w.:-]{8,128}$/;

/**
 * Gives each request an id (that of `X-Request-Id` when it is sane), which the answer carries too, and writes one line
 * when it is answered. The query is left out: it may hold tokens.
 */
export function logRequests(log: Log): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c, next) => {
    const started = performance.now();
    const offered = c.req.header('x-request-id') ?? '';
    const requestId = SANE_ID.test(offered) ? offered : randomUUID();
    const requestLog = log.child({ requestId });
    c.set('requestId', requestId);
    c.set('log', requestLog);

    await next();
    c.header('X-Request-Id', requestId);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    requestLog.info({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request');
  };
}
