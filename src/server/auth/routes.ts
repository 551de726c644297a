import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { describeDuration } from '#shared/duration.ts';
import type { Config } from '../config.ts';
import { CLIENT_ADDRESS_HEADER, clientAddress } from './client-address.ts';
import type { Identity } from './identity.ts';

/** The largest body that the identity provider reads, in bytes: a passkey's answer is the longest. */
const MAX_BODY_BYTES = 64 * 1024;

/** `{base}auth/*`: the identity provider, told which address a request comes from. */
export function createAuthRoutes(config: Config, identity: Identity) {
  const app = new Hono();
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => c.json({ code: 'BODY_TOO_LARGE', message: 'The body is larger than 64 KiB.' }, 413),
    }),
  );
  app.on(['GET', 'POST'], '/*', async (c) => {
    const request = new Request(c.req.raw);
    request.headers.set(CLIENT_ADDRESS_HEADER, clientAddress(c, config.trustProxy));
    return correctPasskeyRefusal(explainWait(await identity.handler(request)));
  });
  return app;
}

/** The provider's own limiter answers without a standard header and without saying how long: both are added. */
function explainWait(response: Response): Response {
  const seconds = response.headers.get('x-retry-after');
  if (response.status !== 429 || seconds === null) return response;
  const message = `Too many requests. Wait ${describeDuration(Number(seconds))}, then try again.`;
  return Response.json(
    { code: 'TOO_MANY_REQUESTS', message, retryAfterSeconds: Number(seconds) },
    { status: 429, headers: { 'Retry-After': seconds } },
  );
}

/** The provider calls a registration that cannot be verified its own failure; it is that of the request. */
async function correctPasskeyRefusal(response: Response): Promise<Response> {
  if (response.status !== 500) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if ((body as { code?: unknown } | null)?.code !== 'FAILED_TO_VERIFY_REGISTRATION') return response;
  return Response.json(
    {
      code: 'PASSKEY_REFUSED',
      message: 'This passkey could not be verified, so it was not added. Try again, or use another device.',
    },
    { status: 400 },
  );
}
