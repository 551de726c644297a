import { sql } from 'drizzle-orm';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import type { ReleaseState } from '#shared/releases/release.ts';
import { describePolicyDecision } from '#shared/reviews/policy-reasons.ts';
import { releaseStatus } from '#shared/statuses/release-status.ts';
import { VERSION_STATUSES, type VersionStatus } from '#shared/statuses/version-status.ts';
import type { Role } from '#shared/users/role.ts';
import type { ComparedVersion, Version, VersionSummary } from '#shared/versions/version.ts';
import { presentNotice } from '../../people/holds/present-notice.ts';
import { markedFact } from '../../platform/db/marked-fact.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { orNull, type RowOf } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { holdNotice, ownerOf } from '../../platform/db/tables/holds.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { reviews } from '../../platform/db/tables/reviews.ts';
import { type VersionRow, versions } from '../../platform/db/tables/versions.ts';
import { isLiveVersion } from '../lifecycle/conditions.ts';
import { findHold } from '../lifecycle/holds.ts';
import { packagePath } from './package-paths.ts';
import { type ComparedRow, type FoundVersion, findRelease, findReview } from './queries.ts';

/**
 * Columns for lists of versions with their current reviews (`joinCurrentReview`); the package facts that they leave out
 * can be hundreds of kilobytes each.
 */
export const summaryColumns = {
  id: versions.id,
  appId: versions.appId,
  status: versions.status,
  fileName: versions.fileName,
  size: versions.size,
  fileRemovedAt: versions.fileRemovedAt,
  sha256: versions.sha256,
  versionCode: versions.versionCode,
  iconKey: versions.iconKey,
  createdAt: versions.createdAt,
  publishedAt: versions.publishedAt,
  removalReason: versions.removalReason,
  vulnerability: versions.vulnerability,
  hold: holdNotice(versions.id, versions.appId, ownerOf(versions.appId)),
  versionName: markedFact(versions.package, 'versionName'),
  buildVersion: markedFact(versions.package, 'buildVersion'),
  errors: sql<number>`(
    SELECT count(*)::int FROM jsonb_array_elements(${versions.findings}) AS finding
    WHERE finding->>'severity' = 'error'
  )`,
  warnings: versions.warnings,
  submittedAt: orNull(reviews.submittedAt),
  queuedAt: orNull(reviews.queuedAt),
  decidedAt: orNull(reviews.decidedAt),
  decisionNote: orNull(reviews.decisionNote),
  rejectionReasons: orNull(reviews.rejectionReasons),
  reviewerUid: orNull(reviews.reviewerUid),
  claimedAt: orNull(reviews.claimedAt),
};

/** Columns of the release of a version; null for versions that were never submitted. */
export const releaseColumns = {
  track: orNull(releases.track),
  publication: orNull(releases.publication),
  publishAt: orNull(releases.publishAt),
  percentage: orNull(releases.percentage),
  haltedAt: orNull(releases.haltedAt),
  rolledBackAt: orNull(releases.rolledBackAt),
};

/** A version as lists read it. */
export type VersionSummaryRow = RowOf<typeof summaryColumns>;

/**
 * The caller who gets a version; null for public data. Only staff see the reviewer, whom publishers could pressure.
 */
type Viewer = { readonly role: Role } | null;

/** Converts the release of a version in this status to the shape of the API; null unless it is approved or published. */
export function presentReleaseState(
  row: Partial<RowOf<typeof releaseColumns>>,
  status: VersionStatus,
): ReleaseState | null {
  const { track, publication, publishAt, percentage, haltedAt, rolledBackAt } = row;
  if (status !== 'approved' && status !== 'published') return null;
  if (track == null || publication == null || percentage == null) return null;
  return {
    track,
    publication,
    publishAt: publishAt?.toISOString() ?? null,
    percentage,
    status: releaseStatus({
      status,
      publication,
      percentage,
      isHalted: haltedAt != null,
      isRolledBack: rolledBackAt != null,
    }),
  };
}

