import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';

/** Variables in the Hono context of every handler. */
export interface RequestEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

/** Ids from proxies and clients are kept when they are safe in a log and a header. */
const SAFE_ID = /^[\w.:-]{8,128}$/;

/** Assigns a request its id: that of `X-Request-Id` when it is safe. */
export function identifyRequest(c: HonoContext<RequestEnv>): string {
  const offered = c.req.header('x-request-id') ?? '';
  const requestId = SAFE_ID.test(offered) ? offered : randomUUID();
  c.set('requestId', requestId);
  return requestId;
}

/** Counts a response for metrics; null while they are off. */
type ObserveResponse = ((response: { path: string; status: number; seconds: number }) => void) | null;

/** Identifies each request, returns the id in the response, and logs one line per response. */
export function logRequests(log: Log, observe: ObserveResponse = null): MiddlewareHandler<RequestEnv> {
  const logResponse = createRequestLog(log, observe);
  return async (c, next) => {
    const started = performance.now();
    c.env.outgoing.setHeader('X-Request-Id', identifyRequest(c));
    await next();
    logResponse(c, { started, status: c.res.status });
  };
}

/**
 * Creates the function that logs and counts the response to an identified request. Omits the query, which may contain
 * tokens.
 */
export function createRequestLog(log: Log, observe: ObserveResponse = null) {
  // The line contains nothing to redact, and searching for it would cost more than the line.
  const lines = log.child({}, { redact: [] });
  return (c: HonoContext<RequestEnv>, { started, status }: { started: number; status: number }) => {
    const elapsedMs = performance.now() - started;
    const ms = Math.round(elapsedMs * 10) / 10;
    observe?.({ path: c.req.path, status, seconds: elapsedMs / 1_000 });
    lines.info(
      { requestId: c.get('requestId'), method: c.req.method, path: c.req.path, status, ms },
      'request',
    );
  };
}
