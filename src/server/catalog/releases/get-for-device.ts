import { sql } from 'drizzle-orm';
import type { CallData } from '#shared/calls.ts';
import { findAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, orNull, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readSettings } from '../../platform/settings.ts';
import { isAvailable, isLive } from '../lifecycle/conditions.ts';
import { downloadPath, summaryColumns } from '../versions/present.ts';
import { newestPublishedFirst } from '../versions/queries.ts';
import { bucketOf } from './bucket.ts';

const { id, status, versionCode, versionName } = summaryColumns;

/** The versions that devices get by their bucket in each rollout, the newest first. */
const LIVE_VERSIONS = defineStatement(
  'releases.getForDevice',
  ({
    platform,
    applicationId,
  }: StatementValues<Pick<CallData<'releases.getForDevice'>, 'platform' | 'applicationId'>>) => ({
    select: {
      id,
      status,
      versionCode,
      versionName,
      appId: apps.id,
      ownerUid: apps.ownerUid,
      appStatus: apps.status,
      platform: apps.platform,
      applicationId: apps.applicationId,
      track: orNull(releases.track),
      percentage: orNull(releases.percentage),
    },
    from: sql`
      FROM ${versions} JOIN ${apps} ON ${apps.id} = ${versions.appId}
      LEFT JOIN ${releases} ON ${releases.versionId} = ${versions.id}
      WHERE ${apps.platform} = ${platform} AND ${apps.applicationId} = ${applicationId}
        AND ${isLive} AND ${isAvailable}
      ORDER BY ${newestPublishedFirst}`,
  }),
);

/** `releases.getForDevice`: returns the newest version that a device gets, by its bucket in each rollout. */
export const getReleaseForDevice: Handler<'releases.getForDevice'> = async ({
  data,
  caller,
  context: { db, secret },
}) => {
  const rows = await LIVE_VERSIONS.all(db, data);
  const version = rows.find(
    ({ id: of, track, percentage }) =>
      (data.track === 'beta' || track !== 'beta') &&
      bucketOf(secret, { device: data.deviceId, of }) < (percentage ?? 100),
  );
  if (!version) return { version: null };
  const app = { ...version, id: version.appId, status: version.appStatus };
  if (!(await mayAsk(db, app, caller))) return { version: null };
  const path = downloadPath({ ...version, isHeld: false }, app);
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
async function mayAsk(db: Db, app: Pick<AppRow, 'id' | 'ownerUid'>, caller: Caller | null): Promise<boolean> {
  if ((await readSettings(db)).storeAccess !== 'readers') return true;
  return caller !== null && (await findAppRole(db, app, caller)) !== null;
}
