import { eq, isNotNull, sql } from 'drizzle-orm';
import { chooseLocale } from '#shared/languages/choose-locale.ts';
import { type AntiFeature, antiFeatureSchema } from '#shared/listings/anti-feature.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import type { ScreenshotKind } from '#shared/listings/field-records.ts';
import { SCREENSHOT_KINDS } from '#shared/listings/fields.ts';
import { type ListingTexts, NO_TEXTS } from '#shared/listings/listing.ts';
import { capabilitiesOf, type FoundCapability, listAccess } from '#shared/packages/capabilities.ts';
import { antiFeatureFindings, readDeclared } from '../../catalog/anti-features/queries.ts';
import { type PublicListingTexts, readPublicTexts } from '../../catalog/listings/html.ts';
import type { Db } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { listedApps } from '../../platform/db/tables/feeds.ts';
import { appListings } from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { antiFeaturesOf, type IndexAntiFeatures } from './anti-features.ts';
import type { ListedRow } from './listed-apps.ts';
import { graphicPath } from './pictures.ts';
import { type PublicVersion, readPublicVersions } from './public-versions.ts';
import { readGraphicRows } from './published-rows.ts';
import {
  checkAntiFeatureFacts,
  checkDeclared,
  checkDetails,
  checkGraphic,
  checkTexts,
  cleanText,
} from './stored.ts';

/** A picture of the live listing. */
export interface PublicPicture {
  /** Below the repository's address. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export interface PublicAntiFeature {
  readonly id: AntiFeature;
  readonly reason: string | null;
  /** The language of the reason. */
  readonly locale: string;
}

/** Everything that the store shows of an app, in one language. */
export interface PublicApp {
  readonly listed: ListedRow;
  /** The language of its texts. */
  readonly locale: string;
  /** The languages of its listing. */
  readonly locales: readonly string[];
  readonly name: string;
  readonly summary: string | null;
  /** Safe HTML; empty without a description. */
  readonly descriptionHtml: string;
  /** Empty in a language without any. */
  readonly texts: ListingTexts;
  readonly details: AppDetails;
  readonly featureGraphic: PublicPicture | null;
  readonly screenshots: readonly (PublicPicture & { readonly kind: ScreenshotKind })[];
  /**
   * The names of the permissions of its newest version, also of those that Android adds and those of components with
   * special access; on iOS the keys of its usage texts.
   */
  readonly permissions: readonly string[];
  /** What its newest version can do, the gravest first. */
  readonly capabilities: readonly FoundCapability[];
  /** The anti-features of its newest version, with a reason in its language. */
  readonly antiFeatures: readonly PublicAntiFeature[];
  readonly versions: readonly PublicVersion[];
  readonly nextVersionsCursor: string | null;
}

interface AppReadOptions {
  /** The wanted languages, the best one first. */
  readonly wanted: readonly string[];
  /** The place in the history, and the number of versions. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Returns what the store shows of a listed app, in at most six queries. Throws `invalid-argument` for an invalid cursor. */
export async function readPublicApp(
  db: Db,
  listed: ListedRow,
  { wanted, cursor, limit }: AppReadOptions,
): Promise<PublicApp | null> {
  const { appId } = listed;
  const stored = await readStored(db, appId);
  if (!stored) return null;
  const { value: details } = checkDetails(stored.details);
  const locale = chooseLocale(stored.locales, [...wanted, details.defaultLocale]) ?? details.defaultLocale;
  const [texts, pictures, history, declared] = await Promise.all([
    readPublicTexts(db, { appId, locale }),
    readPictures(db, listed),
    readPublicVersions(db, appId, { cursor, limit }),
    readDeclared(db, [appId]),
  ]);
  const checked = texts && checkTexts(locale, texts).value;
  const preferred = [locale, details.defaultLocale, 'en-US'];
  return {
    listed,
    locale: checked ? locale : listed.locale,
    locales: stored.locales,
    name: checked?.name || listed.name,
    summary: checked ? checked.summary || null : listed.summary,
    descriptionHtml: checked ? (texts as PublicListingTexts).descriptionHtml : '',
    texts: checked ?? NO_TEXTS,
    details,
    featureGraphic: choosePictures(pictures, 'featureGraphic', preferred)[0] ?? null,
    screenshots: SCREENSHOT_KINDS.flatMap((kind) =>
      choosePictures(pictures, kind, preferred).map(({ path, width, height }) => ({
        kind,
        path,
        width,
        height,
      })),
    ),
    permissions: [...new Set(listAccess(stored.package))].map(cleanText).sort(),
    capabilities: capabilitiesOf(stored.package),
    antiFeatures: chooseReasons(findAntiFeatures(stored, declared.get(appId) ?? []), preferred),
    versions: history.versions,
    nextVersionsCursor: history.nextCursor,
  };
}

async function readStored(db: Db, appId: string) {
  const [row] = await db
    .select({
      details: apps.publicDetails,
      package: versions.package,
      vulnerability: versions.vulnerability,
      antiFeatureFindings,
      locales: sql<string[]>`ARRAY(SELECT ${appListings.locale} FROM ${appListings}
        WHERE ${appListings.appId} = ${apps.id} AND ${isNotNull(appListings.publicTexts)} ORDER BY 1)`,
    })
    .from(listedApps)
    .innerJoin(apps, eq(apps.id, listedApps.appId))
    .innerJoin(versions, eq(versions.id, listedApps.versionId))
    .where(eq(listedApps.appId, appId));
  return row;
}

type Picture = Awaited<ReturnType<typeof readPictures>>[number];

async function readPictures(db: Db, { appId, applicationId }: ListedRow) {
  const rows = await readGraphicRows(db, [appId]);
  return rows.flatMap(({ width, height, ...row }) => {
    const { value } = checkGraphic({ ...row, extension: row.key.split('.').at(-1) });
    return value ? [{ ...value, width, height, path: graphicPath(applicationId, value) }] : [];
  });
}

/** Returns the pictures of a kind in the first preferred language that has any, otherwise in any. */
function choosePictures(
  pictures: readonly Picture[],
  kind: Picture['kind'],
  preferred: readonly string[],
): Picture[] {
  const byLocale = Map.groupBy(
    pictures.filter((picture) => picture.kind === kind),
    ({ locale }) => locale,
  );
  const locale = preferred.find((wanted) => byLocale.has(wanted)) ?? [...byLocale.keys()][0];
  return byLocale.get(locale ?? '') ?? [];
}

type StoredApp = NonNullable<Awaited<ReturnType<typeof readStored>>>;

function findAntiFeatures(stored: StoredApp, declared: readonly unknown[]): IndexAntiFeatures {
  const { value } = checkAntiFeatureFacts(stored);
  const entries = declared.flatMap((row) => checkDeclared(row).value ?? []);
  return antiFeaturesOf(value ?? { vulnerability: null, antiFeatureFindings: [] }, entries);
}

function chooseReasons(found: IndexAntiFeatures, preferred: readonly string[]): PublicAntiFeature[] {
  return antiFeatureSchema.options.flatMap((id) => {
    const reasons = found[id];
    if (reasons === undefined) return [];
    const locales = Object.keys(reasons).sort();
    const locale = chooseLocale(locales, preferred) ?? locales[0] ?? 'en-US';
    return [{ id, reason: reasons[locale] ?? null, locale }];
  });
}
