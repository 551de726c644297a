import type { z } from 'zod';
import { t } from '../languages/translate.ts';
import type { Platform } from '../packages/platform.ts';
import { type AppDetails, appDetailsSchema } from './details.ts';
import {
  DETAILS,
  type FieldRecord,
  type GraphicKind,
  PICTURES,
  type PictureRecord,
  TEXTS,
} from './field-records.ts';
import { DETAIL_FIELDS, GRAPHIC_KINDS, isScreenshotKind, TEXT_NAMES } from './fields.ts';
import { isHtml } from './html-tags.ts';
import {
  type ListingTexts,
  listingTextsSchema,
  localeSchema,
  releaseNotesSchema,
  takesHtml,
} from './listing.ts';

/*
 * The layouts in which fastlane keeps listings: that of "supply" for Android, by language, and that of "deliver" for iOS,
 * with the folders `metadata` and `screenshots`. Their files have different names, so both are read without being told apart.
 */

/** The folder of each layout in a project. */
export const LISTING_FOLDERS: Readonly<Record<Platform, string>> = {
  android: 'fastlane/metadata/android',
  ios: 'fastlane',
};

/** The folder of what all languages share in the `deliver` layout. */
const ALL_LANGUAGES = 'default';

/** Files of the `deliver` layout that say something about an app which no listing has. */
const OTHER_DELIVER_FILES =
  /^(?:(?:copyright|(?:primary|secondary)(?:_(?:first|second)_sub)?_category)\.txt|(?:review_information|trade_representative_contact_information)\/.+|(?:[\w-]+\/)?(?:promotional_text|apple_tv_privacy_policy)\.txt)$/;

/** Returns the file of a field in the layout of a platform; undefined without one. */
function fileOf({ fastlane, deliver }: FieldRecord, platform: Platform): string | undefined {
  return platform === 'android' ? fastlane : deliver;
}

/** Returns fields by the names of their files in both layouts. */
function fieldsByFile<Name extends string>(
  names: readonly Name[],
  records: Readonly<Record<Name, FieldRecord>>,
): ReadonlyMap<string, Name> {
  const files = (name: Name) => [fileOf(records[name], 'android'), fileOf(records[name], 'ios')];
  return new Map(
    names.flatMap((name) => files(name).flatMap((file) => (file ? [[file, name] as const] : []))),
  );
}

const TEXTS_BY_FILE = fieldsByFile(TEXT_NAMES, TEXTS);
const DETAILS_BY_FILE = fieldsByFile(DETAIL_FIELDS, DETAILS);

/** Release notes by versionCode that are kept for each language; folders have those of all versions. */
export const MAX_CHANGELOGS = 20;

/** Release notes in one language by versionCode. */
export type Changelogs = Readonly<Record<string, string>>;

/** An unused file and the reason. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** A file with HTML, which became Markdown, or plain text in release notes. */
export interface ConvertedFile {
  readonly path: string;
  readonly locale: string;
  /** Null for release notes of one version. */
  readonly field: keyof ListingTexts | null;
}

/** Returns release notes that aren't kept as an unused file: they are too many, or below the highest version code of the app. */
export function skippedNotes(locale: string, versionCode: string, highest: number): SkippedFile {
  return {
    path: `${locale}/${notesFile(versionCode)}`,
    reason:
      Number(versionCode) < highest
        ? t`Version code ${highest} was submitted already, so release notes of lower ones aren’t used.`
        : t`Only the release notes of the ${MAX_CHANGELOGS} highest version codes are kept.`,
  };
}

/** Returns the file of a version's release notes in a language's folder. */
export function notesFile(versionCode: string): string {
  return `changelogs/${versionCode}.txt`;
}

/** The content of a folder in one of the layouts. */
export interface ImportedListings {
  readonly texts: ReadonlyMap<string, Partial<ListingTexts>>;
  readonly details: Partial<AppDetails>;
  /** Release notes by language and versionCode. */
  readonly changelogs: ReadonlyMap<string, Changelogs>;
  /** Texts of a listing that can't be used as they are, with reasons. */
  readonly skipped: readonly SkippedFile[];
  /** Files for which a listing has no place, with reasons. */
  readonly withoutPlace: readonly SkippedFile[];
  readonly converted: readonly ConvertedFile[];
}

