import type { MiddlewareHandler } from 'hono';

/** Responds with 405 to requests that don't read, for addresses where there is nothing else to do. */
export const onlyReading: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  return c.text('Files can only be read.', 405, { Allow: 'GET, HEAD' });
};
