import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Log } from './log.ts';

/** What every handler finds in its Hono context. */
export interface RequestEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

/** Ids of proxies and clients are taken over when they are harmless in a log and a header. */
const SANE_ID = /^[\w.:-]{8,128}$/;

/**
 * Gives each request an id (that of `X-Request-Id` when it is sane), which the answer carries too, and writes one line
 * when it is answered. The query is left out: it may hold tokens.
 */
export function logRequests(log: Log): MiddlewareHandler<RequestEnv> {
  // A line holds nothing that would have to be blanked out, and looking for it costs more than the line.
  const lines = log.child({}, { redact: [] });
  return async (c, next) => {
    const started = performance.now();
    const offered = c.req.header('x-request-id') ?? '';
    const requestId = SANE_ID.test(offered) ? offered : randomUUID();
    c.set('requestId', requestId);
    c.env.outgoing.setHeader('X-Request-Id', requestId);

    await next();
    const ms = Math.round((performance.now() - started) * 10) / 10;
    lines.info({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request');
  };
}
