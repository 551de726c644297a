import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { hasSameTag } from './serve-file.ts';

const NAME = 'cli.tgz';

/**
 * Serves the npm package of the `quayside` command at `cli.tgz`, and its SHA-256 at `cli.tgz.sha256` in the format of
 * `sha256sum`. A newer release replaces it at the same address, so that clients ask by its ETag each time.
 */
export function createCliPackage(bytes: Buffer<ArrayBuffer>): Hono {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const send = (c: Context, body: string | Buffer<ArrayBuffer>, type: string) => {
    const etag = `"${sha256}"`;
    const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': type };
    return hasSameTag(c.req.header('If-None-Match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  };
  const app = new Hono();
  app.get(`/${NAME}`, (c) => send(c, bytes, 'application/gzip'));
  app.get(`/${NAME}.sha256`, (c) => send(c, `${sha256}  ${NAME}\n`, 'text/plain; charset=utf-8'));
  return app;
}
