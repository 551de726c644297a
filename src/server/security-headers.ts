import type { MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { RequestEnv } from './requests.ts';

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

/**
 * For all that is no page (answers of calls, files, feeds): a browser must neither run nor embed it. They are set on
 * the connection's own answer, where a page's headers replace them: changing a finished answer copies it.
 */
export const dataHeaders: MiddlewareHandler<RequestEnv> = async (c, next) => {
  for (const [name, value] of Object.entries(DATA_HEADERS)) c.env.outgoing.setHeader(name, value);
  await next();
};
