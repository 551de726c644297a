import { t } from '#shared/languages/translate.ts';
import type { Listing } from '#shared/listings/calls.ts';
import type { AppDetails } from '#shared/listings/details.ts';
import {
  type FastlaneImage,
  findFastlaneImages,
  readFastlane,
  type SkippedFile,
} from '#shared/listings/fastlane.ts';
import type { DetailField } from '#shared/listings/field-records.ts';
import type { ListingTexts } from '#shared/listings/listing.ts';
import type { Finding } from '#shared/packages/finding.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { checkPicture } from './check-picture.ts';
import type { FolderFile } from './dropped-files.ts';

export interface TextChange {
  /** Null for a detail, which all languages share. */
  readonly locale: string | null;
  readonly field: keyof ListingTexts | DetailField;
  readonly before: string;
  readonly after: string;
}

/** The changes that a folder in a layout of fastlane makes to a listing. */
export interface ImportPlan {
  /** Texts by path, the input of `apps.importListing`. */
  readonly files: Readonly<Record<string, string>>;
  readonly changes: readonly TextChange[];
  /** The number of release notes that belong to a versionCode. */
  readonly changelogs: number;
  readonly images: readonly (FastlaneImage & { readonly file: File })[];
  readonly skipped: readonly SkippedFile[];
  /** The number of files with HTML, which becomes Markdown. */
  readonly converted: number;
}

/** Longer text files can't belong to a listing. */
const MAX_TEXT_BYTES = 20_000;
/** Returns the key of `apps.importListing` for a path. */
const MAX_PATH = 300;

/** Compares a folder with the listing, without changing anything. */
export async function planImport(
  folder: readonly FolderFile[],
  current: { readonly listings: readonly Listing[]; readonly details: AppDetails },
): Promise<ImportPlan> {
  const unread: SkippedFile[] = [];
  const files: Record<string, string> = {};
  const pictures = new Map<string, File>();
  for (const { path, file } of folder.toSorted((a, b) => a.path.localeCompare(b.path, 'en'))) {
    const isText = path.endsWith('.txt');
    if (!isText && /\.(png|jpe?g|webp|gif)$/i.test(path)) pictures.set(path, file);
    else if (!isText) unread.push({ path, reason: t`Only text files (.txt) and images are imported.` });
    else if (file.size > MAX_TEXT_BYTES || path.length > MAX_PATH)
      unread.push({ path, reason: t`The text is too long for a listing.` });
    else files[path] = await file.text();
  }
  const { listings, details: currentDetails } = current;
  const imported = readFastlane(files, currentDetails.defaultLocale);
  const { texts, details, changelogs } = imported;
  const skipped = [...imported.skipped, ...imported.withoutPlace];
  const found = findFastlaneImages([...pictures.keys()]);
  const images: ImportPlan['images'][number][] = [];
  const unusable: SkippedFile[] = [];
  for (const image of found.images) {
    const file = pictures.get(image.path);
    if (!file) continue;
    const errors = (await checkPicture(image.kind, file)).filter(({ severity }) => severity === 'error');
    if (errors.length === 0) images.push({ ...image, file });
    else unusable.push({ path: image.path, reason: errors.map(findingText).join(' ') });
  }
  const rejected = new Set(skipped.map(({ path }) => path));
  return {
    files: Object.fromEntries(Object.entries(files).filter(([path]) => !rejected.has(path))),
    changes: [
      ...[...texts].flatMap(([locale, changed]) => changesOf(locale, { changed, listings })),
      ...detailChanges(details, currentDetails),
    ],
    changelogs: [...changelogs.values()].reduce((sum, notes) => sum + Object.keys(notes).length, 0),
    images,
    skipped: [...skipped, ...unusable, ...found.skipped, ...unread],
    converted: imported.converted.length,
  };
}

function findingText(finding: Finding): string {
  const { title, evidence, fix } = describeFinding(finding);
  return `${title}. ${evidence} ${fix}`;
}

function detailChanges(changed: Partial<AppDetails>, current: AppDetails): TextChange[] {
  return (Object.keys(changed) as DetailField[])
    .map((field) => ({
      locale: null,
      field,
      before: String(current[field]),
      after: String(changed[field] ?? ''),
    }))
    .filter(({ before, after }) => before !== after);
}

function changesOf(
  locale: string,
  { changed, listings }: { changed: Partial<ListingTexts>; listings: readonly Listing[] },
): TextChange[] {
  const now = listings.find((listing) => listing.locale === locale)?.texts;
  return (Object.entries(changed) as [keyof ListingTexts, string][])
    .map(([field, after]) => ({ locale, field, before: now?.[field] ?? '', after }))
    .filter(({ before, after }) => before !== after);
}