/** Returns the locale of a file and its path in that locale's folder, ignoring parent folders. */
function placeOf(path: string): { locale: string; name: string } {
  const parts = withoutParents(path).split('/');
  const isLocale = (part: string | undefined) => localeSchema.safeParse(part).success;
  const [locale = '', ...rest] = !isLocale(parts[0]) && isLocale(parts[1]) ? parts.slice(1) : parts;
  return { locale, name: rest.join('/') };
}

/** Says why a file that is in no language's folder has no place. */
function otherFolderReason({ locale, name }: { readonly locale: string; readonly name: string }): string {
  return name === '' ? t`It isn’t in a folder of a language.` : t`"${locale}" isn’t a language tag.`;
}

function withoutParents(path: string): string {
  return path.replace(/^(.*\/)?(?:metadata\/android|metadata|screenshots)\//, '');
}

/**
 * Reads the texts of a folder by path; folders above the locale are optional. The default changelog is part of the listing,
 * all others belong to the version with their versionCode. What all languages share is taken from the folder `default`,
 * otherwise from the default language's.
 */
export function readFastlane(
  files: Readonly<Record<string, string>>,
  defaultLocale = 'en-US',
): ImportedListings {
  const reading = new FolderReading();
  const preferred = [defaultLocale, ALL_LANGUAGES];
  const rankOf = ({ locale }: PlacedFile) => preferred.indexOf(locale);
  const placed = Object.entries(files).map(([path, content]) => ({ path, content, ...placeOf(path) }));
  for (const file of placed.toSorted((a, b) => rankOf(b) - rankOf(a))) reading.add(file);
  return reading.finish();
}

interface PlacedFile {
  readonly path: string;
  readonly content: string;
  readonly locale: string;
  /** The path in the locale's folder. */
  readonly name: string;
}

/** Collects the parts of a listing from its files. */
class FolderReading {
  readonly #texts = new Map<string, Partial<ListingTexts>>();
  readonly #changelogs = new Map<string, Changelogs>();
  readonly #skipped: SkippedFile[] = [];
  readonly #withoutPlace: SkippedFile[] = [];
  readonly #converted: ConvertedFile[] = [];
  /** Texts for every language that lacks them. */
  readonly #substitutes: { readonly path: string; readonly text: Partial<ListingTexts> }[] = [];
  #details: Partial<AppDetails> = {};

  add(file: PlacedFile): void {
    const { path, locale, name } = file;
    const detail = DETAILS_BY_FILE.get(name);
    const field = TEXTS_BY_FILE.get(name);
    const isKnown = locale === ALL_LANGUAGES && (detail ?? field) !== undefined;
    const versionCode = /^changelogs\/([1-9]\d{0,9})\.txt$/.exec(name)?.[1];
    if (OTHER_DELIVER_FILES.test(withoutParents(path)))
      this.#withoutPlace.push({ path, reason: t`A listing has no place for this.` });
    else if (!isKnown && !localeSchema.safeParse(locale).success)
      this.#withoutPlace.push({ path, reason: otherFolderReason({ locale, name }) });
    else if (detail) this.#addDetail(detail, file);
    else if (field) this.#addText(field, file);
    else if (versionCode !== undefined) this.#addChangelog(versionCode, file);
    else {
      const reason = name.startsWith('changelogs/')
        ? t`Release notes are named by the version code, such as 42.txt.`
        : t`This file isn’t part of a listing.`;
      this.#withoutPlace.push({ path, reason });
    }
  }

  #addDetail(field: keyof AppDetails, { path, content }: PlacedFile): void {
    const value = DETAILS[field].form === 'tags' ? listOf(content) : content.trim();
    const checked = appDetailsSchema.partial().safeParse({ [field]: value });
    const isSame = JSON.stringify(this.#details[field] ?? value) === JSON.stringify(value);
    if (!checked.success) this.#withoutPlace.push({ path, reason: problemsOf(checked.error) });
    else if (isSame) this.#details = { ...this.#details, ...checked.data };
    else this.#withoutPlace.push({ path, reason: t`All languages share this, and another folder has it.` });
  }

  #addText(field: keyof ListingTexts, { path, content, locale }: PlacedFile): void {
    const checked = listingTextsSchema.shape[field].safeParse(content.trim());
    const others = this.#texts.get(locale);
    if (!checked.success) this.#skipped.push({ path, reason: problemsOf(checked.error) });
    else if (locale === ALL_LANGUAGES) this.#substitutes.push({ path, text: { [field]: checked.data } });
    else if (others?.[field] === undefined) {
      this.#texts.set(locale, { ...others, [field]: checked.data });
      if (takesHtml(TEXTS[field]) && isHtml(content)) this.#converted.push({ path, locale, field });
    } else this.#skipped.push({ path, reason: t`Another file has this text, too.` });
  }

  #addChangelog(versionCode: string, { path, content, locale }: PlacedFile): void {
    const notes = releaseNotesSchema.safeParse(content);
    const others = this.#changelogs.get(locale);
    if (!notes.success) {
      this.#skipped.push({ path, reason: problemsOf(notes.error) });
      return;
    }
    this.#changelogs.set(locale, { ...others, [versionCode]: notes.data });
    if (isHtml(content)) this.#converted.push({ path, locale, field: null });
  }

  finish(): ImportedListings {
    for (const { path, text } of this.#substitutes) {
      for (const [locale, own] of this.#texts) this.#texts.set(locale, { ...text, ...own });
      if (this.#texts.size === 0)
        this.#withoutPlace.push({
          path,
          reason: t`There is no folder of a language that this could be for.`,
        });
    }
    return {
      texts: this.#texts,
      details: this.#details,
      changelogs: this.#changelogs,
      skipped: this.#skipped,
      withoutPlace: this.#withoutPlace,
      converted: this.#converted,
    };
  }
}

