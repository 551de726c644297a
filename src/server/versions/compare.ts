import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { compareWith } from '../reviews/apply-policy.ts';
import { findPublishedVersion, findVersion, presentVersion } from './queries.ts';

/** `versions.compare`: what differs from the version that people have now, for the app's members and admins. */
export const compareVersion: Handler<'versions.compare'> = async ({ data, caller, context: { db } }) => {
  const { version, app } = await findVersion(db, data.versionId);
  await requireAppRole(db, app, { caller, role: 'viewer' });
  const published = await findPublishedVersion(db, app.id);
  const other = published?.id === version.id ? null : published;
  const changes = compareWith(other, version);
  return {
    published: other && presentVersion(other, app),
    changes: changes && changes.sort((a, b) => Number(b.sensitive) - Number(a.sensitive)),
  };
};
