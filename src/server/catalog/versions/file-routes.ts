import { Hono } from 'hono';
import { CallError } from '#shared/errors.ts';
import { serveFile } from '../../http/serve-file.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import { readUser } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { readSettings } from '../../platform/settings.ts';
import { isLiveVersion } from '../lifecycle/conditions.ts';
import { readLink } from './file-links.ts';
import { findVersion, packageKey } from './queries.ts';

/** Never a type that a browser would run (design, section 8). */
const MEDIA_TYPES = {
  android: 'application/vnd.android.package-archive',
  ios: 'application/octet-stream',
} as const;

/**
 * Serves `{base}files/{versionId}`: a version's file, to anyone once it is published and by signed link before. A store
 * for readers serves it by signed link alone.
 */
export function createFileRoutes(context: Context) {
  const { db, storage } = context;
  const app = new Hono();
  app.get('/:versionId', async (c) => {
    const versionId = c.req.param('versionId');
    const found = await findVersion(db, versionId).catch((error: unknown) => {
      if (error instanceof CallError) return null;
      throw error;
    });
    const isLive = found !== null && isLiveVersion(found.version, found.app);
    const isOpen = isLive && (await readSettings(db)).storeAccess !== 'readers';
    const uid = isOpen ? null : readLink(context, versionId, c.req.query());
    const isAllowed = isOpen || (found && uid !== null && (await maySee(context, found.app, uid)));
    if (!found || !isAllowed) {
      return c.text(
        'This file doesn’t exist, or the link has expired. Open the page again for a new link.',
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
      canRedirect: true,
    });
  });
  return app;
}

/** Returns true while a user has access to an app: links end with roles, memberships and suspensions. */
async function maySee({ db }: Context, app: AppRow, uid: string): Promise<boolean> {
  const person = await readUser(db, uid);
  if (!person || person.suspendedAt) return false;
  try {
    await requireAppRole(db, app, { caller: person, role: 'viewer' });
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
}
