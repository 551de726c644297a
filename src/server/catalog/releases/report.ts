import { and, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { ReportKind } from '#shared/releases/halt-rule.ts';
import { requireAppRole } from '../../identity/app-access.ts';
import { widerNetworks } from '../../identity/client-address.ts';
import type { Handler } from '../../identity/handler.ts';
import { countAmount, countAttempt, type Limit, undoAttempt } from '../../identity/rate-limits.ts';
import type { Context } from '../../platform/context.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { knownNetworks, rolloutNetworks } from '../../platform/db/tables/downloads.ts';
import { type ReleaseRow, releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { callError, denied } from '../../platform/input/call-error.ts';
import { readSettings } from '../../platform/settings.ts';
import { releaseStatusOf } from '../lifecycle/change-release.ts';
import { isLive } from '../lifecycle/conditions.ts';
import { findRelease, findVersion } from '../versions/queries.ts';
import { hashOfRollout, hashWide } from './network-hashes.ts';
import { countReports, ignoreReport } from './reports.ts';

const TOO_MANY = () => t`Too many reports.`;
const HOUR = 3_600;

/**
 * Devices that count for each version, round and kind, by growing networks, because one person could invent any number:
 * an address or /64, a /56 or /24, and a /48. A provider gives its customers a /56 or /48 (RFC 6177).
 */
const MAX_DEVICES_OF_NETWORKS = [3, 4, 6];

/** Few enough that one network can't halt a rollout, and a table of devices grows slowly. */
const LIMITS = {
  byNetwork: { name: 'report network', max: 20, windowSeconds: HOUR, message: TOO_MANY },
  byVersion: { name: 'report version', max: 600, windowSeconds: 60, message: TOO_MANY },
  byService: { name: 'report service', max: 10_000, windowSeconds: HOUR, message: TOO_MANY },
} satisfies Record<string, Limit>;

const byNetworkAndVersion = (max: number): Limit => ({
  name: 'report network version',
  max,
  windowSeconds: 30 * 24 * HOUR,
  message: TOO_MANY,
});

/**
 * `releases.report`: counts a crash or problem of a live version. The response doesn't tell whether the device counted.
 */
export const reportRelease: Handler<'releases.report'> = async ({ data, context, network }) => {
  await countAttempt(context, LIMITS.byNetwork, network);
  if ((await readSettings(context.db)).storeAccess === 'readers') throw noSuchVersion();
  const { platform, applicationId, versionNumber, kind, deviceId } = data;
  const [found] = await context.db
    .select({
      release: getTableColumns(releases),
      status: versions.status,
      publishedAt: versions.publishedAt,
    })
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
  const isCounted = !isRollingOut || (await hasDownloaded(context, network, release.versionId));
  const places = isCounted ? await takePlaces(context, network, { release, kind }) : null;
  if (places === null) {
    await ignoreReport(context, release);
    return {};
  }
  const counted = await countReports(context, {
    release,
    kind,
    deviceIds: [deviceId],
    isRollingOut,
    origin: {
      networkHash: hashOfRollout(context.secret, widerNetworks(network).at(-1) ?? network, release.versionId),
      isNew: await isNewNetwork(context, network, found.publishedAt),
    },
  });
  if (counted === 0) await leavePlaces(context, places);
  return {};
};

/** Returns true when the download of a version by this network was counted during its rollout. */
async function hasDownloaded({ db, secret }: Context, network: string, versionId: string): Promise<boolean> {
  const hash = hashOfRollout(secret, network, versionId);
  const isOf = and(eq(rolloutNetworks.versionId, versionId), eq(rolloutNetworks.networkHash, hash));
  return (await db.$count(rolloutNetworks, isOf)) > 0;
}

/** Returns true unless the /48 or /24 of a network downloaded something before the day on which a version was published. */
async function isNewNetwork(
  { db, secret }: Context,
  network: string,
  publishedAt: Date | null,
): Promise<boolean> {
  const [known] = await db
    .select({ firstDay: knownNetworks.firstDay })
    .from(knownNetworks)
    .where(eq(knownNetworks.networkHash, hashWide(secret, network)));
  return !known || known.firstDay >= (publishedAt?.toISOString() ?? '').slice(0, 10);
}

interface NetworkLimit {
  readonly limit: Limit;
  readonly subject: string;
}

/** Takes a place in each of the growing networks of a report; returns null when one of them has none left. */
async function takePlaces(
  context: Context,
  network: string,
  { release, kind }: { readonly release: ReleaseRow; readonly kind: ReportKind },
): Promise<readonly NetworkLimit[] | null> {
  const wider = widerNetworks(network);
  // An IPv4 address has a /24 alone, which providers share out by addresses.
  const places = [network, ...wider].map((one, at) => ({
    limit: byNetworkAndVersion(MAX_DEVICES_OF_NETWORKS[at] ?? 1),
    subject: [one, release.versionId, release.reportRound, kind].join('\0'),
  }));
  const taken: NetworkLimit[] = [];
  for (const place of places) {
    if (!(await isWithin(context, place.limit, place.subject))) {
      // Its own attempt stays: the count over the limit ends with its time.
      await leavePlaces(context, taken);
      return null;
    }
    taken.push(place);
  }
  return taken;
}

async function leavePlaces(context: Context, places: readonly NetworkLimit[]): Promise<void> {
  for (const { limit, subject } of places) await undoAttempt(context, limit, subject);
}

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
  return callError('not-found', () => t`This store has no such version.`);
}

/** `releases.addReports`: counts the devices that a crash service of the publisher names. */
export const addReports: Handler<'releases.addReports'> = async ({ data, caller, context }) => {
  const { version, app } = await findVersion(context.db, data.versionId);
  await requireAppRole(context.db, app, { caller, role: 'maintainer' });
  const release = await findRelease(context.db, version.id);
  if (!release || version.status !== 'published')
    throw denied(() => t`Only published versions have reports.`, { reason: 'not-published' });
  const { kind, deviceIds } = data;
  await countAmount(context, LIMITS.byService, { subject: app.id, amount: deviceIds.length });
  const isRollingOut = releaseStatusOf(release, version) === 'rollingOut';
  return { counted: await countReports(context, { release, kind, deviceIds, isRollingOut }) };
};
