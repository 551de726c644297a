import { Hono } from 'hono';
import { CallError } from '#shared/errors.ts';
import type { Context } from '../context.ts';
import { serveFile } from '../serve-file.ts';
import { isValidLink } from './file-links.ts';
import { findVersion, packageKey } from './queries.ts';

/** Never a type that a browser would run (design, section 8). */
const MEDIA_TYPES = {
  android: 'application/vnd.android.package-archive',
  ios: 'application/octet-stream',
} as const;

/** `{base}files/{versionId}`: a version's file, for everybody once it is published and before that by a signed link. */
export function createFileRoutes(context: Context) {
  const { db, storage } = context;
  const app = new Hono();
  app.get('/:versionId', async (c) => {
    const versionId = c.req.param('versionId');
    const found = await findVersion(db, versionId).catch((error: unknown) => {
      if (error instanceof CallError) return null;
      throw error;
    });
    const isOpen = found?.version.status === 'published' && found.app.status === 'published';
    if (!found || !(isOpen || isValidLink(context, versionId, c.req.query()))) {
      return c.text(
        'There is no such file, or the link has expired. Open the page again for a new one.',
        404,
      );
    }
    const { version, app: owner } = found;
    return serveFile(c, {
      storage,
      key: packageKey(version.id),
      sha256: version.sha256 ?? '',
      size: version.size,
      type: MEDIA_TYPES[owner.platform],
      cache: 'revalidate',
      downloadName: version.fileName,
    });
  });
  return app;
}
