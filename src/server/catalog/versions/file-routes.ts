import { Hono } from 'hono';
import { CallError } from '#shared/errors.ts';
import { endWhenHeld, respondHeld } from '../../http/running-downloads.ts';
import { serveFile } from '../../http/serve-file.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import { readUser } from '../../identity/users.ts';
import type { Context } from '../../platform/context.ts';
import { findHold } from '../lifecycle/holds.ts';
import { readLink } from './file-links.ts';
import { type FoundVersion, findVersion, packageKey } from './queries.ts';

/** Never a type that a browser would run (design, section 8). */
const MEDIA_TYPES = {
  android: 'application/vnd.android.package-archive',
  ios: 'application/octet-stream',
} as const;

/**
 * Serves `{base}files/{versionId}`: a version's file by signed link, for those with access to its app. Everyone else
 * downloads what is live where store clients do, which counts downloads.
 */
export function createFileRoutes(context: Context) {
  const app = new Hono();
  app.get('/:versionId', async (c) => {
    const found = await findLinked(context, c.req.param('versionId'), c.req.query());
    if (!found) {
      return c.text(
        'This file doesn’t exist, or the link has expired. Open the page again for a new link.',
        404,
      );
    }
    if (found === 'held') return respondHeld(c);
    const { version, app: owner, isStaff } = found;
    return serveFile(c, {
      storage: context.storage,
      key: packageKey(version.id),
      sha256: version.sha256 ?? '',
      size: version.size,
      type: MEDIA_TYPES[owner.platform],
      cache: 'revalidate',
      downloadName: version.fileName,
      canRedirect: true,
      ...(!isStaff && { track: endWhenHeld(context, version.id) }),
    });
  });
  return app;
}

interface Linked extends FoundVersion {
  /** Staff examine what is held; everyone else's links end with a hold. */
  readonly isStaff: boolean;
}

/** Returns the version of a valid link; null otherwise. Links end with roles, memberships, suspensions and holds. */
async function findLinked(
  context: Context,
  versionId: string,
  query: Record<string, string>,
): Promise<Linked | 'held' | null> {
  const { db } = context;
  const uid = readLink(context, versionId, query);
  const person = uid === null ? null : await readUser(db, uid);
  if (!person || person.suspendedAt) return null;
  try {
    const found = await findVersion(db, versionId);
    await requireAppRole(db, found.app, { caller: person, role: 'viewer' });
    const isStaff = person.role === 'admin';
    if (!isStaff && (await findHold(db, found))) return 'held';
    return { ...found, isStaff };
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}
