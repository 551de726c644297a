import { isDeepStrictEqual } from 'node:util';
import { inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/open.ts';
import { listedApps } from '../../platform/db/tables/feeds.ts';
import { graphicPath, iconPath, type PublicGraphic, readIconKey } from '../public/pictures.ts';
import {
  type ListingRows,
  type PublishedRow,
  readListingRows,
  readPublishedRows,
} from '../public/published-rows.ts';
import { checkDetails, checkGraphic, checkVersion, cleanText } from '../public/stored.ts';

type ListedAppRow = typeof listedApps.$inferSelect;

/** Apps per batch, which limits statement time and memory. */
const BATCH = 200;

interface Updating {
  /** The changed apps. */
  readonly appIds: readonly string[] | 'all';
  /** The categories of the store. */
  readonly categories: readonly { readonly id: string }[];
}

/** Updates the rows of apps that the store's page and the catalog list, in the transaction of the rebuild. */
export async function updateListedApps(tx: Tx, { appIds, categories }: Updating): Promise<void> {
  const all = appIds === 'all' ? await findAllApps(tx) : appIds;
  const known = new Set(categories.map(({ id }) => id));
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH);
    await storeRows(tx, batch, await describeApps(tx, batch, known));
  }
}

/** Returns every app that the store shows, and those that it no longer does. */
async function findAllApps(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM apps WHERE status = 'published' UNION SELECT app_id FROM ${listedApps} ORDER BY id`);
  return rows.map(({ id }) => id);
}

async function describeApps(
  tx: Tx,
  appIds: readonly string[],
  categories: ReadonlySet<string>,
): Promise<ListedAppRow[]> {
  const rows = await readPublishedRows(tx, appIds);
  const newest = [...Map.groupBy(rows.filter(isListable), ({ app }) => app.id).values()].flatMap(
    ([first]) => first ?? [],
  );
  const listings = await readListingRows(
    tx,
    newest.map(({ app }) => app.id),
  );
  return newest.map((row) => describeApp(row, listings.get(row.app.id), categories));
}

/** Returns true when everyone gets a version, and F-Droid clients can read an Android one. */
function isListable({ app, version, release }: PublishedRow): boolean {
  const isForEveryone = release === null || (release.track === 'stable' && release.percentage === 100);
  return (
    isForEveryone &&
    version.publishedAt !== null &&
    (app.platform === 'ios' || checkVersion(version).value !== null)
  );
}

function describeApp(
  { app, version }: PublishedRow,
  listing: ListingRows | undefined,
  categories: ReadonlySet<string>,
): ListedAppRow {
  const { defaultLocale: locale, category } = checkDetails(app.publicDetails).value;
  const graphics = (listing?.graphics ?? []).flatMap(
    (row) => checkGraphic({ ...row, extension: row.key.split('.').at(-1) }).value ?? [],
  );
  const { applicationId } = app;
  const icon = readIconKey(version.iconKey);
  const own = chooseIcon(graphics, locale);
  return {
    appId: app.id,
    applicationId,
    versionId: version.id,
    publishedAt: version.publishedAt as Date,
    name: cleanText(app.name),
    summary: app.summary && cleanText(app.summary),
    authorName: app.publicDeveloperName && cleanText(app.publicDeveloperName),
    locale,
    icon: own ? graphicPath(applicationId, own) : icon && iconPath({ applicationId, ...icon }),
    versionName: cleanText(String(version.package?.versionName ?? '')),
    category: categories.has(category) ? category : '',
  };
}

/** Returns the listing's icon in the app's default language, otherwise in any. */
function chooseIcon(graphics: readonly PublicGraphic[], locale: string): PublicGraphic | undefined {
  const icons = graphics.filter(({ kind }) => kind === 'icon');
  return icons.find((icon) => icon.locale === locale) ?? icons[0];
}

/** Stores the complete rows of some apps; unchanged ones are not written. */
async function storeRows(tx: Tx, appIds: readonly string[], rows: readonly ListedAppRow[]): Promise<void> {
  const stored = await tx
    .select()
    .from(listedApps)
    .where(inArray(listedApps.appId, [...appIds]));
  const next = new Map(rows.map((row) => [row.appId, row]));
  const same = new Set(
    stored.filter((row) => isDeepStrictEqual(row, next.get(row.appId))).map(({ appId }) => appId),
  );
  const stale = stored.map(({ appId }) => appId).filter((appId) => !same.has(appId));
  const fresh = rows.filter(({ appId }) => !same.has(appId));
  if (stale.length > 0) await tx.delete(listedApps).where(inArray(listedApps.appId, stale));
  if (fresh.length > 0) await tx.insert(listedApps).values(fresh);
}
