import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/open.ts';
import { apps, downloads, feeds, users, versions } from '../../db/tables.ts';
import type { PublishedApp, PublishedVersion } from './index.ts';
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
    .select({ app: apps, version: versions, authorName: users.developerName })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .innerJoin(users, eq(users.uid, apps.ownerUid))
    .where(isPublished)
    .orderBy(apps.applicationId, desc(versions.versionCode));
  const byApp = Map.groupBy(rows, ({ app }) => app.applicationId);
  return [...byApp].flatMap(([applicationId, [first, ...others]]) => {
    if (!first) return [];
    const { name, summary } = first.app;
    const published = [first, ...others].flatMap(({ version }) => describePublished(version) ?? []);
    return published.length > 0
      ? [{ applicationId, name, summary, authorName: first.authorName, versions: published }]
      : [];
  });
}

function describePublished(row: typeof versions.$inferSelect): PublishedVersion | null {
  const { sha256, size, publishedAt, package: facts, signature } = row;
  if (!sha256 || !publishedAt || facts?.platform !== 'android' || !signature) return null;
  const [, iconSha256, extension] = ICON_KEY.exec(row.iconKey ?? '') ?? [];
  return {
    sha256,
    size,
    publishedAt,
    package: facts,
    signers: signature.signers,
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
