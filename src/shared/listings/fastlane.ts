import { type GraphicKind, graphicKindSchema } from './graphics.ts';
import { type ListingTexts, listingTextsSchema, localeSchema } from './listing.ts';

/** The file of each text below a locale's folder (fastlane, "supply": metadata/android/<locale>). */
const FILES: Readonly<Record<string, keyof ListingTexts>> = {
  'title.txt': 'name',
  'short_description.txt': 'summary',
  'full_description.txt': 'description',
  'video.txt': 'video',
};
/** The release notes of the next version, beside those that are named by a versionCode. */
const NEXT_NOTES = 'changelogs/default.txt';

/** A file that is not used, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly why: string;
}

/** What a folder of the fastlane layout says. */
export interface ImportedListings {
  readonly texts: ReadonlyMap<string, Partial<ListingTexts>>;
  /** Files that are not used, and why. */
  readonly skipped: readonly SkippedFile[];
}

/** The language that a file belongs to and its place below that language's folder, whatever is before the folder. */
function placeOf(path: string): { locale: string; name: string } {
  const parts = path.replace(/^(.*\/)?metadata\/android\//, '').split('/');
  const isLocale = (part: string | undefined) => localeSchema.safeParse(part).success;
  const [locale = '', ...rest] = !isLocale(parts[0]) && isLocale(parts[1]) ? parts.slice(1) : parts;
  return { locale, name: rest.join('/') };
}

/**
 * Reads the texts of a folder in the fastlane layout, by path; what is before the locale may be left out.
 * Of several changelogs the one with the highest versionCode counts, unless there is a default one.
 */
export function readFastlane(files: Readonly<Record<string, string>>): ImportedListings {
  const texts = new Map<string, Partial<ListingTexts>>();
  const notes = new Map<string, number>();
  const skipped: SkippedFile[] = [];
  for (const [path, content] of Object.entries(files)) {
    const { locale, name } = placeOf(path);
    const refusal = localeSchema.safeParse(locale).success ? null : `"${locale}" is no language tag.`;
    const field = FILES[name];
    const changelog = /^changelogs\/(\d+)\.txt$/.exec(name)?.[1];
    const order = name === NEXT_NOTES ? Infinity : changelog === undefined ? null : Number(changelog);
    if (refusal) skipped.push({ path, why: refusal });
    else if (field) put(texts, locale, { [field]: content.trim() }, { path, skipped });
    else if (order === null) skipped.push({ path, why: 'This file has no place in a listing.' });
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
  else skipped.push({ path, why: checked.error.issues.map(({ message }) => message).join(' ') });
}

/** A picture of a folder in the fastlane layout. */
export interface FastlaneImage {
  readonly path: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** Which pictures a folder in the fastlane layout has, by language, kind and the order of their names. */
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
      skipped.push({ path, why: `"${locale}" is no language tag.` });
    else if (kind) images.push({ path, locale, kind });
    else skipped.push({ path, why: 'This picture has no place in a listing.' });
  }
  return { images, skipped };
}

/** The files of a listing in the fastlane layout, below `metadata/android/`; empty texts have none. */
export function writeFastlane(locale: string, texts: ListingTexts): Record<string, string> {
  const files = Object.entries(FILES).map(([name, field]) => [name, texts[field]] as const);
  return Object.fromEntries(
    [...files, [NEXT_NOTES, texts.whatsNew] as const]
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [`${locale}/${name}`, `${text}\n`]),
  );
}
