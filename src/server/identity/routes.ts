import { Hono } from 'hono';
import { describeDuration } from '#shared/duration.ts';
import { t } from '#shared/languages/translate.ts';
import type { Context } from '../platform/context.ts';
import { writeMessage } from '../platform/input/call-error.ts';
import { readBody } from '../platform/input/read-body.ts';
import type { RequestEnv } from '../platform/log/requests.ts';
import { rejectBody } from './check-body.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress } from './client-address.ts';
import type { Identity } from './identity.ts';
import { createSessionLimiter } from './session-limiter.ts';

/** Maximum body size of the identity provider in bytes; a passkey's response is the longest. */
const MAX_BODY_BYTES = 64 * 1024;

/** Sign-in endpoints. */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/passkey/verify-authentication',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
]);

/** Creates the routes `{base}auth/*` of the identity provider, with the client address of each request. */
export function createAuthRoutes(context: Context, identity: Identity) {
  const { config, log } = context;
  const app = new Hono<RequestEnv>();
  const countSessionRequest = createSessionLimiter(context);
  app.on(['GET', 'POST'], '/*', async (c) => {
    const path = c.req.path.slice(`${config.basePath}auth`.length);
    const wait = await countSessionRequest(c, path);
    if (wait !== null) return rejectWithWait(wait);
    const isPost = c.req.method === 'POST';
    const body = isPost ? await readBody(c.env, MAX_BODY_BYTES) : Buffer.alloc(0);
    if (body === null) {
      return c.json(
        { code: 'BODY_TOO_LARGE', ...writeMessage(() => t`The body is larger than 64 KiB.`) },
        413,
      );
    }
    const rejected = rejectBody(c.req.header('content-type'), body);
    if (rejected) return rejected;
    const headers = new Headers(c.req.raw.headers);
    const address = clientAddress(c, config.trustProxy);
    headers.set(CLIENT_ADDRESS_HEADER, address);
    const request = new Request(c.req.url, {
      method: c.req.method,
      headers,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const response = await correctPasskeyRejection(explainWait(await identity.handler(request)));
    if (response.status >= 400 && SIGN_IN_PATHS.has(path)) {
      const requestId = c.get('requestId');
      const code = await readCode(response);
      log.warn({ requestId, address, path, status: response.status, code }, 'sign-in failed');
    }
    return response;
  });
  return app;
}

/**
 * Returns the code of a rejection. The entered address is not logged, because people enter passwords by
 * mistake.
 */
async function readCode(response: Response): Promise<string | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const code = (body as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/** Adds the standard header and the waiting time, which the provider's own limiter leaves out. */
function explainWait(response: Response): Response {
  const seconds = response.headers.get('x-retry-after');
  return response.status === 429 && seconds !== null ? rejectWithWait(Number(seconds)) : response;
}

function rejectWithWait(seconds: number): Response {
  const written = writeMessage(
    () => t`Too many requests. Wait ${describeDuration(seconds)}, then try again.`,
  );
  return Response.json(
    { code: 'TOO_MANY_REQUESTS', ...written, retryAfterSeconds: seconds },
    { status: 429, headers: { 'Retry-After': String(seconds) } },
  );
}

/**
 * Reports an invalid passkey registration as an error of the request; the provider reports its own failure.
 */
async function correctPasskeyRejection(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if ((body as { code?: unknown } | null)?.code !== 'FAILED_TO_VERIFY_REGISTRATION') return response;
  return Response.json(
    {
      code: 'PASSKEY_REFUSED',
      ...writeMessage(
        () => t`This passkey couldn’t be verified, so it wasn’t added. Try again, or use another device.`,
      ),
    },
    { status: 400 },
  );
}
