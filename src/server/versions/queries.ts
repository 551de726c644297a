import { and, desc, eq, isNotNull, isNull, max, ne, notInArray, or } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import type { EarlierVersions } from '#shared/packages/rules/rule.ts';
import type { Version } from '#shared/versions/version.ts';
import type { Db, Tx } from '../db/open.ts';
import { type AppRow, apps, type VersionRow, versions } from '../db/tables.ts';
import { publicFilePath } from './file-links.ts';

/** The storage key of a version's file. */
export function packageKey(versionId: string): string {
  return `packages/${versionId}`;
}

/** The name under which store clients download a published version, below `fdroid/repo/`. */
export function publicFileName(applicationId: string, versionCode: number): string {
  return `${applicationId}_${versionCode}.apk`;
}

/** A version with its app; throws `not-found`. */
export async function findVersion(
  db: Db | Tx,
  versionId: string,
): Promise<{ version: VersionRow; app: AppRow }> {
  const [row] = await db
    .select({ version: versions, app: apps })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(and(eq(versions.id, versionId), isNull(versions.deletedAt)));
  if (!row) throw versionNotFound();
  return row;
}

/**
 * The same, with the app and then the version locked until the transaction ends: whatever changes a version
 * takes the locks in this order, so decisions about one app happen one after the other. Throws `not-found`.
 */
export async function lockVersion(tx: Tx, versionId: string): Promise<{ version: VersionRow; app: AppRow }> {
  const [known] = await tx.select({ appId: versions.appId }).from(versions).where(eq(versions.id, versionId));
  if (!known) throw versionNotFound();
  const [app] = await tx.select().from(apps).where(eq(apps.id, known.appId)).for('update');
  const [version] = await tx.select().from(versions).where(eq(versions.id, versionId)).for('update');
  if (!app || !version || version.deletedAt) throw versionNotFound();
  return { version, app };
}

/** What anybody is told of a version that does not exist or is not theirs. */
export function versionNotFound(): CallError {
  return new CallError('not-found', 'There is no such version, or it is not yours.');
}

/** The versions of an app, newest first. */
export async function listVersions(db: Db, appId: string): Promise<VersionRow[]> {
  return db
    .select()
    .from(versions)
    .where(and(eq(versions.appId, appId), isNull(versions.deletedAt)))
    .orderBy(desc(versions.createdAt));
}

/** The newest published version of an app; null when it has none. */
export async function findPublishedVersion(db: Db | Tx, appId: string): Promise<VersionRow | null> {
  const [row] = await db
    .select()
    .from(versions)
    .where(and(eq(versions.appId, appId), eq(versions.status, 'published')))
    .orderBy(desc(versions.versionCode))
    .limit(1);
  return row ?? null;
}

/**
 * The highest versionCode that an app's versions hold, those aside that the store never took; null without any.
 * A version that was handed in once and then deleted keeps its number taken.
 */
export async function highestVersionCode(
  tx: Db | Tx,
  appId: string,
  exceptId?: string,
): Promise<number | null> {
  const [row] = await tx
    .select({ highest: max(versions.versionCode) })
    .from(versions)
    .where(
      and(
        eq(versions.appId, appId),
        exceptId === undefined ? undefined : ne(versions.id, exceptId),
        or(
          notInArray(versions.status, [
            'uploading',
            'analysing',
            'invalid',
            'draft',
            'rejected',
            'withdrawn',
          ]),
          isNotNull(versions.deletedAt),
        ),
      ),
    );
  return row?.highest ?? null;
}

/** What an app's versions bind the next one to, in the shape that the package rules compare with. */
export async function findEarlierVersions(
  db: Db | Tx,
  appId: string,
  exceptId?: string,
): Promise<EarlierVersions> {
  const [published, versionCode] = await Promise.all([
    findPublishedVersion(db, appId),
    highestVersionCode(db, appId, exceptId),
  ]);
  const facts = published?.package ?? null;
  const signature = published?.signature ?? null;
  return {
    published: facts && signature ? { package: facts, signature } : null,
    versionCode,
    buildVersion: facts?.platform === 'ios' ? facts.buildVersion : null,
    signers: signature?.signers ?? null,
  };
}

/** A version as calls answer with it. */
export function presentVersion(row: VersionRow, app: AppRow): Version {
  return {
    id: row.id,
    appId: row.appId,
    status: row.status,
    fileName: row.fileName,
    size: row.size,
    sha256: row.sha256,
    package: row.package,
    signature: row.signature,
    findings: row.findings,
    iconPath: iconPath(row),
    downloadPath: downloadPath(row, app),
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    queuedAt: row.queuedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    decisionNote: row.decisionNote,
    rejectionReasons: row.rejectionReasons,
    reviewerUid: row.reviewerUid,
    claimedAt: row.claimedAt?.toISOString() ?? null,
    policyDecision: row.policyDecision,
    releaseNotes: row.releaseNotes,
    removalReason: row.removalReason,
  };
}

/** Where everybody downloads a published version, below the base path: Android's from the store clients' repository. */
function downloadPath(row: VersionRow, app: AppRow): string | null {
  if (row.status !== 'published' || app.status !== 'published') return null;
  return app.platform === 'android' && row.versionCode !== null
    ? `fdroid/repo/${publicFileName(app.applicationId, row.versionCode)}`
    : publicFilePath(row.id);
}

/** Where the icon of a version is served below the base path: its storage key is its path. */
function iconPath(row: VersionRow): string | null {
  return row.iconKey;
}
