import { and, count, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { isLive } from '../../catalog/lifecycle/conditions.ts';
import type { Db } from '../../platform/db/open.ts';
import { searchPatterns } from '../../platform/db/search.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { feedApps, type ListedApp } from '../../platform/db/tables/feeds.ts';
import { versions } from '../../platform/db/tables/versions.ts';

/** Apps on one page of the list. */
export const APPS_PER_PAGE = 50;

/** The last page; the search finds what comes after it. */
export const MAX_PAGE = 200;

/** An app in the list. */
export interface ListedRow extends ListedApp {
  readonly applicationId: string;
  readonly publishedAt: Date;
}

interface ListFilter {
  /** Empty for all apps. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

/**
 * Returns a page of the apps that the feed gives to everyone, newest version first, and how many there are. An app that
 * was removed or unpublished since the last rebuild is left out, but may still be counted.
 */
export async function readListedApps(
  db: Db,
  { search, page }: ListFilter,
): Promise<{ apps: ListedRow[]; total: number }> {
  const matches = and(isNotNull(feedApps.listedAt), ...(search === '' ? [] : [matchesSearch(search)]));
  const [rows, [counted]] = await Promise.all([
    db
      .select({ listed: feedApps.listed, listedAt: feedApps.listedAt, applicationId: feedApps.applicationId })
      .from(feedApps)
      .innerJoin(apps, eq(apps.id, feedApps.appId))
      .innerJoin(versions, eq(versions.id, feedApps.listedVersionId))
      .where(and(matches, isLive))
      .orderBy(desc(feedApps.listedAt), feedApps.applicationId)
      .limit(APPS_PER_PAGE)
      .offset((page - 1) * APPS_PER_PAGE),
    db.select({ total: count() }).from(feedApps).where(matches),
  ]);
  return { apps: rows.flatMap(presentRow), total: counted?.total ?? 0 };
}

/** Returns an app that the feed gives to everyone, with its text in the index; null for any other id. */
export async function findListedApp(
  db: Db,
  applicationId: string,
): Promise<{ app: ListedRow; text: string } | null> {
  const [row] = await db
    .select({
      listed: feedApps.listed,
      listedAt: feedApps.listedAt,
      applicationId: feedApps.applicationId,
      text: feedApps.text,
    })
    .from(feedApps)
    .innerJoin(apps, eq(apps.id, feedApps.appId))
    .innerJoin(versions, eq(versions.id, feedApps.listedVersionId))
    .where(and(eq(feedApps.applicationId, applicationId), isNotNull(feedApps.listedAt), isLive))
    .limit(1);
  const [app] = row ? presentRow(row) : [];
  return app && row?.text ? { app, text: row.text } : null;
}

function matchesSearch(search: string): SQL | undefined {
  const fields = [sql`${feedApps.listed}->>'name'`, sql`${feedApps.applicationId}`];
  return or(
    ...searchPatterns(search).flatMap((pattern) => fields.map((field) => sql`${field} ILIKE ${pattern}`)),
  );
}

type StoredRow = Pick<typeof feedApps.$inferSelect, 'listed' | 'listedAt' | 'applicationId'>;

function presentRow({ listed, listedAt, applicationId }: StoredRow): ListedRow[] {
  return listed && listedAt ? [{ ...listed, applicationId, publishedAt: listedAt }] : [];
}
