import { and, eq, type SQL, sql } from 'drizzle-orm';
import { chooseLocale } from '#shared/languages/choose-locale.ts';
import { androidRelease } from '#shared/packages/android-release.ts';
import { type Provenance, provenanceSchema } from '#shared/provenance/provenance.ts';
import { isGivenToEveryone, isLive } from '../../catalog/lifecycle/conditions.ts';
import { newestPublishedFirst } from '../../catalog/versions/queries.ts';
import { markName } from '../../platform/db/marked-fact.ts';
import type { Db } from '../../platform/db/open.ts';
import { invalidCursor, readCursor } from '../../platform/db/paging.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { provenanceBundles, versions } from '../../platform/db/tables/versions.ts';
import { isApproved } from '../../platform/transparency/approvals.ts';
import { cleanText } from './stored.ts';

/** A published version that everyone gets. */
export interface PublicVersion {
  readonly versionId: string;
  readonly versionName: string;
  /** Null on iOS. */
  readonly versionCode: number | null;
  readonly publishedAt: Date;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly minimumOs: string;
  /** Null without a verified bundle. */
  readonly provenance: Provenance | null;
  /** By locale. */
  readonly releaseNotes: Readonly<Record<string, string>>;
  /** True when the audit log has the receipt of its approval. */
  readonly hasReceipt: boolean;
}

const COLUMNS = {
  versionId: versions.id,
  versionName: sql<string>`coalesce(${versions.package}->>'versionName', '')`.mapWith(markName),
  versionCode: versions.versionCode,
  publishedAt: versions.publishedAt,
  size: versions.size,
  sha256: versions.sha256,
  platform: apps.platform,
  minSdk: sql<number | null>`(${versions.package}->>'minSdk')::numeric::int`,
  minimumOs: sql<string | null>`${versions.package}->>'minimumOs'`,
  releaseNotes: versions.releaseNotes,
  provenance: versions.provenance,
  hasReceipt: isApproved(versions.id),
  buildOrder: sql<string>`${versions.buildOrder}::text`,
};

/**
 * Returns an app's published versions after a cursor that everyone gets, newest first: no betas and no staged rollouts.
 * Throws `invalid-argument` for an invalid cursor.
 */
export async function readPublicVersions(
  db: Db,
  appId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ versions: PublicVersion[]; nextCursor: string | null }> {
  const rows = await db
    .select(COLUMNS)
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(
      and(
        eq(versions.appId, appId),
        isLive,
        isGivenToEveryone,
        cursor === undefined ? undefined : isOlder(cursor),
      ),
    )
    .orderBy(newestPublishedFirst)
    .limit(limit + 1);
  const last = rows[limit - 1];
  return {
    versions: rows.slice(0, limit).flatMap(presentRow),
    nextCursor:
      rows.length > limit && last
        ? Buffer.from(JSON.stringify([last.buildOrder])).toString('base64url')
        : null,
  };
}

/** Returns the Sigstore bundle of a version that everyone gets, by its SHA-256; null without one. */
export async function readPublicBundle(db: Db, appId: string, sha256: string): Promise<string | null> {
  const [row] = await db
    .select({ bundle: provenanceBundles.bundle })
    .from(provenanceBundles)
    .innerJoin(versions, eq(versions.id, provenanceBundles.versionId))
    .innerJoin(apps, eq(apps.id, versions.appId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(and(eq(versions.appId, appId), eq(versions.sha256, sha256), isLive, isGivenToEveryone))
    .limit(1);
  return row?.bundle ?? null;
}

function isOlder(cursor: string): SQL {
  const [buildOrder = ''] = readCursor(cursor, 1);
  if (!/^\{-?\d{1,30}(\.\d{1,4})?(,-?\d{1,30}(\.\d{1,4})?){0,9}\}$/.test(buildOrder)) throw invalidCursor();
  return sql`${versions.buildOrder} < ${buildOrder}::numeric[]`;
}

type StoredRow = Record<keyof typeof COLUMNS, unknown> & {
  readonly [Key in 'versionName' | 'sha256' | 'minimumOs' | 'platform']: string | null;
} & Pick<typeof versions.$inferSelect, 'versionCode' | 'publishedAt' | 'size' | 'releaseNotes'> & {
    readonly versionId: string;
    readonly minSdk: number | null;
    readonly hasReceipt: boolean;
    readonly provenance: unknown;
  };

function presentRow({
  publishedAt,
  sha256,
  platform,
  minSdk,
  minimumOs,
  ...row
}: StoredRow): PublicVersion[] {
  if (publishedAt === null || sha256 === null) return [];
  const { versionId, versionCode, size, provenance, releaseNotes, hasReceipt } = row;
  return [
    {
      versionId,
      versionName: cleanText(row.versionName ?? ''),
      versionCode,
      publishedAt,
      size,
      sha256,
      minimumOs:
        platform === 'ios' ? `iOS ${cleanText(minimumOs ?? '')}`.trim() : androidRelease(minSdk ?? 1),
      provenance: provenanceSchema.safeParse(provenance).data ?? null,
      releaseNotes,
      hasReceipt,
    },
  ];
}

/** Returns the release notes in one of the wanted languages, otherwise in the app's, otherwise in any; null without any. */
export function chooseNotes({ releaseNotes }: PublicVersion, wanted: readonly string[]): string | null {
  const locales = Object.keys(releaseNotes).sort();
  const locale = chooseLocale(locales, [...wanted, 'en-US']) ?? locales[0];
  return locale === undefined ? null : cleanText(releaseNotes[locale] ?? '').slice(0, 2_000) || null;
}
