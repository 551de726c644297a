import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { primaryLanguage } from '#shared/languages/choose-locale.ts';
import type { Tx } from '../../platform/db/open.ts';
import { listedApps, listedTexts } from '../../platform/db/tables/feeds.ts';
import { graphicPath, iconPath, type PublicGraphic, readIconKey } from '../public/pictures.ts';
import {
  type ListingRows,
  type PublishedRow,
  readListingRows,
  readPublishedRows,
} from '../public/published-rows.ts';
import { asVector, foldText, wordsOf } from '../public/search-words.ts';
import { checkDetails, checkGraphic, checkTexts, checkVersion, cleanText } from '../public/stored.ts';

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
    const described = await describeApps(tx, batch, known);
    await storeRows(
      tx,
      batch,
      described.map(({ row }) => row),
    );
    await storeTexts(
      tx,
      batch,
      described.flatMap(({ texts }) => texts),
    );
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
): Promise<{ row: ListedAppRow; texts: SearchedTexts[] }[]> {
  const rows = await readPublishedRows(tx, appIds);
  const newest = [...Map.groupBy(rows.filter(isListable), ({ app }) => app.id).values()].flatMap(
    ([first]) => first ?? [],
  );
  const listings = await readListingRows(
    tx,
    newest.map(({ app }) => app.id),
  );
  return newest.map((published) => {
    const listing = listings.get(published.app.id);
    const row = describeApp(published, listing, categories);
    return { row, texts: describeTexts(row, listing) };
  });
}

/** The texts of an app in one language, by which people find it. */
interface SearchedTexts {
  readonly app: ListedAppRow;
  readonly locale: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

function describeTexts(app: ListedAppRow, listing: ListingRows | undefined): SearchedTexts[] {
  const texts = (listing?.texts ?? []).flatMap(({ locale, publicTexts }) => {
    const { value } = checkTexts(locale, publicTexts);
    return value === null ? [] : [{ app, locale, ...value }];
  });
  const isComplete = texts.some(({ locale }) => locale === app.locale);
  // The list shows these in the default language, even when the listing doesn't have it.
  const { locale, name, summary } = app;
  return isComplete ? texts : [...texts, { app, locale, name, summary: summary ?? '', description: '' }];
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

/** Stores the complete texts of some apps; unchanged ones are not written. */
async function storeTexts(tx: Tx, appIds: readonly string[], texts: readonly SearchedTexts[]): Promise<void> {
  const stored = await tx
    .select({ appId: listedTexts.appId, locale: listedTexts.locale, sha256: listedTexts.sha256 })
    .from(listedTexts)
    .where(inArray(listedTexts.appId, [...appIds]));
  const keyOf = (appId: string, locale: string, sha256: string) => `${appId} ${locale} ${sha256}`;
  const next = new Map(texts.map((text) => [keyOf(text.app.appId, text.locale, hashOf(text)), text]));
  const stale = stored.filter(({ appId, locale, sha256 }) => !next.delete(keyOf(appId, locale, sha256)));
  const isStale = stale.map(({ appId, locale }) =>
    and(eq(listedTexts.appId, appId), eq(listedTexts.locale, locale)),
  );
  for (let at = 0; at < isStale.length; at += BATCH) {
    await tx.delete(listedTexts).where(or(...isStale.slice(at, at + BATCH)));
  }
  const fresh = [...next.values()];
  for (let at = 0; at < fresh.length; at += BATCH) {
    await tx.insert(listedTexts).values(fresh.slice(at, at + BATCH).map(searchRow));
  }
}

/** Counts the changes of how texts become words, so that a new way reaches stored rows. */
const WORDS_VERSION = 1;

function hashOf({ app, locale, name, summary, description }: SearchedTexts): string {
  const { applicationId, locale: defaultLocale, name: listedName } = app;
  const parts = [
    WORDS_VERSION,
    applicationId,
    locale === defaultLocale,
    listedName,
    name,
    summary,
    description,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function searchRow(texts: SearchedTexts): typeof listedTexts.$inferInsert {
  const { app, locale, name, summary, description } = texts;
  const isDefault = locale === app.locale;
  // The list shows the app's own name in the default language.
  const shown = isDefault && app.name !== name ? `${app.name} ${name}` : name;
  const named = wordsOf(shown);
  const brief = [...new Set([...named, ...wordsOf(summary)])];
  return {
    appId: app.appId,
    locale,
    language: primaryLanguage(locale),
    isDefault,
    names: [shown, app.applicationId].map((line) => ` ${foldText(line)}`).join('\n'),
    briefWords: [asVector(named, 'A'), asVector(brief, 'B')].join(' '),
    words: asVector([...new Set([...brief, ...wordsOf(description)])], 'B'),
    sha256: hashOf(texts),
  };
}
