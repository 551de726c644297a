import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { NONCE, secureHeaders } from 'hono/secure-headers';
import type { RequestEnv } from '../platform/log/requests.ts';

const SELF = ["'self'"];

/**
 * Headers for pages: no inline code except styles with the page's nonce, no third-party origins, no framing
 * (design, section 8).
 */
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

/**
 * The policy for scripts, styles and fonts of pages. It binds a script that runs as a worker, which the page's doesn't.
 * Shorter than a page's headers: a screen needs a dozen of these files.
 */
export const CLIENT_FILE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** Headers for everything else (call responses, files, feeds): browsers must neither run nor embed it. */
export const DATA_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sets `DATA_HEADERS` on the connection's response, where a page's headers replace them; changing a finished response
 * would copy it.
 */
export function setDataHeaders({ env: { outgoing } }: HonoContext<RequestEnv>): void {
  for (const [name, value] of Object.entries(DATA_HEADERS)) outgoing.setHeader(name, value);
}

/** Sets `DATA_HEADERS` on every response. */
export const dataHeaders: MiddlewareHandler<RequestEnv> = async (c, next) => {
  setDataHeaders(c);
  await next();
};
