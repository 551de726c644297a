import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';

const SELF = ["'self'"];

/** For pages: nothing inline but styles with the page's nonce, nothing foreign, never in a frame (design, section 8). */
export const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: SELF,
    scriptSrc: SELF,
    workerSrc: SELF,
    styleSrc: ["'self'", NONCE],
    imgSrc: ["'self'", 'blob:', 'data:'],
    fontSrc: SELF,
    connectSrc: SELF,
    objectSrc: ["'none'"],
    baseUri: SELF,
    formAction: SELF,
    frameAncestors: ["'none'"],
  },
  referrerPolicy: 'same-origin',
  xFrameOptions: 'DENY',
});

const DATA_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** For all that is no page (answers of calls, files, feeds): a browser must neither run nor embed it. */
export const dataHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (headers.has('Content-Security-Policy')) return;
  for (const [name, value] of Object.entries(DATA_HEADERS)) headers.set(name, value);
};
