import { NEWEST_VERSIONS } from '#shared/versions/version.ts';
import { requireApp } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { findRemoval } from '../lifecycle/removal-request.ts';
import { presentApp } from '../listings/present-app.ts';
import { readLive } from '../releases/queries.ts';
import { countVersions, listVersions } from '../versions/list.ts';

/** `apps.get`: returns an app with its newest versions, for its members and admins. */
export const getApp: Handler<'apps.get'> = async ({ data, caller, context: { db } }) => {
  const { app: row, role } = await requireApp(db, data.appId, { caller, role: 'viewer' });
  const [app, { versions }, versionCounts, live, removal] = await Promise.all([
    presentApp(db, row),
    listVersions(db, row, { limit: NEWEST_VERSIONS, viewer: caller }),
    countVersions(db, row.id),
    readLive(db, row),
    findRemoval(db, row.id),
  ]);
  return {
    app,
    versions,
    versionCounts,
    role,
    live,
    details: row.details,
    detailsRevision: row.detailsRevision,
    marketplaceId: row.marketplaceId,
    provenancePolicy: row.provenancePolicy,
    removal,
  };
};
