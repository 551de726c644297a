import { eq, getTableColumns, type SQLWrapper, sql } from 'drizzle-orm';
import type { EarlierVersions } from '#shared/packages/rules/rule.ts';
import { NOT_PASSED, RESERVING_CODE } from '#shared/statuses/version-status.ts';
import { notFound, readApp, requireAppRole } from '../../identity/app-access.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { type ReleaseRow, releases } from '../../platform/db/tables/releases.ts';
import { type ReviewRow, reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';

/** Returns the storage key of a version's file during its upload. */
export function uploadKey(versionId: string): string {
  return `uploads/${versionId}`;
}

/** Returns the storage key of a version's file. */
export function packageKey(versionId: string): string {
  return `packages/${versionId}`;
}

/** The driver reads `numeric` as numbers, which cannot hold every build. */
const buildOrder = sql<string[] | null>`${versions.buildOrder}::text[]`;

const VERSION = defineStatement('version', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: { ...getTableColumns(versions), buildOrder },
  from: sql`FROM ${versions} WHERE ${versions.id} = ${versionId} AND ${versions.deletedAt} IS NULL`,
}));

/** A version with its app. */
export interface FoundVersion {
  readonly version: VersionRow;
  readonly app: AppRow;
}

/** Returns a version with its app; throws `not-found`. */
export async function findVersion(db: Db | Tx, versionId: string): Promise<FoundVersion> {
  const version = await VERSION.first(db, { versionId });
  const app = version && (await readApp(db, version.appId));
  if (!app) throw notFound();
  return { version, app };
}

/** Selects the current review of a version: that of its last submission. */
const currentReviewOf = (versionId: SQLWrapper) => sql`
  FROM ${reviews} WHERE ${reviews.versionId} = ${versionId} ORDER BY ${reviews.id} DESC LIMIT 1`;

/** Joins the current review of each version; its columns are null for versions that were never submitted. */
export const joinCurrentReview = sql`
  LEFT JOIN LATERAL (SELECT * ${currentReviewOf(versions.id)}) reviews ON true`;

const REVIEW = defineStatement('review', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: getTableColumns(reviews),
  from: currentReviewOf(versionId),
}));

/** Returns the current review of a version; null when it was never submitted. */
export async function findReview(db: Db | Tx, versionId: string): Promise<ReviewRow | null> {
  return REVIEW.first(db, { versionId });
}

const RELEASE = defineStatement('release', ({ versionId }: StatementValues<{ versionId: string }>) => ({
  select: getTableColumns(releases),
  from: sql`FROM ${releases} WHERE ${releases.versionId} = ${versionId}`,
}));

/** Returns the release of a version; null when the version was never submitted. */
export async function findRelease(db: Db | Tx, versionId: string): Promise<ReleaseRow | null> {
  return RELEASE.first(db, { versionId });
}

const APP_OF_VERSION = defineStatement(
  'app-of-version',
  ({ versionId }: StatementValues<{ versionId: string }>) => ({
    select: { id: apps.id, ownerUid: apps.ownerUid },
    from: sql`FROM ${versions} JOIN ${apps} ON ${apps.id} = ${versions.appId}
      WHERE ${versions.id} = ${versionId} AND ${versions.deletedAt} IS NULL`,
  }),
);

/** Returns the app of a version that the caller may see; throws `not-found`. */
export async function findAppOfVersion(
  db: Db,
  versionId: string,
  caller: Caller,
): Promise<Pick<AppRow, 'id' | 'ownerUid'>> {
  const app = await APP_OF_VERSION.first(db, { versionId });
  await requireAppRole(db, app, { caller, role: 'viewer' });
  return app as Pick<AppRow, 'id' | 'ownerUid'>;
}

/**
 * Returns a version with its app and locks the app, then the version, until the transaction ends. Every change of a
 * version and its reviews takes the locks in this order, so that decisions about one app happen one after
 * another. Throws `not-found`.
 */
export async function lockVersion(tx: Tx, versionId: string): Promise<FoundVersion> {
  const [known] = await tx.select({ appId: versions.appId }).from(versions).where(eq(versions.id, versionId));
  if (!known) throw notFound();
  const [app] = await tx.select().from(apps).where(eq(apps.id, known.appId)).for('update');
  const [version] = await tx.select().from(versions).where(eq(versions.id, versionId)).for('update');
  if (!app || !version || version.deletedAt) throw notFound();
  return { version, app };
}

/** Orders newer versions first, and those whose build version is invalid last. */
export const newestBuildFirst = sql`${versions.buildOrder} DESC NULLS LAST`;

/** The build that orders a version among those of its app; null for a file that didn't pass inspection, or has no order. */
export const passedBuild = sql`(CASE WHEN NOT ${oneOf(versions.status, NOT_PASSED)} THEN ${versions.buildOrder} END)`;

/**
 * The columns that order an app's versions, newest first: by build, and files without one as if they had the highest build
 * of those uploaded before.
 */
