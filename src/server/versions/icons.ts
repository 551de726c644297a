import { Hono } from 'hono';
import type { Context } from '../context.ts';
import { serveFile } from '../serve-file.ts';

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', webp: 'image/webp' };

/**
 * `{base}icons/{sha256}.{png|webp}`: the icons of versions. An icon's name is the hash of its content,
 * so only who has seen a version's record can ask for it, and it never changes.
 */
export function createIconRoutes({ storage }: Context) {
  const app = new Hono();
  app.get('/:file{[0-9a-f]{64}\\.(png|webp)}', async (c) => {
    const file = c.req.param('file');
    const [sha256 = '', extension = ''] = file.split('.');
    const stored = await storage.stat(`icons/${file}`);
    const type = MEDIA_TYPES[extension];
    if (!stored || !type) return c.text('There is no such icon.', 404);
    return serveFile(c, { storage, key: `icons/${file}`, sha256, size: stored.size, type, cache: 'forever' });
  });
  app.all('*', (c) => c.text('There is no such icon.', 404));
  return app;
}
