import { and, count, desc, eq, getTableColumns, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { chooseLocale, primaryLanguage } from '#shared/languages/choose-locale.ts';
import type { Platform } from '#shared/packages/platform.ts';
import { isGivenToEveryone, isLive } from '../../catalog/lifecycle/conditions.ts';
import type { Db } from '../../platform/db/open.ts';
import { readCursor, readCursorTime } from '../../platform/db/paging.ts';
import { containsOneOf, isSearchable, searchPatterns } from '../../platform/db/search.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { listedApps } from '../../platform/db/tables/feeds.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { cleanText } from './stored.ts';

/** An app that the store shows to everyone, with its newest version. */
export interface ListedRow extends Omit<typeof listedApps.$inferSelect, 'versionId'> {
  readonly platform: Platform;
}

export interface ListFilter {
  readonly platform?: Platform | undefined;
  readonly category?: string | undefined;
  /** Part of the name or of the application ID. */
  readonly search?: string | undefined;
  /** ISO 8601. */
  readonly updatedSince?: string | undefined;
}

/**
 * Selects apps that everyone sees. The rebuild of the feed chooses the version; its status and that of the app are
 * checked again, so that what was removed, unpublished or halted since then disappears at once. That check is a lateral
 * query with a limit, which PostgreSQL runs for one app after the other, in the order of the list: in a join it would
 * expect few of the apps to pass, and compare all of them with all versions.
 */
export function selectListed(db: Db) {
  const live = db
    .select({ platform: apps.platform })
    .from(apps)
    .innerJoin(versions, eq(versions.id, listedApps.versionId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(and(eq(apps.id, listedApps.appId), isLive, isGivenToEveryone))
    .limit(1)
    .as('live');
  const { versionId: _, ...columns } = getTableColumns(listedApps);
  return db
    .select({ ...columns, platform: live.platform })
    .from(listedApps)
    .innerJoinLateral(live, sql`true`);
}

const NEWEST_FIRST = [desc(listedApps.publishedAt), listedApps.applicationId, listedApps.appId];

/** Returns the apps after a cursor, newest version first. Throws `invalid-argument` for an invalid cursor. */
export async function readAppsAfter(
  db: Db,
  filter: ListFilter,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ apps: ListedRow[]; nextCursor: string | null }> {
  const rows = await selectListed(db)
    .where(and(...conditionsOf(db, filter), cursor === undefined ? undefined : isAfter(cursor)))
    .orderBy(...NEWEST_FIRST)
    .limit(limit + 1);
  const found = rows.slice(0, limit);
  const last = found.at(-1);
  return {
    apps: found,
    nextCursor: rows.length > limit && last ? cursorAt(last) : null,
  };
}

function cursorAt({ publishedAt, applicationId, appId }: ListedRow): string {
  return Buffer.from(JSON.stringify([publishedAt.toISOString(), applicationId, appId])).toString('base64url');
}

function isAfter(cursor: string): SQL {
  const [at = '', applicationId = '', appId = ''] = readCursor(cursor, 3);
  const time = sql`${readCursorTime(at)}::timestamptz`;
  return sql`(${listedApps.publishedAt} <= ${time} AND (${listedApps.publishedAt} < ${time}
    OR (${listedApps.applicationId}, ${listedApps.appId}) > (${applicationId}, ${appId})))`;
}

/**
 * Returns a page of the apps, newest version first, and how many there are. An app that was removed or unpublished
 * since the last rebuild is left out, but may still be counted.
 */
export async function readListedApps(
  db: Db,
  filter: ListFilter,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ apps: ListedRow[]; total: number }> {
  // The page is cut before its apps are checked, so that the last page costs as little as the first.
  const cut = db
    .select({ appId: listedApps.appId })
    .from(listedApps)
    .where(and(...conditionsOf(db, filter)))
    .orderBy(...NEWEST_FIRST)
    .limit(size)
    .offset((page - 1) * size);
  const [ids, total] = await Promise.all([cut, countListed(db, filter)]);
  if (ids.length === 0) return { apps: [], total };
  const rows = await selectListed(db)
    .where(
      inArray(
        listedApps.appId,
        ids.map(({ appId }) => appId),
      ),
    )
    .orderBy(...NEWEST_FIRST);
  return { apps: rows, total };
}

async function countListed(db: Db, filter: ListFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(listedApps)
    .where(and(...conditionsOf(db, filter)));
  return row?.total ?? 0;
}

function matches(search: string): SQL | undefined {
  if (!isSearchable(search)) return sql`false`;
  return containsOneOf([apps.name, apps.applicationId], searchPatterns(search));
}

function conditionsOf(db: Db, { platform, category, search, updatedSince }: ListFilter): SQL[] {
  const ofApps = [platform && eq(apps.platform, platform), search ? matches(search) : undefined].flatMap(
    (condition) => condition ?? [],
  );
  const found = db
    .select({ id: apps.id })
    .from(apps)
    .where(and(...ofApps));
  return [
    ofApps.length > 0 ? inArray(listedApps.appId, found) : undefined,
    category ? eq(listedApps.category, category) : undefined,
    updatedSince === undefined ? undefined : gte(listedApps.publishedAt, new Date(updatedSince)),
  ].flatMap((condition) => condition ?? []);
}

/** Returns a listed app; null for one that not everyone sees. */
export async function findListedApp(
  db: Db,
  { platform, applicationId }: { readonly platform: Platform; readonly applicationId: string },
): Promise<ListedRow | null> {
  // The ID can belong to one app of each platform.
  const rows = await selectListed(db).where(eq(listedApps.applicationId, applicationId)).limit(2);
  return rows.find((app) => app.platform === platform) ?? null;
}

/**
 * Returns apps with name and summary in the wanted languages where their listing has one of them, in one query; the
 * others keep those of their default language.
 */
export async function localizeApps(
  db: Db,
  listed: readonly ListedRow[],
  wanted: readonly string[],
): Promise<ListedRow[]> {
  const others = listed.filter(({ locale }) => locale !== wanted[0]);
  if (wanted.length === 0 || others.length === 0) return [...listed];
  const rows = await db
    .select({
      appId: appListings.appId,
      locale: appListings.locale,
      name: sql<string>`${appListings.publicTexts}->>'name'`,
      summary: sql<string | null>`${appListings.publicTexts}->>'summary'`,
    })
    .from(appListings)
    .where(
      and(
        inArray(
          appListings.appId,
          others.map(({ appId }) => appId),
        ),
        isNotNull(appListings.publicTexts),
        inArray(sql`split_part(${appListings.locale}, '-', 1)`, wanted.map(primaryLanguage)),
      ),
    )
    .orderBy(appListings.appId, appListings.locale);
  const byApp = Map.groupBy(rows, ({ appId }) => appId);
  return listed.map((app) => {
    const texts = byApp.get(app.appId) ?? [];
    const locale = chooseLocale([app.locale, ...texts.map((text) => text.locale)], wanted);
    const text = texts.find((candidate) => candidate.locale === locale);
    if (!text?.name || locale === app.locale) return app;
    return {
      ...app,
      locale: text.locale,
      name: cleanText(text.name),
      summary: cleanText(text.summary ?? '') || null,
    };
  });
}
