import { Hono } from 'hono';
import { serveHashedFile } from '../../http/serve-file.ts';
import type { Context } from '../../platform/context.ts';

const MEDIA_TYPES: Record<string, string> = { png: 'image/png', webp: 'image/webp' };

/**
 * Serves `{base}icons/{sha256}.{png|webp}`, the icons of versions. An icon's name is the hash of its content, so it
 * never changes, and only those who have seen a version can request it.
 */
export function createIconRoutes({ storage }: Context) {
  const app = new Hono();
  app.get('/:file{[0-9a-f]{64}\\.(png|webp)}', async (c) => {
    const file = c.req.param('file');
    const [sha256 = '', extension = ''] = file.split('.');
    const type = MEDIA_TYPES[extension] ?? '';
    const icon = { storage, key: `icons/${file}`, sha256, type, cache: 'forever' } as const;
    return (await serveHashedFile(c, icon)) ?? c.text('This icon doesn’t exist.', 404);
  });
  app.all('*', (c) => c.text('This icon doesn’t exist.', 404));
  return app;
}
