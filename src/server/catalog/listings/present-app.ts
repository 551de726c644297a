import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { App } from '#shared/apps/app.ts';
import {
  APPROVED_ONCE,
  AWAITING_REVIEW,
  NOT_PASSED,
  RESERVING_CODE,
  VERSION_STATUS_NAMES,
} from '#shared/statuses/version-status.ts';
import { presentNotice } from '../../people/holds/present-notice.ts';
import { markedFact } from '../../platform/db/marked-fact.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { holdNotice, isHeld } from '../../platform/db/tables/holds.ts';
import { appGraphics } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { users } from '../../platform/db/tables/users.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { isAvailable, isGivenToEveryone } from '../lifecycle/conditions.ts';
import { presentReleaseState, releaseColumns } from '../versions/present.ts';
import { newestBuildFirst, passedBuild } from '../versions/queries.ts';

/** The app to present, its newest version, and the one that most devices get. */
const a = alias(apps, 'a');
const newest = alias(versions, 'newest');
const live = alias(versions, 'live');
const liveRelease = alias(releases, 'live_release');

/** The statuses of versions that passed inspection and don't reserve their code. */
const OTHERS_PASSED = VERSION_STATUS_NAMES.filter(
  (status) => !NOT_PASSED.includes(status) && !RESERVING_CODE.includes(status),
);

/** The icon of an app's newest package that was approved; while none was, of the one in review, otherwise of any. */
const keptIconKey = sql`(
  SELECT ${versions.iconKey} FROM ${versions}
  WHERE ${versions.appId} = ${a.id} AND ${versions.deletedAt} IS NULL AND ${versions.iconKey} IS NOT NULL
  ORDER BY ${oneOf(versions.status, APPROVED_ONCE)} DESC, ${oneOf(versions.status, AWAITING_REVIEW)} DESC,
    ${newestBuildFirst}, ${versions.createdAt} DESC LIMIT 1)`;

/** Columns of an app `a` with its newest and its live version, under names that the columns of versions don't use. */
export const appColumns = {
  appId: a.id,
  ownerUid: a.ownerUid,
  // A subquery, so that a prepared plan looks up the few owners of a page one by one.
  ownerName: sql<string | null>`(
    SELECT coalesce(${users.developerName}, ${users.displayName}) FROM ${users} WHERE ${users.uid} = ${a.ownerUid})`,
  platform: a.platform,
  applicationId: a.applicationId,
  appName: a.name,
  summary: a.summary,
  appStatus: a.status,
  appRemovalReason: a.removalReason,
  appCreatedAt: a.createdAt,
  appUpdatedAt: a.updatedAt,
  hasListingDrafts: a.hasListingDrafts,
  newestId: orNull(newest.id),
  newestStatus: orNull(newest.status),
  newestVersionName: markedFact(newest.package, 'versionName'),
  newestVersionCode: orNull(newest.versionCode),
  liveId: orNull(live.id),
  liveVersionName: markedFact(live.package, 'versionName'),
  liveVersionCode: orNull(live.versionCode),
  liveTrack: orNull(liveRelease.track),
  livePublication: orNull(liveRelease.publication),
  livePublishAt: orNull(liveRelease.publishAt),
  livePercentage: orNull(liveRelease.percentage),
  liveHaltedAt: orNull(liveRelease.haltedAt),
  liveRolledBackAt: orNull(liveRelease.rolledBackAt),
  packageIconKey: sql<
    string | null
  >`(CASE WHEN ${live.id} IS NULL THEN ${keptIconKey} ELSE ${live.iconKey} END)`,
  listingIconKey: sql<string | null>`(
    SELECT ${appGraphics.key} FROM ${appGraphics}
    WHERE ${appGraphics.appId} = ${a.id} AND ${appGraphics.locale} = ${a.publicDetails}->>'defaultLocale'
      AND ${appGraphics.kind} = 'icon' AND ${appGraphics.isPublic}
    ORDER BY ${appGraphics.publicPosition} LIMIT 1)`,
  appHold: holdNotice(a.id, a.ownerUid),
  newestHold: holdNotice(newest.id, a.id, a.ownerUid),
  ...releaseColumns,
};

const orderedColumns = sql`${versions.id}, ${versions.buildOrder}, ${versions.createdAt}`;
const ofApp = sql`${versions.appId} = ${a.id} AND ${versions.deletedAt} IS NULL`;

