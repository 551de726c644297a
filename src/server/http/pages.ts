import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { pageHeaders } from './security-headers.ts';

/** The output of `npm run build`. */
const CLIENT_DIRECTORY = fileURLToPath(new URL('../../../dist/client', import.meta.url));

/**
 * Serves the client below the base path: immutable hashed files, static pages, and the single page for every
 * other address. Throws `StartupError` without a build.
 */
export async function createPages({ basePath }: Config) {
  const template = await readTemplate();
  const app = new Hono<{ Variables: { secureHeadersNonce: string } }>();
  app.use(pageHeaders);
  const files = serveStatic({
    root: CLIENT_DIRECTORY,
    precompressed: true,
    rewriteRequestPath: (path) => path.slice(basePath.length - 1),
    onFound: (path, c) => {
      const isHashed = path.includes('/static/');
      c.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/static/*', files);
  app.get('/:file{[a-z0-9-]+\\.(html|js|svg|png|ico|webmanifest|txt)}', (c, next) =>
    c.req.param('file') === 'index.html' ? next() : files(c, next),
  );
  app.get('/static/*', (c) => c.text('This file doesn’t exist. A newer release may have replaced it.', 404));
  app.get('*', (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.html(
      template.replaceAll('{{base}}', basePath).replaceAll('{{nonce}}', c.get('secureHeadersNonce')),
    );
  });
  return app;
}

/**
 * Returns the address, below the base path, of the typeface's file with Latin letters, for pages without the client;
 * null without a build.
 */
export async function findFont(): Promise<string | null> {
  const files = await readdir(join(CLIENT_DIRECTORY, 'static')).catch(() => []);
  const name = files.find((file) => /^inter-latin-wght-normal-.*\.woff2$/.test(file));
  return name === undefined ? null : `static/${name}`;
}

async function readTemplate(): Promise<string> {
  const path = join(CLIENT_DIRECTORY, 'index.html');
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new StartupError(`The client isn’t built: ${path} is missing. Run npm run build, or npm start.`);
  }
}
