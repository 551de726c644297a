import { eq } from 'drizzle-orm';
import { requireAppRole } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { type AppRow, apps } from '../db/tables.ts';
import { readReleases } from '../releases/queries.ts';
import { listVersions, presentVersion } from '../versions/queries.ts';
import { presentApp } from './queries.ts';

/** `apps.get`: an app with all of its versions, newest first, for its members and for admins. */
export const getApp: Handler<'apps.get'> = async ({ data, caller, context: { db } }) => {
  const [found] = await db.select().from(apps).where(eq(apps.id, data.appId));
  const role = await requireAppRole(db, found, { caller, role: 'viewer' });
  const row = found as AppRow;
  const [app, versions, { live }] = await Promise.all([
    presentApp(db, row),
    listVersions(db, row.id),
    readReleases(db, row),
  ]);
  return {
    app,
    versions: versions.map((version) => presentVersion(version, row)),
    role,
    live,
    details: row.details,
    detailsRevision: row.detailsRevision,
  };
};
