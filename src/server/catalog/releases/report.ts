import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import type { Handler } from '../../identity/handler.ts';
import { countAmount, countAttempt, type Limit, undoAttempt } from '../../identity/rate-limits.ts';
import type { Context } from '../../platform/context.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { denied } from '../../platform/input/denied.ts';
import { readSettings } from '../../platform/settings.ts';
import { releaseStatusOf } from '../lifecycle/change-release.ts';
import { isLive } from '../lifecycle/conditions.ts';
import { findRelease, findVersion } from '../versions/queries.ts';
import { countReports } from './reports.ts';

const TOO_MANY = 'Too many reports.';
const HOUR = 3_600;

/** Devices of one network that count for each version, round and kind: it could invent any number. */
const MAX_DEVICES_OF_NETWORK = 3;

/** Few enough that one network can't halt a rollout, and a table of devices grows slowly. */
const LIMITS = {
  byNetwork: { name: 'report network', max: 20, windowSeconds: HOUR, message: TOO_MANY },
  byNetworkAndVersion: {
    name: 'report network version',
    max: MAX_DEVICES_OF_NETWORK,
    windowSeconds: 30 * 24 * HOUR,
    message: TOO_MANY,
  },
  byVersion: { name: 'report version', max: 600, windowSeconds: 60, message: TOO_MANY },
  byService: { name: 'report service', max: 10_000, windowSeconds: HOUR, message: TOO_MANY },
} satisfies Record<string, Limit>;

/**
 * `releases.report`: counts a crash or problem of a live version. The response doesn't tell whether the device counted.
 */
export const reportRelease: Handler<'releases.report'> = async ({ data, context, network }) => {
  await countAttempt(context, LIMITS.byNetwork, network);
  if ((await readSettings(context.db)).storeAccess === 'readers') throw noSuchVersion();
  const { platform, applicationId, versionNumber, kind, deviceId } = data;
  const [found] = await context.db
    .select({ release: getTableColumns(releases), status: versions.status })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .innerJoin(releases, eq(releases.versionId, versions.id))
    .where(
      and(
        eq(apps.platform, platform),
        eq(apps.applicationId, applicationId),
        isLive,
        or(
          eq(sql`${versions.versionCode}::text`, versionNumber),
          eq(sql`${versions.package}->>'buildVersion'`, versionNumber),
        ),
      ),
    )
    .limit(1);
  if (!found) throw noSuchVersion();
  const { release, status } = found;
  await countAttempt(context, LIMITS.byVersion, release.versionId);
  const isRollingOut = releaseStatusOf(release, { status }) === 'rollingOut';
  const ofNetwork = [network, release.versionId, release.reportRound, kind].join('\0');
  if (!(await isWithin(context, LIMITS.byNetworkAndVersion, ofNetwork))) return {};
  const counted = await countReports(context, { release, kind, deviceIds: [deviceId], isRollingOut });
  if (counted === 0) await undoAttempt(context, LIMITS.byNetworkAndVersion, ofNetwork);
  return {};
};

/** Counts an attempt like `countAttempt`, and returns false over the limit. */
async function isWithin(context: Context, limit: Limit, subject: string): Promise<boolean> {
  try {
    await countAttempt(context, limit, subject);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === 'resource-exhausted') return false;
    throw error;
  }
}

function noSuchVersion(): CallError {
  return new CallError('not-found', 'This store has no such version.');
}

/** `releases.addReports`: counts the devices that a crash service of the publisher names. */
export const addReports: Handler<'releases.addReports'> = async ({ data, caller, context }) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  await requireAppRole(context.db, app, { caller, role: 'maintainer' });
  const release = await findRelease(context.db, version.id);
  if (!release || version.status !== 'published')
    throw denied('Only published versions have reports.', { reason: 'not-published' });
  const { kind, deviceIds } = data;
  await countAmount(context, LIMITS.byService, { subject: app.id, amount: deviceIds.length });
  const isRollingOut = releaseStatusOf(release, version) === 'rollingOut';
  return { counted: await countReports(context, { release, kind, deviceIds, isRollingOut }) };
};