/** A version as lists read it, with its release where it may be approved or published. */
type ListedRow = VersionSummaryRow & Partial<RowOf<typeof releaseColumns>>;

/** Converts a version to the shape of lists in the API. */
export function presentSummary(row: ListedRow, app: PublishedApp, viewer: Viewer): VersionSummary {
  return {
    id: row.id,
    appId: row.appId,
    status: row.status,
    fileName: row.fileName,
    size: row.size,
    fileRemovedAt: row.fileRemovedAt?.toISOString() ?? null,
    sha256: row.sha256,
    versionName: row.versionName,
    versionNumber: versionNumberOf(row.versionCode, row.buildVersion),
    findingCounts: { errors: row.errors, warnings: row.warnings },
    iconPath: row.iconKey,
    release: presentReleaseState(row, row.status),
    downloadPath: downloadPath({ ...row, isHeld: row.hold !== null }, app),
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    queuedAt: row.queuedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    decisionNote: row.decisionNote,
    rejectionReasons: row.rejectionReasons ?? [],
    reviewerUid: viewer?.role === 'admin' ? row.reviewerUid : null,
    claimedAt: row.claimedAt?.toISOString() ?? null,
    removalReason: row.removalReason,
    vulnerability: row.vulnerability,
    hold: presentNotice(row.hold),
  };
}

/** The columns of a review that a version without one lacks. */
const NO_REVIEW = {
  submittedAt: null,
  queuedAt: null,
  decidedAt: null,
  decisionNote: null,
  rejectionReasons: null,
  reviewerUid: null,
  claimedAt: null,
  policyDecision: null,
};

/** Returns a version with its current review in its full shape in the API. */
export async function presentVersion(
  db: Db | Tx,
  { version, app }: FoundVersion,
  viewer: Viewer,
): Promise<Version> {
  const review = (await findReview(db, version.id)) ?? NO_REVIEW;
  const release = VERSION_STATUSES[version.status].isApproved ? await findRelease(db, version.id) : null;
  const { package: read, signature, findings, provenance, build, releaseNotes } = version;
  const summary = presentSummary(
    {
      ...review,
      ...release,
      ...version,
      hold: await findHold(db, { version, app }),
      versionName: read?.versionName ?? null,
      buildVersion: read?.platform === 'ios' ? read.buildVersion : null,
      errors: findings.filter(({ severity }) => severity === 'error').length,
    },
    app,
    viewer,
  );
  const policyDecision = review.policyDecision && describePolicyDecision(review.policyDecision);
  return {
    ...summary,
    package: read,
    signature,
    findings: findings.map(describeFinding),
    provenance,
    build,
    policyDecision,
    releaseNotes,
  };
}

/** Returns a version as comparisons name it. */
export function presentCompared({
  id,
  fileName,
  size,
  versionCode,
  provenance,
  package: read,
}: ComparedRow): ComparedVersion {
  return {
    id,
    versionName: read?.versionName ?? null,
    versionNumber: versionNumberOf(versionCode, read?.platform === 'ios' ? read.buildVersion : null),
    fileName,
    size,
    provenance,
  };
}

/** Returns the number that orders versions: the version code on Android, the build version on iOS. */
function versionNumberOf(versionCode: number | null, buildVersion: string | null): string | null {
  return versionCode === null ? buildVersion : String(versionCode);
}

/** The facts that decide if and where an app's versions can be downloaded. */
type PublishedApp = Pick<AppRow, 'status' | 'platform' | 'applicationId'>;
type DownloadRow = Pick<VersionRow, 'id' | 'status' | 'versionCode'> & { readonly isHeld: boolean };

/** Returns the path below the base path from which store clients download a version; null while it isn't live. */
export function downloadPath(row: DownloadRow, app: PublishedApp): string | null {
  if (!isLiveVersion(row, app)) return null;
  return packagePath(app, { versionId: row.id, versionCode: row.versionCode });
}
