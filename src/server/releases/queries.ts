import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { describeLive } from '#shared/releases/live.ts';
import type { Release } from '#shared/releases/release.ts';
import { releaseState } from '#shared/releases/rules.ts';
import type { Db, Tx } from '../db/open.ts';
import { type ReleaseRow, releases } from '../db/publishing-tables.ts';
import { type AppRow, type VersionRow, versions } from '../db/tables.ts';

/** How a version is given out; null for one that was never handed in. */
export async function findRelease(db: Db | Tx, versionId: string): Promise<ReleaseRow | null> {
  const [row] = await db.select().from(releases).where(eq(releases.versionId, versionId));
  return row ?? null;
}

/** The same for whatever changes it; throws `failed-precondition` for a version that was never handed in. */
export async function requireRelease(tx: Tx, versionId: string): Promise<ReleaseRow> {
  const release = await findRelease(tx, versionId);
  if (release) return release;
  const reason = 'This version was not submitted yet.';
  throw new CallError('failed-precondition', reason, { reason });
}

/** The releases of an app, the newest version first, and what is public of it right now. */
export async function readReleases(db: Db | Tx, app: Pick<AppRow, 'id' | 'status'>) {
  const rows = await db
    .select({ release: releases, version: versions })
    .from(releases)
    .innerJoin(versions, eq(versions.id, releases.versionId))
    .where(and(eq(releases.appId, app.id), isNull(versions.deletedAt)))
    .orderBy(sql`${versions.versionCode} DESC NULLS LAST`, desc(versions.createdAt));
  const all = rows.map(({ release, version }) => presentRelease(release, version));
  return { releases: all, live: describeLive(app.status, all) };
}

/** A release as calls answer with it. */
export function presentRelease(release: ReleaseRow, version: VersionRow): Release {
  return {
    versionId: version.id,
    versionName: version.package?.versionName ?? null,
    versionCode: version.versionCode,
    track: release.track,
    publication: release.publication,
    publishAt: release.publishAt?.toISOString() ?? null,
    percentage: release.percentage,
    state: stateOf(release, version),
    publishedAt: version.publishedAt?.toISOString() ?? null,
    updatedAt: release.updatedAt.toISOString(),
  };
}

/** Where a release stands. */
export function stateOf(release: ReleaseRow, version: Pick<VersionRow, 'status'>) {
  return releaseState({
    status: version.status,
    publication: release.publication,
    percentage: release.percentage,
    isHalted: release.haltedAt !== null,
    isRolledBack: release.rolledBackAt !== null,
  });
}