/** The version with the highest build, from the indexes of submitted versions and of statuses: few have one of the others. */
const highestBuildId = sql`(
  SELECT id FROM (
    (SELECT ${orderedColumns} FROM ${versions}
      WHERE ${ofApp} AND ${oneOf(versions.status, RESERVING_CODE)} AND ${versions.buildOrder} IS NOT NULL
      ORDER BY ${versions.buildOrder} DESC LIMIT 1)
    UNION ALL
    SELECT ${orderedColumns} FROM ${versions}
      WHERE ${ofApp} AND ${oneOf(versions.status, OTHERS_PASSED)} AND ${versions.buildOrder} IS NOT NULL
  ) passed ORDER BY build_order DESC, created_at DESC, id DESC LIMIT 1)`;

/** Joins the newest version of the app `a`: the first of `versions.list`, found without ordering all of them. */
export const joinNewestVersion = sql`
  LEFT JOIN LATERAL (
    SELECT * FROM ${versions} WHERE ${ofApp} AND (${passedBuild} IS NULL OR ${versions.id} = ${highestBuildId})
    ORDER BY ${versions.createdAt} DESC, ${versions.id} DESC LIMIT 1
  ) newest ON true LEFT JOIN ${releases} ON ${releases.versionId} = ${newest.id}`;

const publishedOfApp = sql`
  SELECT ${versions.id} FROM ${versions} LEFT JOIN ${releases} ON ${releases.versionId} = ${versions.id}
  WHERE ${versions.appId} = ${a.id} AND ${versions.status} = 'published' AND NOT ${isHeld(versions.id)}`;

/** Joins the newest version of the app `a`, and the published one that most devices get while anything of it is live. */
export const joinNewestAndLiveVersion = sql`
  ${joinNewestVersion}
  LEFT JOIN ${versions} live ON ${live.id} = (
    CASE WHEN ${a.status} = 'published' AND NOT ${isHeld(a.id, a.ownerUid)} THEN coalesce(
      (${publishedOfApp} AND ${isGivenToEveryone} ORDER BY ${newestBuildFirst} LIMIT 1),
      (${publishedOfApp} ORDER BY ${isAvailable} DESC, coalesce(${releases.track}, 'stable') DESC,
        coalesce(${releases.percentage}, 100) DESC, ${newestBuildFirst} LIMIT 1)
    ) END)
  LEFT JOIN ${releases} live_release ON ${liveRelease.versionId} = ${live.id}`;

const APPS_BY_ID = defineStatement('apps-by-id', ({ ids }: StatementValues<{ ids: readonly string[] }>) => ({
  select: appColumns,
  from: sql`FROM ${apps} a ${joinNewestAndLiveVersion} WHERE ${a.id} = ANY(${ids}::text[])`,
}));

/** Returns one app in the shape of the API. */
export async function presentApp(db: Db | Tx, app: Pick<AppRow, 'id'>): Promise<App> {
  const [presented] = await presentApps(db, [app]);
  return presented as App;
}

/** Returns apps in the shape of the API, in the order given. */
export async function presentApps(db: Db | Tx, given: readonly Pick<AppRow, 'id'>[]): Promise<App[]> {
  if (given.length === 0) return [];
  const rows = await APPS_BY_ID.all(db, { ids: given.map(({ id }) => id) });
  const byId = new Map(rows.map((row) => [row.appId, row]));
  return given.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [presentAppRow(row)] : [];
  });
}

/** Converts a row with `appColumns` to the shape of the API. */
export function presentAppRow(row: RowOf<typeof appColumns>): App {
  return {
    id: row.appId,
    ownerUid: row.ownerUid,
    ownerName: row.ownerName,
    platform: row.platform,
    applicationId: row.applicationId,
    name: row.appName,
    summary: row.summary,
    status: row.appStatus,
    removalReason: row.appRemovalReason,
    hold: presentNotice(row.appHold),
    createdAt: row.appCreatedAt.toISOString(),
    updatedAt: row.appUpdatedAt.toISOString(),
    hasListingDrafts: row.hasListingDrafts,
    iconPath: row.listingIconKey ?? row.packageIconKey,
    packageIconPath: row.packageIconKey,
    liveVersion: presentLiveVersion(row),
    latestVersion:
      row.newestId && row.newestStatus
        ? {
            id: row.newestId,
            status: row.newestStatus,
            versionName: row.newestVersionName,
            versionCode: row.newestVersionCode,
            release: presentReleaseState(row, row.newestStatus),
            hold: presentNotice(row.newestHold),
          }
        : null,
  };
}

function presentLiveVersion(row: RowOf<typeof appColumns>): App['liveVersion'] {
  if (row.liveId === null) return null;
  const release = {
    track: row.liveTrack,
    publication: row.livePublication,
    publishAt: row.livePublishAt,
    percentage: row.livePercentage,
    haltedAt: row.liveHaltedAt,
    rolledBackAt: row.liveRolledBackAt,
  };
  return {
    id: row.liveId,
    versionName: row.liveVersionName,
    versionCode: row.liveVersionCode,
    release: presentReleaseState(release, 'published'),
  };
}
