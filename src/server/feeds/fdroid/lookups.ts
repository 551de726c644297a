import { and, eq, sql } from 'drizzle-orm';
import { isHeldVersion, isLiveVersion } from '../../catalog/lifecycle/conditions.ts';
import { packageKey } from '../../catalog/versions/queries.ts';
import type { Db } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feedFiles } from '../../platform/db/tables/feeds.ts';
import { isHeld } from '../../platform/db/tables/holds.ts';
import { appGraphics } from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { isServed } from '../../platform/files/feed-files.ts';
import { type IconFile, iconPath, readGraphicPath, readIconPath } from '../public/pictures.ts';

/** `removed` means that staff removed the file, `held` that they hold it, which the response says. */
export type Found<File> = File | 'removed' | 'held' | null;

export interface FoundPackage {
  readonly versionId: string;
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
}

interface PackageName {
  readonly applicationId: string;
  readonly versionCode: number;
  /** Name below the feed's address. */
  readonly path: string;
}

const PACKAGE = defineStatement(
  'package',
  ({ applicationId, versionCode, path }: StatementValues<PackageName>) => ({
    select: {
      versionId: versions.id,
      sha256: versions.sha256,
      size: versions.size,
      status: versions.status,
      appStatus: apps.status,
      isHeld: isHeldVersion,
      isNamed: sql<boolean>`EXISTS (SELECT FROM ${feedFiles} WHERE ${feedFiles.path} = ${path}
      AND ${feedFiles.versionId} = ${versions.id} AND ${isServed})`,
    },
    from: sql`FROM ${versions} JOIN ${apps} ON ${apps.id} = ${versions.appId}
    WHERE ${apps.platform} = 'android' AND ${apps.applicationId} = ${applicationId}
      AND ${versions.versionCode} = ${versionCode}
      AND (${versions.status} = 'published' OR ${versions.publishedAt} IS NOT NULL)`,
  }),
);

/** Finds a package that is published, or referenced by a generation that is still served. */
export async function findPackage(db: Db, name: PackageName): Promise<Found<FoundPackage>> {
  const row = await PACKAGE.first(db, name);
  if (!row?.sha256) return null;
  if (row.status === 'removed' || row.appStatus === 'removed') return 'removed';
  if (row.isHeld) return 'held';
  if (!isLiveVersion(row, { status: row.appStatus }) && !row.isNamed) return null;
  return { versionId: row.versionId, key: packageKey(row.versionId), sha256: row.sha256, size: row.size };
}

/** Finds the storage key of an icon that a published version has, or that a generation still references. */
async function findIconKey(db: Db, icon: IconFile): Promise<Found<string>> {
  const [row] = await db
    .select({ key: versions.iconKey, isHeld: isHeldVersion })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(
      and(
        eq(versions.status, 'published'),
        eq(apps.status, 'published'),
        eq(apps.applicationId, icon.applicationId),
        eq(versions.iconKey, `icons/${icon.sha256}.${icon.extension}`),
      ),
    )
    // Several versions may have the same icon, of which some are held.
    .orderBy(isHeldVersion)
    .limit(1);
  if (row?.isHeld) return 'held';
  return row?.key ?? findGraphic(db, { ...icon, path: iconPath(icon) });
}

/** The condition on apps for being held, or having only versions that are. */
const isStopped = sql<boolean>`(${isHeld(apps.id, apps.ownerUid)} OR (
  EXISTS (SELECT FROM ${versions} v WHERE v.app_id = ${apps.id} AND v.status = 'published')
  AND NOT EXISTS (SELECT FROM ${versions} v
    WHERE v.app_id = ${apps.id} AND v.status = 'published' AND NOT ${isHeld(sql`v.id`)})))`;

interface GraphicName {
  readonly applicationId: string;
  readonly sha256: string;
  readonly extension: string;
  readonly path: string;
}

/** Finds the storage key of a listing image that is published, or that a generation still references. */
async function findGraphic(db: Db, graphic: GraphicName): Promise<Found<string>> {
  const [row] = await db
    .select({ key: appGraphics.key, isHeld: isStopped })
    .from(appGraphics)
    .innerJoin(apps, eq(apps.id, appGraphics.appId))
    .where(
      and(
        eq(apps.applicationId, graphic.applicationId),
        eq(apps.status, 'published'),
        eq(appGraphics.isPublic, true),
        eq(appGraphics.key, `graphics/${graphic.sha256}.${graphic.extension}`),
      ),
    )
    .limit(1);
  if (row?.isHeld) return 'held';
  return row?.key ?? findNamed(db, graphic.path);
}

async function findNamed(db: Db, path: string): Promise<Found<string>> {
  const [row] = await db
    .select({
      key: feedFiles.key,
      isServed: sql<boolean>`${isServed}`,
      isHeld: sql<boolean>`${isHeld(versions.id)} OR ${isStopped}`,
      isRemoved: sql<boolean>`${feedFiles.isWithdrawn} OR ${apps.status} = 'removed' OR ${versions.status} = 'removed'`,
    })
    .from(feedFiles)
    .innerJoin(apps, eq(apps.id, feedFiles.appId))
    .leftJoin(versions, eq(versions.id, feedFiles.versionId))
    .where(eq(feedFiles.path, path));
  if (row?.isRemoved) return 'removed';
  if (row?.isHeld) return 'held';
  return row?.isServed ? row.key : null;
}

/** A picture below the feed's address. */
export interface FoundPicture {
  readonly key: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly extension: string;
}

/** Finds an icon or a listing image by its path; null for a path that names neither. */
export async function findPicture(db: Db, path: string): Promise<Found<FoundPicture>> {
  const icon = readIconPath(path);
  const name = icon ?? readGraphicPath(path);
  if (!name) return null;
  const key = await (icon ? findIconKey(db, icon) : findGraphic(db, { ...name, path }));
  if (key === null || key === 'removed' || key === 'held') return key;
  return { key, sha256: name.sha256, extension: name.extension };
}