function listOf(content: string): string[] {
  return content
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ message }) => message).join(' ');
}

/** An image in a folder in one of the layouts. */
export interface FastlaneImage {
  readonly path: string;
  readonly locale: string;
  readonly kind: GraphicKind;
}

/** The size of a picture in pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Finds the images of a folder in one of the layouts, by language, kind and name order. `sizeOf` tells the device of a screenshot
 * in the `deliver` layout whose name doesn't.
 */
export function findFastlaneImages(
  paths: readonly string[],
  sizeOf?: (path: string) => PictureSize | null,
): {
  readonly images: readonly FastlaneImage[];
  /** Those for which a listing has no place, with reasons. */
  readonly skipped: readonly SkippedFile[];
} {
  const images: FastlaneImage[] = [];
  const skipped: SkippedFile[] = [];
  const single = new Set<string>();
  const framed = new Set(paths.filter(isFramed).map(folderOf));
  for (const path of paths.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const { locale, name } = placeOf(path);
    const kind = /\.(?:png|jpe?g|webp)$/i.test(name) ? pictureKindOf({ path, name, sizeOf }) : undefined;
    const isOne = kind !== undefined && !isScreenshotKind(kind);
    const place = `${locale} ${kind}`;
    if (!localeSchema.safeParse(locale).success)
      skipped.push({ path, reason: otherFolderReason({ locale, name }) });
    else if (kind === undefined) skipped.push({ path, reason: t`This image isn’t part of a listing.` });
    else if (isOne && single.has(place))
      skipped.push({ path, reason: t`Another file has this picture, too.` });
    else if (framed.has(folderOf(path)) && !isFramed(path) && kind !== 'wearScreenshots')
      skipped.push({ path, reason: t`Framed screenshots are there, and replace this one.` });
    else images.push({ path, locale, kind });
    if (isOne) single.add(place);
  }
  return { images, skipped };
}

/** Returns true for a screenshot in the `deliver` layout that has a frame, beside which others aren't used (fastlane, "frameit"). */
function isFramed(path: string): boolean {
  return IN_DELIVER_LAYOUT.test(path) && /_framed\.\w+$/i.test(path);
}

function folderOf(path: string): string {
  return path.replace(/[^/]*$/, '');
}

const IN_DELIVER_LAYOUT = /(?:^|\/)screenshots\//;
/** Screenshots of extensions, which are as large as those of the app. */
const OF_MESSAGES = /(?:^|\/)screenshots\/iMessage\//i;

/** Devices of the `deliver` layout, those first whose names contain another one's. */
const DELIVER_DEVICES = GRAPHIC_KINDS.flatMap((kind) => {
  const { deliver }: PictureRecord = PICTURES[kind];
  return deliver === undefined ? [] : [{ kind, device: lettersOf(deliver) }];
}).toSorted((one, other) => other.device.length - one.device.length);

