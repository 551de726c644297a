import type { CallResult } from '#shared/calls.ts';
import type { GraphicKind, TextName } from '#shared/listings/field-records.ts';
import { TEXT_NAMES } from '#shared/listings/fields.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import type { StorePage } from './phone-preview.tsx';

interface Edited {
  readonly about: CallResult<'apps.get'>;
  readonly listing: CallResult<'apps.getListing'>;
  readonly locale: string;
  /** The texts as typed. */
  readonly texts: ListingTexts;
}

/** Returns a language's store page. What it lacks comes from the default language, as in store clients. */
export function storePageOf({ about, listing, locale, texts }: Edited): StorePage {
  const { app, details } = about;
  const fallback = listing.listings.find((one) => one.locale === details.defaultLocale)?.texts;
  const pathsOf = (kind: GraphicKind, of: string) =>
    listing.graphics
      .filter((one) => one.isDraft && one.kind === kind && one.locale === of)
      .map(({ path }) => path);
  const pictures = (kind: GraphicKind) => {
    const own = pathsOf(kind, locale);
    return own.length > 0 ? own : pathsOf(kind, details.defaultLocale);
  };
  const textOf = (name: TextName) =>
    texts[name].trim() === '' && locale !== details.defaultLocale ? (fallback?.[name] ?? '') : texts[name];
  return {
    app,
    locale,
    texts: Object.fromEntries(TEXT_NAMES.map((name) => [name, textOf(name)])) as ListingTexts,
    icon: pictures('icon')[0] ?? app.packageIconPath,
    featureGraphic: pictures('featureGraphic')[0] ?? null,
    screenshots: pictures('phoneScreenshots'),
  };
}
