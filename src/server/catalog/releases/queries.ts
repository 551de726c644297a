import { getTableColumns, sql } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { MAX_RELEASES } from '#shared/releases/calls.ts';
import { describeLive, type Live } from '#shared/releases/live.ts';
import type { Release } from '#shared/releases/release.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type ReleaseRow, releases } from '../../platform/db/tables/releases.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { denied } from '../../platform/input/call-error.ts';
import { releaseStatusOf } from '../lifecycle/change-release.ts';
import { summaryColumns, type VersionSummaryRow } from '../versions/present.ts';
import { findRelease, newestBuildFirst } from '../versions/queries.ts';

interface ListValues {
  readonly appId: string;
  readonly limit: number;
}

const { id, status, versionCode, versionName, publishedAt } = summaryColumns;
const releaseColumns = { ...getTableColumns(releases), id, status, versionCode, versionName, publishedAt };
const newestFirst = sql`ORDER BY ${newestBuildFirst}, ${versions.createdAt} DESC`;
const ofApp = (appId: StatementValues<ListValues>['appId']) => sql`
  FROM ${versions} JOIN ${releases} ON ${releases.versionId} = ${versions.id}
  WHERE ${versions.appId} = ${appId} AND ${versions.deletedAt} IS NULL`;

const LIST = defineStatement('releases.list', ({ appId, limit }: StatementValues<ListValues>) => ({
  select: releaseColumns,
  from: sql`${ofApp(appId)} ${newestFirst} LIMIT ${limit}`,
}));

/** The releases that can be live or next: none that is older than the newest that every device gets. */
const LIVE = defineStatement('releases.live', ({ appId, limit }: StatementValues<ListValues>) => {
  const isOut = sql`${versions.status} = 'published' AND ${releases.rolledBackAt} IS NULL`;
  const newestOfAll = sql`
    SELECT ${versions.buildOrder} ${ofApp(appId)} AND ${isOut} AND ${releases.track} = 'stable'
      AND ${releases.percentage} = 100 AND ${releases.haltedAt} IS NULL
    ${newestFirst} LIMIT 1`;
  return {
    select: releaseColumns,
    from: sql`${ofApp(appId)} AND (
        ${versions.status} = 'approved'
        OR (${isOut} AND (${versions.buildOrder} < (${newestOfAll})) IS NOT TRUE)
      ) ${newestFirst} LIMIT ${limit}`,
  };
});

/** Returns the release of a version; throws `failed-precondition` when the version was never submitted. */
export async function requireRelease(tx: Tx, versionId: string): Promise<ReleaseRow> {
  const release = await findRelease(tx, versionId);
  if (release) return release;
  throw denied(() => t`This version hasn’t been submitted yet.`, { reason: 'not-submitted' });
}

/** Returns the releases of an app, the newest version first, and what is live of it. */
export async function readReleases(db: Db | Tx, app: ReleasedApp, limit = MAX_RELEASES) {
  const rows = await LIST.all(db, { appId: app.id, limit });
  return { releases: rows.map((row) => presentRelease(row, row)), live: await readLive(db, app) };
}

/** Returns what is live of an app right now. */
export async function readLive(db: Db | Tx, app: ReleasedApp): Promise<Live> {
  const rows = await LIVE.all(db, { appId: app.id, limit: MAX_RELEASES });
  return describeLive(
    app.status,
    rows.map((row) => presentRelease(row, row)),
  );
}

type ReleasedApp = Pick<AppRow, 'id' | 'status'>;

/** A full version row, or the columns that lists read. */
type ReleasedVersion = Pick<VersionRow, 'id' | 'status' | 'versionCode' | 'publishedAt'> &
  (Pick<VersionRow, 'package'> | Pick<VersionSummaryRow, 'versionName'>);

/** Converts a release to the shape of the API. */
export function presentRelease(release: ReleaseRow, version: ReleasedVersion): Release {
  return {
    versionId: version.id,
    versionName: 'versionName' in version ? version.versionName : (version.package?.versionName ?? null),
    versionCode: version.versionCode,
    track: release.track,
    publication: release.publication,
    publishAt: release.publishAt?.toISOString() ?? null,
    percentage: release.percentage,
    status: releaseStatusOf(release, version),
    publishedAt: version.publishedAt?.toISOString() ?? null,
    haltRule: release.haltRule,
    haltedFor: presentHaltedFor(release),
    haltDispute: release.haltDispute,
    updatedAt: release.updatedAt.toISOString(),
  };
}

function presentHaltedFor({ haltedFor, haltedAt }: ReleaseRow): Release['haltedFor'] {
  return haltedFor && haltedAt && { ...haltedFor, at: haltedAt.toISOString() };
}
