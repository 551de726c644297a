import type { AppDetails } from '#shared/listings/details.ts';
import { DETAILS, type GraphicKind, PICTURES } from '#shared/listings/field-records.ts';
import { fieldsWith, SCREENSHOT_KINDS, TEXT_FIELDS } from '#shared/listings/fields.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import { graphicPath, type PublicGraphic } from '../public/pictures.ts';

/** The visible listing of an app. */
export interface PublicListing {
  readonly details: AppDetails;
  /** By locale. */
  readonly texts: Readonly<Record<string, PublicTexts>>;
  /** By locale, kind and position. */
  readonly graphics: readonly PublicGraphic[];
}

export interface PublicTexts extends ListingTexts {
  /** The description as store clients display it. */
  readonly descriptionHtml: string;
}

/**
 * Returns an app's metadata from its listing, without empty fields.
 * @see fdroidclient `org.fdroid.index.v2.MetadataV2`
 */
export function describeListing(applicationId: string, { details, texts, graphics }: PublicListing) {
  const localised = (field: keyof PublicTexts) =>
    orNothing(
      Object.entries(texts)
        .map(([locale, text]) => [locale, text[field]])
        .filter(([, text]) => text !== ''),
    );
  const single = (kind: GraphicKind) =>
    orNothing(
      graphics
        .filter((graphic) => graphic.kind === kind)
        .map((graphic) => [graphic.locale, describeFile(applicationId, graphic)]),
    );
  return withoutEmpty({
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, localised(field)])),
    // Clients display descriptions as HTML (fdroidclient, `Html.fromHtml`).
    description: localised('descriptionHtml'),
    icon: single('icon'),
    featureGraphic: single('featureGraphic'),
    screenshots: describeScreenshots(applicationId, graphics),
    categories: details.category === '' ? undefined : [details.category],
    ...describeFields(details),
  });
}

/** Returns the details that the index has a place for, by their names there. */
function describeFields(details: AppDetails): Record<string, unknown> {
  const named = fieldsWith(DETAILS, 'fdroid').map(({ field, record: { fdroid, isFdroidList } }) => {
    const value = details[field];
    return [fdroid, isFdroidList && value !== '' ? [value] : value];
  });
  return Object.fromEntries(named);
}

function describeScreenshots(applicationId: string, graphics: readonly PublicGraphic[]) {
  return orNothing(
    SCREENSHOT_KINDS.flatMap((kind) => {
      const shots = graphics.filter((graphic) => graphic.kind === kind);
      if (shots.length === 0) return [];
      const byLocale = Map.groupBy(shots, ({ locale }) => locale);
      const files = [...byLocale].map(([locale, all]) => [
        locale,
        all.map((graphic) => describeFile(applicationId, graphic)),
      ]);
      return [[PICTURES[kind].fdroid, Object.fromEntries(files)]];
    }),
  );
}

function describeFile(applicationId: string, graphic: PublicGraphic) {
  return { name: `/${graphicPath(applicationId, graphic)}`, sha256: graphic.sha256, size: graphic.size };
}

function orNothing(entries: unknown[][]): Record<string, unknown> | undefined {
  return entries.length === 0 ? undefined : Object.fromEntries(entries as [string, unknown][]);
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );
}
