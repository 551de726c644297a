import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Platform } from '#shared/packages/platform.ts';
import { antiFeatureFindings } from '../../catalog/anti-features/queries.ts';
import { isAvailable, isLive } from '../../catalog/lifecycle/conditions.ts';
import { newestPublishedFirst } from '../../catalog/versions/queries.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { appGraphics, appListings, type GraphicRow } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';

const PUBLISHED_COLUMNS = {
  app: {
    id: apps.id,
    platform: apps.platform,
    applicationId: apps.applicationId,
    name: apps.name,
    summary: apps.summary,
    publicDeveloperName: apps.publicDeveloperName,
    publicDetails: apps.publicDetails,
    marketplaceId: apps.marketplaceId,
  },
  version: {
    id: versions.id,
    versionCode: versions.versionCode,
    sha256: versions.sha256,
    size: versions.size,
    publishedAt: versions.publishedAt,
    package: versions.package,
    // The certificates are long, and the feed contains only the signers.
    signature: sql<unknown>`jsonb_build_object('signers', ${versions.signature}->'signers')`,
    releaseNotes: versions.releaseNotes,
    iconKey: versions.iconKey,
    iconSize: versions.iconSize,
    vulnerability: versions.vulnerability,
    antiFeatureFindings,
  },
  release: { versionId: releases.versionId, track: releases.track, percentage: releases.percentage },
};

/** Returns the stored rows of the available versions of some apps, of one platform or both, newest first per app. */
export async function readPublishedRows(db: Db | Tx, appIds: readonly string[], platform?: Platform) {
  return db
    .select(PUBLISHED_COLUMNS)
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(
      and(
        inArray(apps.id, [...appIds]),
        platform === undefined ? undefined : eq(apps.platform, platform),
        isLive,
        isAvailable,
      ),
    )
    .orderBy(apps.id, newestPublishedFirst);
}
export type PublishedRow = Awaited<ReturnType<typeof readPublishedRows>>[number];

const GRAPHIC_COLUMNS = {
  appId: appGraphics.appId,
  locale: appGraphics.locale,
  kind: appGraphics.kind,
  key: appGraphics.key,
  sha256: appGraphics.sha256,
  size: appGraphics.size,
  width: appGraphics.width,
  height: appGraphics.height,
};

/** The stored rows of visible listings. */
export interface ListingRows {
  readonly texts: readonly { readonly locale: string; readonly publicTexts: unknown }[];
  readonly graphics: readonly Pick<GraphicRow, keyof typeof GRAPHIC_COLUMNS>[];
}

/** Returns the visible pictures of some apps' listings, in the order in which they are shown. */
export async function readGraphicRows(db: Db | Tx, appIds: readonly string[]) {
  return db
    .select(GRAPHIC_COLUMNS)
    .from(appGraphics)
    .where(and(inArray(appGraphics.appId, [...appIds]), eq(appGraphics.isPublic, true)))
    .orderBy(appGraphics.locale, appGraphics.kind, appGraphics.publicPosition, appGraphics.id);
}

/** Returns the visible listings of some apps, by app. */
export async function readListingRows(
  db: Db | Tx,
  appIds: readonly string[],
): Promise<Map<string, ListingRows>> {
  const texts = await db
    .select({
      appId: appListings.appId,
      locale: appListings.locale,
      publicTexts: sql<unknown>`${appListings.publicTexts}`,
    })
    .from(appListings)
    .where(and(inArray(appListings.appId, [...appIds]), isNotNull(appListings.publicTexts)));
  const graphics = await readGraphicRows(db, appIds);
  const graphicsOf = Map.groupBy(graphics, ({ appId }) => appId);
  const textsOf = Map.groupBy(
    texts.sort((a, b) => a.locale.localeCompare(b.locale, 'en')),
    ({ appId }) => appId,
  );
  const listed = new Set([...textsOf.keys(), ...graphicsOf.keys()]);
  return new Map(
    [...listed].map((appId) => [
      appId,
      { texts: textsOf.get(appId) ?? [], graphics: graphicsOf.get(appId) ?? [] },
    ]),
  );
}
