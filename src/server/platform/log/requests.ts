import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';

/** Variables in the Hono context of every handler. */
export interface RequestEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

/** Ids from proxies and clients are kept when they are safe in a log and a header. */
const SAFE_ID = /^[\w.:-]{8,128}$/;

/**
 * Assigns each request an id (that of `X-Request-Id` when it is safe), returns it in the response, and logs
 * one line per response. Omits the query, which may contain tokens.
 */
export function logRequests(log: Log): MiddlewareHandler<RequestEnv> {
  // The line contains nothing to redact, and searching for it would cost more than the line.
  const lines = log.child({}, { redact: [] });
  return async (c, next) => {
    const started = performance.now();
    const offered = c.req.header('x-request-id') ?? '';
    const requestId = SAFE_ID.test(offered) ? offered : randomUUID();
    c.set('requestId', requestId);
    c.env.outgoing.setHeader('X-Request-Id', requestId);

    await next();
    const ms = Math.round((performance.now() - started) * 10) / 10;
    lines.info({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request');
  };
}