interface PlacedImage {
  readonly path: string;
  /** The path in the language's folder. */
  readonly name: string;
  readonly sizeOf: ((path: string) => PictureSize | null) | undefined;
}

/**
 * Returns the kind of a picture; undefined without one. In the `deliver` layout its name tells the device: that of
 * "snapshot" ("iPhone 16 Pro-01.png"), or that of a download ("0_APP_IPHONE_67_0.png"); otherwise its size does.
 */
function pictureKindOf({ path, name, sizeOf }: PlacedImage): GraphicKind | undefined {
  const file = name.replace(/\.\w+$/, '');
  const folder = name.replace(/\/[^/]+$/, '');
  const byPlace = GRAPHIC_KINDS.find((kind) => {
    const record: PictureRecord = PICTURES[kind];
    return record.fastlane === (record.device === undefined ? file : folder);
  });
  if (byPlace !== undefined || name.includes('/')) return byPlace;
  if (OF_MESSAGES.test(path)) return undefined;
  const letters = lettersOf(path.startsWith('screenshots/') ? path : name);
  const byName = DELIVER_DEVICES.find(({ device }) => letters.includes(device))?.kind;
  if (byName !== undefined || !IN_DELIVER_LAYOUT.test(path)) return byName;
  const size = sizeOf?.(path);
  return size ? deviceOfSize(size) : undefined;
}

/** Returns the kind of a screenshot with the size of one of Apple's devices; only that of a television is the wide way alone. */
function deviceOfSize({ width, height }: PictureSize): GraphicKind | undefined {
  return GRAPHIC_KINDS.find((kind) => {
    const { deliverSizes }: PictureRecord = PICTURES[kind];
    return deliverSizes?.some(
      ([one, other]) =>
        (one === width && other === height) ||
        (kind !== 'tvScreenshots' && one === height && other === width),
    );
  });
}

/** Returns a name in the form in which names are compared. */
function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** A stored picture, its position from 0 among those of its kind, and the end of its file's name. */
export interface PlacedPicture {
  readonly locale: string;
  readonly kind: GraphicKind;
  readonly position: number;
  readonly extension: string;
}

/** Returns the path of a picture in the layout of a platform; null when that has no place for it. */
export function picturePath(
  platform: Platform,
  { locale, kind, position, extension }: PlacedPicture,
): string | null {
  const { fastlane, deliver, device }: PictureRecord = PICTURES[kind];
  if (platform === 'android') {
    const name = device === undefined ? fastlane : `${fastlane}/${position + 1}`;
    return `${locale}/${name}.${extension}`;
  }
  if (deliver === undefined) return null;
  // A screenshot of a television can be as large as one of a phone, so they have a folder.
  const folder = kind === 'tvScreenshots' ? 'screenshots/appleTV' : 'screenshots';
  return `${folder}/${locale}/${deliver}-${position + 1}.${extension}`;
}

/** The texts of a listing in one language. */
export interface WrittenListing {
  readonly locale: string;
  readonly texts: ListingTexts;
  readonly changelogs: Changelogs;
}

/** Returns a listing's files in the layout of its platform, without empty ones, by their paths below the layout's folder. */
export function writeFastlane(
  platform: Platform,
  listings: readonly WrittenListing[],
  details: AppDetails,
): Record<string, string> {
  const folder = platform === 'android' ? '' : 'metadata/';
  const files = listings.flatMap(({ locale, texts, changelogs }) => [
    ...TEXT_NAMES.map((name) => [locale, fileOf(TEXTS[name], platform), texts[name]] as const),
    ...(platform === 'android' ? Object.entries(changelogs) : []).map(
      ([code, text]) => [locale, notesFile(code), text] as const,
    ),
  ]);
  const shared = DETAIL_FIELDS.map((field) => {
    const value = details[field];
    const text = typeof value === 'string' ? value : value.join(', ');
    return [ALL_LANGUAGES, fileOf(DETAILS[field], platform), text] as const;
  });
  return Object.fromEntries(
    [...files, ...shared]
      .filter(([, name, text]) => name !== undefined && text !== '')
      .map(([locale, name, text]) => [`${folder}${locale}/${name}`, `${text}\n`]),
  );
}
