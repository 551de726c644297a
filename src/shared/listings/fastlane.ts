import { t } from '../languages/translate.ts';
import { type GraphicKind, graphicKindSchema } from './graphics.ts';
import { type ListingTexts, listingTextsSchema, localeSchema } from './listing.ts';

/** File names of the texts in a locale's folder (fastlane, "supply": metadata/android/<locale>). */
const FILES: Readonly<Record<string, keyof ListingTexts>> = {
  'title.txt': 'name',
  'short_description.txt': 'summary',
  'full_description.txt': 'description',
  'video.txt': 'video',
};
/** Release notes of the next version, besides those named by a versionCode. */
const NEXT_NOTES = 'changelogs/default.txt';

/** An unused file and the reason. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** The content of a folder in the fastlane layout. */
export interface ImportedListings {
  readonly texts: ReadonlyMap<string, Partial<ListingTexts>>;
  /** Unused files with reasons. */
  readonly skipped: readonly SkippedFile[];
}

/** Returns the locale of a file and its path in that locale's folder, ignoring parent folders. */
function placeOf(path: string): { locale: string; name: string } {
  const parts = path.replace(/^(.*\/)?metadata\/android\//, '').split('/');
  const isLocale = (part: string | undefined) => localeSchema.safeParse(part).success;
  const [locale = '', ...rest] = !isLocale(parts[0]) && isLocale(parts[1]) ? parts.slice(1) : parts;
  return { locale, name: rest.join('/') };
}

/**
 * Reads the texts of a folder in the fastlane layout, by path; folders above the locale are optional. Uses
 * the default changelog, or the one with the highest versionCode.
 */
export function readFastlane(files: Readonly<Record<string, string>>): ImportedListings {
  const texts = new Map<string, Partial<ListingTexts>>();
  const notes = new Map<string, number>();
  const skipped: SkippedFile[] = [];
  for (const [path, content] of Object.entries(files)) {
    const { locale, name } = placeOf(path);
    const denialReason = localeSchema.safeParse(locale).success ? null : t`"${locale}" isn’t a language tag.`;
    const field = FILES[name];
    const changelog = /^changelogs\/(\d+)\.txt$/.exec(name)?.[1];
    const order = name === NEXT_NOTES ? Infinity : changelog === undefined ? null : Number(changelog);
    if (denialReason) skipped.push({ path, reason: denialReason });
    else if (field) put(texts, locale, { [field]: content.trim() }, { path, skipped });
    else if (order === null) skipped.push({ path, reason: t`This file isn’t part of a listing.` });
    else if (order >= (notes.get(locale) ?? -1)) {
      notes.set(locale, order);
      put(texts, locale, { whatsNew: content.trim() }, { path, skipped });
    }
  }
  return { texts, skipped };
}

function put(
  texts: Map<string, Partial<ListingTexts>>,
  locale: string,
  change: Partial<ListingTexts>,
  { path, skipped }: { path: string; skipped: SkippedFile[] },
): void {
  const checked = listingTextsSchema.partial().safeParse(change);
  if (checked.success) texts.set(locale, { ...texts.get(locale), ...change });
  else skipped.push({ path, reason: checked.error.issues.map(({ message }) => message).join(' ') });
}

/** An image in a folder in the fastlane layout. */
export interface FastlaneImage {
  readonly path: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** Finds the images of a folder in the fastlane layout, by language, kind and name order. */
export function findFastlaneImages(paths: readonly string[]): {
  readonly images: readonly FastlaneImage[];
  readonly skipped: readonly SkippedFile[];
} {
  const images: FastlaneImage[] = [];
  const skipped: SkippedFile[] = [];
  for (const path of paths.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const { locale, name } = placeOf(path);
    const match = /^images\/(?:(icon|featureGraphic)|(\w+Screenshots)\/[^/]+)\.(?:png|jpe?g|webp)$/i.exec(
      name,
    );
    const kind = graphicKindSchema.safeParse(match?.[1] ?? match?.[2]).data;
    if (!localeSchema.safeParse(locale).success)
      skipped.push({ path, reason: t`"${locale}" isn’t a language tag.` });
    else if (kind) images.push({ path, locale, kind });
    else skipped.push({ path, reason: t`This image isn’t part of a listing.` });
  }
  return { images, skipped };
}

/** Returns a listing's files in the fastlane layout below `metadata/android/`, without empty texts. */
export function writeFastlane(locale: string, texts: ListingTexts): Record<string, string> {
  const files = Object.entries(FILES).map(([name, field]) => [name, texts[field]] as const);
  return Object.fromEntries(
    [...files, [NEXT_NOTES, texts.whatsNew] as const]
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [`${locale}/${name}`, `${text}\n`]),
  );
}
