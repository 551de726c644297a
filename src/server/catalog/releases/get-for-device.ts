import { and, eq } from 'drizzle-orm';
import { findAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { isLive } from '../lifecycle/conditions.ts';
import { downloadPath, summaryColumns } from '../versions/present.ts';
import { newestPublishedFirst } from '../versions/queries.ts';
import { isAvailable } from './available.ts';
import { bucketOf } from './bucket.ts';

const { id, status, versionCode, versionName } = summaryColumns;
const versionColumns = { id, status, versionCode, versionName };

/** `releases.getForDevice`: returns the newest version that a device gets, by its bucket in each rollout. */
export const getReleaseForDevice: Handler<'releases.getForDevice'> = async ({
  data,
  caller,
  context: { db, secret },
}) => {
  const rows = await db
    .select({ version: versionColumns, app: apps, release: releases })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(
      and(eq(apps.platform, data.platform), eq(apps.applicationId, data.applicationId), isLive, isAvailable),
    )
    .orderBy(newestPublishedFirst);
  const found = rows.find(
    ({ version, release }) =>
      (data.track === 'beta' || release?.track !== 'beta') &&
      bucketOf(secret, { device: data.deviceId, of: version.id }) < (release?.percentage ?? 100),
  );
  if (!found || !(await mayAsk(db, found.app, caller))) return { version: null };
  const { version, app } = found;
  const path = downloadPath(version, app);
  return {
    version: {
      versionId: version.id,
      versionName: version.versionName,
      versionCode: version.versionCode,
      downloadPath: path,
    },
  };
};

/** A private store responds only to those with access to the app, who check its rollouts. */
async function mayAsk(db: Db, app: AppRow, caller: Caller | null): Promise<boolean> {
  if ((await readSettings(db)).storeAccess !== 'readers') return true;
  return caller !== null && (await findAppRole(db, app, caller)) !== null;
}
