import { findApp } from '../auth/app-access.ts';
import type { Handler } from '../callable.ts';
import { listVersions, presentVersion } from '../versions/queries.ts';
import { presentApps } from './queries.ts';

/** `apps.get`: an app with all of its versions, newest first, for its owner and for admins. */
export const getApp: Handler<'apps.get'> = async ({ data, caller, context: { db } }) => {
  const row = await findApp(db, data.appId, caller);
  const [app] = await presentApps(db, [row]);
  const versions = await listVersions(db, row.id);
  return {
    app: app as NonNullable<typeof app>,
    versions: versions.map((version) => presentVersion(version, row)),
  };
};
