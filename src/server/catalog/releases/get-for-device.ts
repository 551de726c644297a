import { and, eq } from 'drizzle-orm';
import type { Handler } from '../../identity/handler.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
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
  if (!found) return { version: null };
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
