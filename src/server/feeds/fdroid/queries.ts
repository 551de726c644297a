import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/open.ts';
import { appGraphics, appListings, type ReleaseRow, releases } from '../../db/publishing-tables.ts';
import { apps, downloads, feeds, users, versions } from '../../db/tables.ts';
import { isOffered } from '../../releases/offered.ts';
import type { PublishedApp, PublishedVersion } from './index.ts';
import type { PublicGraphic } from './listing.ts';
import type { IconName } from './names.ts';

const FEED = 'fdroid';
/** Icons are stored under their own hash. */
const ICON_KEY = /^icons\/([0-9a-f]{64})\.(png|webp)$/;

/** One generation of the feed: when it was made, and its files in storage by their name below the address. */
export type Generation = Omit<typeof feeds.$inferSelect, 'name'>;

/** What may be downloaded by anybody: only a published version of a published Android app. */
const isPublished = and(
  eq(versions.status, 'published'),
  eq(apps.status, 'published'),
  eq(apps.platform, 'android'),
);

/** Everything that the feed lists, ordered by application id, the newest version of each app first. */
export async function readPublishedApps(db: Db | Tx): Promise<PublishedApp[]> {
  const rows = await db
    .select({ app: apps, version: versions, authorName: users.developerName, release: releases })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .innerJoin(users, eq(users.uid, apps.ownerUid))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(and(isPublished, isOffered))
    .orderBy(apps.applicationId, desc(versions.versionCode));
  const listings = await readPublicListings(db);
  const byApp = Map.groupBy(rows, ({ app }) => app.applicationId);
  return [...byApp].flatMap(([applicationId, [first, ...others]]) => {
    if (!first) return [];
    const { id, name, summary, details } = first.app;
    const written = listings.get(id);
    const published = [first, ...others].flatMap(
      ({ version, release }) => describePublished(version, release) ?? [],
    );
    return published.length > 0
      ? [
          {
            applicationId,
            name,
            summary,
            authorName: first.authorName,
            versions: published,
            ...(written && { listing: { details, ...written } }),
          },
        ]
      : [];
  });
}

/** What people see of every listing, by app. */
async function readPublicListings(db: Db | Tx) {
  const texts = await db.select().from(appListings).where(isNotNull(appListings.publicTexts));
  const graphics = await db
    .select()
    .from(appGraphics)
    .where(eq(appGraphics.isPublic, true))
    .orderBy(appGraphics.locale, appGraphics.kind, appGraphics.position, appGraphics.id);
  const graphicsOf = Map.groupBy(graphics, ({ appId }) => appId);
  const textsOf = Map.groupBy(
    texts.sort((a, b) => a.locale.localeCompare(b.locale, 'en')),
    ({ appId }) => appId,
  );
  const appIds = new Set([...textsOf.keys(), ...graphicsOf.keys()]);
  return new Map(
    [...appIds].map((appId) => [
      appId,
      {
        texts: Object.fromEntries(
          (textsOf.get(appId) ?? []).flatMap(({ locale, publicTexts }) =>
            publicTexts ? [[locale, publicTexts]] : [],
          ),
        ),
        graphics: (graphicsOf.get(appId) ?? []).map(
          ({ locale, kind, sha256, key, size }): PublicGraphic => ({
            locale,
            kind,
            sha256,
            extension: key.endsWith('.png') ? 'png' : 'webp',
            size,
          }),
        ),
      },
    ]),
  );
}

/** The storage key of a graphic that people see of a published app; null when there is none. */
export async function findPublicGraphic(
  db: Db,
  { applicationId, sha256, extension }: { applicationId: string; sha256: string; extension: string },
): Promise<string | null> {
  const [row] = await db
    .select({ key: appGraphics.key })
    .from(appGraphics)
    .innerJoin(apps, eq(apps.id, appGraphics.appId))
    .where(
      and(
        eq(apps.applicationId, applicationId),
        eq(apps.status, 'published'),
        eq(appGraphics.isPublic, true),
        eq(appGraphics.key, `graphics/${sha256}.${extension}`),
      ),
    )
    .limit(1);
  return row?.key ?? null;
}

function describePublished(
  row: typeof versions.$inferSelect,
  release: ReleaseRow | null,
): PublishedVersion | null {
  const { sha256, size, publishedAt, package: facts, signature } = row;
  if (!sha256 || !publishedAt || facts?.platform !== 'android' || !signature) return null;
  const [, iconSha256, extension] = ICON_KEY.exec(row.iconKey ?? '') ?? [];
  return {
    sha256,
    size,
    publishedAt,
    package: facts,
    signers: signature.signers,
    releaseNotes: row.releaseNotes,
    ...(release && { isBeta: release.track === 'beta', percentage: release.percentage }),
    icon: iconSha256 && extension ? { sha256: iconSha256, extension } : null,
  };
}

/** A published package by what its file name says; null when there is none. */
export async function findPublishedPackage(
  db: Db,
  { applicationId, versionCode }: { applicationId: string; versionCode: number },
): Promise<{ versionId: string; sha256: string; size: number } | null> {
  const [row] = await db
    .select({ versionId: versions.id, sha256: versions.sha256, size: versions.size })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(and(isPublished, eq(apps.applicationId, applicationId), eq(versions.versionCode, versionCode)));
  return row?.sha256 ? { ...row, sha256: row.sha256 } : null;
}

/** The storage key of an icon that a published version of the app has; null when none has it. */
export async function findPublishedIcon(db: Db, icon: IconName): Promise<string | null> {
  const key = `icons/${icon.sha256}.${icon.extension}`;
  const [row] = await db
    .select({ key: versions.iconKey })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .where(and(isPublished, eq(apps.applicationId, icon.applicationId), eq(versions.iconKey, key)))
    .limit(1);
  return row?.key ?? null;
}

/** Adds one download of a version to those of its day (in UTC). */
export async function countDownload(db: Db, download: { versionId: string; at: Date }): Promise<void> {
  await db
    .insert(downloads)
    .values({ versionId: download.versionId, day: download.at.toISOString().slice(0, 10), count: 1 })
    .onConflictDoUpdate({
      target: [downloads.versionId, downloads.day],
      set: { count: sql`${downloads.count} + 1` },
    });
}

/** The generation that clients read now; null before the first. */
export async function readGeneration(db: Db | Tx): Promise<Generation | null> {
  const [row] = await db.select().from(feeds).where(eq(feeds.name, FEED));
  return row ?? null;
}

/** Waits for its turn to make a generation; the turn lasts until the transaction ends. It also guards the first one. */
export async function lockFeed(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('quayside feed'), hashtext(${FEED}))`);
}

/** Makes a generation the one that clients read once the transaction is committed. */
export async function switchGeneration(tx: Tx, { timestamp, files }: Generation): Promise<void> {
  await tx
    .insert(feeds)
    .values({ name: FEED, timestamp, files })
    .onConflictDoUpdate({ target: feeds.name, set: { timestamp, files } });
}
