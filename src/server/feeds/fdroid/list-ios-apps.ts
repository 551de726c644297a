import { and, eq, inArray, sql } from 'drizzle-orm';
import { isLive } from '../../catalog/lifecycle/conditions.ts';
import { isGivenToEveryone } from '../../catalog/releases/available.ts';
import { newestPublishedFirst } from '../../catalog/versions/queries.ts';
import { markName } from '../../platform/db/marked-fact.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import type { feedApps } from '../../platform/db/tables/feeds.ts';
import { releases } from '../../platform/db/tables/releases.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { readIconKey } from '../public/pictures.ts';
import { readListingRows } from '../public/published-rows.ts';
import { checkDetails, checkGraphic, cleanText } from '../public/stored.ts';
import { findIconPath } from './listed-app.ts';

/** The columns of `feed_apps` that an iOS app has. */
export type ListedIosApp = Pick<
  typeof feedApps.$inferSelect,
  'appId' | 'applicationId' | 'category' | 'listed' | 'listedAt' | 'listedVersionId'
>;

/** Returns the iOS apps among some apps as the store lists them: with their newest version that everyone gets. */
export async function listIosApps(db: Db | Tx, appIds: readonly string[]): Promise<ListedIosApp[]> {
  const rows = await db
    .selectDistinctOn([apps.id], {
      app: {
        id: apps.id,
        applicationId: apps.applicationId,
        name: apps.name,
        summary: apps.summary,
        authorName: apps.publicDeveloperName,
        details: apps.publicDetails,
      },
      version: {
        id: versions.id,
        publishedAt: versions.publishedAt,
        versionName: sql<string>`coalesce(${versions.package}->>'versionName', '')`.mapWith(markName),
        iconKey: versions.iconKey,
      },
    })
    .from(versions)
    .innerJoin(apps, eq(apps.id, versions.appId))
    .leftJoin(releases, eq(releases.versionId, versions.id))
    .where(and(inArray(apps.id, [...appIds]), eq(apps.platform, 'ios'), isLive, isGivenToEveryone))
    .orderBy(apps.id, newestPublishedFirst);
  if (rows.length === 0) return [];
  const listings = await readListingRows(
    db,
    rows.map(({ app }) => app.id),
  );
  return rows.map(({ app, version }) => {
    const { value: details } = checkDetails(app.details);
    const graphics = (listings.get(app.id)?.graphics ?? []).flatMap(
      (row) => checkGraphic({ ...row, extension: row.key.split('.').at(-1) }).value ?? [],
    );
    return {
      appId: app.id,
      applicationId: app.applicationId,
      category: details.category,
      listed: {
        name: cleanText(app.name),
        summary: app.summary && cleanText(app.summary),
        authorName: app.authorName && cleanText(app.authorName),
        locale: details.defaultLocale,
        icon: findIconPath(
          { applicationId: app.applicationId, listing: { details, texts: {}, graphics } },
          readIconKey(version.iconKey),
        ),
        versionName: cleanText(version.versionName),
      },
      listedAt: version.publishedAt,
      listedVersionId: version.id,
    };
  });
}
