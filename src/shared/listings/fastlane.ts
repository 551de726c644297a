import type { z } from 'zod';
import { t } from '../languages/translate.ts';
import { type FieldRecord, TEXTS } from './field-records.ts';
import { graphicKindSchema } from './graphic-schemas.ts';
import { type GraphicKind } from './graphics.ts';
import { type ListingTexts, listingTextsSchema, localeSchema, releaseNotesSchema } from './listing.ts';

/** The texts by the name of their file in a language's folder. */
const FILES = Object.fromEntries(
  Object.entries<FieldRecord>(TEXTS).flatMap(([name, { fastlane }]) => (fastlane ? [[fastlane, name]] : [])),
) as Readonly<Record<string, keyof ListingTexts>>;

/** Release notes by versionCode that are kept for each language; folders have those of all versions. */
export const MAX_CHANGELOGS = 20;

/** Release notes in one language by versionCode. */
export type Changelogs = Readonly<Record<string, string>>;

/** An unused file and the reason. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** Returns release notes that are too many as an unused file. */
export function skippedNotes(locale: string, versionCode: string): SkippedFile {
  return {
    path: `${locale}/changelogs/${versionCode}.txt`,
    reason: t`Only the release notes of the ${MAX_CHANGELOGS} highest version codes are kept.`,
  };
}

/** The content of a folder in the fastlane layout. */
export interface ImportedListings {
  readonly texts: ReadonlyMap<string, Partial<ListingTexts>>;
  /** Release notes by language and versionCode. */
  readonly changelogs: ReadonlyMap<string, Changelogs>;
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
 * Reads the texts of a folder in the fastlane layout, by path; folders above the locale are optional. The default
 * changelog is part of the listing, all others belong to the version with their versionCode.
 */
export function readFastlane(files: Readonly<Record<string, string>>): ImportedListings {
  const texts = new Map<string, Partial<ListingTexts>>();
  const changelogs = new Map<string, Changelogs>();
  const skipped: SkippedFile[] = [];
  for (const [path, content] of Object.entries(files)) {
    const { locale, name } = placeOf(path);
    const denialReason = localeSchema.safeParse(locale).success ? null : t`"${locale}" isn’t a language tag.`;
    const field = FILES[name];
    const versionCode = /^changelogs\/([1-9]\d{0,9})\.txt$/.exec(name)?.[1];
    if (denialReason) skipped.push({ path, reason: denialReason });
    else if (field) {
      const change = { [field]: content.trim() };
      const checked = listingTextsSchema.partial().safeParse(change);
      if (checked.success) texts.set(locale, { ...texts.get(locale), ...change });
      else skipped.push({ path, reason: problemsOf(checked.error) });
    } else if (versionCode === undefined)
      skipped.push({ path, reason: t`This file isn’t part of a listing.` });
    else {
      const notes = releaseNotesSchema.safeParse(content);
      if (notes.success) changelogs.set(locale, { ...changelogs.get(locale), [versionCode]: notes.data });
      else skipped.push({ path, reason: problemsOf(notes.error) });
    }
  }
  return { texts, changelogs, skipped };
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ message }) => message).join(' ');
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
export function writeFastlane(
  locale: string,
  texts: ListingTexts,
  changelogs: Changelogs,
): Record<string, string> {
  const files = Object.entries(FILES).map(([name, field]) => [name, texts[field]] as const);
  const notes = Object.entries(changelogs).map(([code, text]) => [`changelogs/${code}.txt`, text] as const);
  return Object.fromEntries(
    [...files, ...notes]
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [`${locale}/${name}`, `${text}\n`]),
  );
}