export const versionPlace = sql`coalesce(${passedBuild},
  max(${passedBuild}) OVER (ORDER BY ${versions.createdAt}, ${versions.id}), '{}')`;

/** Orders published versions like `newestBuildFirst`, and those of one build by the time of their publication. */
export const newestPublishedFirst = sql`${newestBuildFirst}, ${versions.publishedAt} DESC`;

export const comparedColumns = {
  id: versions.id,
  fileName: versions.fileName,
  size: versions.size,
  iconKey: versions.iconKey,
  versionCode: versions.versionCode,
  package: orNull(versions.package),
  signature: orNull(versions.signature),
  provenance: orNull(versions.provenance),
  releaseNotes: versions.releaseNotes,
  publishedAt: orNull(versions.publishedAt),
};

/** The parts of a version that are compared with another one. */
export type ComparedRow = RowOf<typeof comparedColumns>;

const COMPARED = defineStatement(
  'version:compared',
  ({ versionId }: StatementValues<{ versionId: string }>) => ({
    select: comparedColumns,
    from: sql`FROM ${versions} WHERE ${versions.id} = ${versionId} AND ${versions.deletedAt} IS NULL`,
  }),
);

const PUBLISHED = defineStatement('version:published', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: comparedColumns,
  from: sql`FROM ${versions} WHERE ${versions.appId} = ${appId} AND ${versions.status} = 'published'
    ORDER BY ${newestPublishedFirst} LIMIT 1`,
}));

/** Returns what is compared of a version; throws `not-found`. */
export async function findComparedVersion(db: Db, versionId: string): Promise<ComparedRow> {
  const version = await COMPARED.first(db, { versionId });
  if (!version) throw notFound();
  return version;
}

/** Returns what is compared of the newest published version of an app; null when it has none. */
export async function findPublishedVersion(db: Db | Tx, appId: string): Promise<ComparedRow | null> {
  return PUBLISHED.first(db, { appId });
}

const PUBLISHED_BEFORE = defineStatement(
  'version:published-before',
  ({ appId, at }: StatementValues<{ appId: string; at: string }>) => ({
    select: comparedColumns,
    from: sql`FROM ${versions} WHERE ${versions.appId} = ${appId} AND ${versions.publishedAt} < ${at}::timestamptz
      AND ${versions.deletedAt} IS NULL ORDER BY ${versions.publishedAt} DESC LIMIT 1`,
  }),
);

/**
 * Returns the version that another one is compared with: the newest published one, or for a version that was published
 * itself the one that was published before it; null without one.
 */
export async function findComparison(
  db: Db,
  { appId, publishedAt }: Pick<VersionRow, 'appId' | 'publishedAt'>,
): Promise<ComparedRow | null> {
  if (publishedAt === null) return findPublishedVersion(db, appId);
  return PUBLISHED_BEFORE.first(db, { appId, at: publishedAt.toISOString() });
}

/** The highest build of an app: its order, and the number that its publisher knows. */
interface HighestBuild {
  readonly buildOrder: readonly string[];
  /** Null on iOS. */
  readonly versionCode: number | null;
  /** Null on Android. */
  readonly buildVersion: string | null;
}

interface BuildValues {
  readonly appId: string;
  readonly exceptId: string;
}

const HIGHEST_BUILD = defineStatement(
  'version:highest-build',
  ({ appId, exceptId }: StatementValues<BuildValues>) => ({
    select: {
      buildOrder: sql<string[]>`${versions.buildOrder}::text[]`,
      versionCode: versions.versionCode,
      buildVersion: sql<string | null>`${versions.package}->>'buildVersion'`,
    },
    from: sql`FROM ${versions}
      WHERE ${versions.appId} = ${appId} AND ${versions.buildOrder} IS NOT NULL AND ${versions.id} <> ${exceptId}
        AND (${oneOf(versions.status, RESERVING_CODE)} OR ${versions.deletedAt} IS NOT NULL)
      ORDER BY ${newestBuildFirst} LIMIT 1`,
  }),
);

/**
 * Returns the highest build that an app's versions reserve; null without one. A version that was submitted and then
 * deleted still reserves its own.
 */
export async function findHighestBuild(
  db: Db | Tx,
  appId: string,
  exceptId = '',
): Promise<HighestBuild | null> {
  return HIGHEST_BUILD.first(db, { appId, exceptId });
}

/** Returns what an app's versions require of the next one, in the shape that the package rules expect. */
export async function findEarlierVersions(
  db: Db | Tx,
  appId: string,
  exceptId?: string,
): Promise<EarlierVersions> {
  const [published, highest] = await Promise.all([
    findPublishedVersion(db, appId),
    findHighestBuild(db, appId, exceptId),
  ]);
  const facts = published?.package ?? null;
  const signature = published?.signature ?? null;
  return {
    published: facts && signature ? { package: facts, signature } : null,
    versionCode: highest?.versionCode ?? null,
    buildVersion: highest?.buildVersion ?? null,
    signers: signature?.signers ?? null,
  };
}
