import { z } from 'zod';
import { PICTURES, type ScreenshotKind } from '#shared/listings/field-records.ts';
import { SCREENSHOT_KINDS } from '#shared/listings/fields.ts';
import {
  byLocale,
  findFurtherValues,
  findUnread,
  findUnreadDate,
  hasValue,
  indexedDetails,
  listUnread,
  optionalText,
  type RepositoryApp,
  type RepositoryGraphic,
  type RepositoryIndex,
  readDetails,
  readEntries,
  sourceHash,
  sourceList,
  sourcePath,
  sourceTexts,
  sourceTime,
} from './index-format.ts';

const file = z.object({ name: sourcePath, sha256: sourceHash.optional() });
const localisedFile = byLocale(file)
  .nullish()
  .transform((files) => files ?? {});
const localisedFiles = byLocale(z.array(file).max(100));

/** Device classes of screenshots (fdroidclient, `ScreenshotsV2`). */
const DEVICES = Object.fromEntries(SCREENSHOT_KINDS.map((kind) => [PICTURES[kind].fdroid, kind])) as Readonly<
  Record<string, ScreenshotKind>
>;

/** The folder of icons that fdroidserver extracts from packages. */
const EXTRACTED_ICONS = '/icons/';

const metadata = z.looseObject({
  added: sourceTime.nullish(),
  /** Follows from the versions. */
  lastUpdated: z.unknown().optional(),
  name: sourceTexts,
  summary: sourceTexts,
  description: sourceTexts,
  video: sourceTexts,
  categories: sourceList,
  ...indexedDetails,
  preferredSigner: sourceHash.nullish(),
  icon: localisedFile,
  featureGraphic: localisedFile,
  screenshots: z
    .record(z.string().max(50), z.unknown())
    .nullish()
    .transform((screenshots) => screenshots ?? {}),
});

const packageFile = z.looseObject({ name: sourcePath, sha256: sourceHash, size: z.int().min(0) });
const version = z.looseObject({
  added: sourceTime,
  file: packageFile,
  /** The package itself has the rest. */
  manifest: z.object({
    versionName: optionalText,
    versionCode: z.int().min(0),
    signer: z.object({ sha256: z.array(sourceHash).max(20).default([]) }).nullish(),
  }),
  releaseChannels: sourceList,
  antiFeatures: z.record(z.string().max(100), sourceTexts).default({}),
  whatsNew: sourceTexts,
});

const packageEntry = z.object({ metadata, versions: z.record(z.string().max(100), version) });

const category = z.looseObject({ name: sourceTexts });
const repository = z.looseObject({
  /** The store has its own. */
  address: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  categories: z.record(z.string().max(200), category).default({}),
});
const index = z.object({
  repo: repository,
  packages: z.record(z.string().max(500), z.unknown()),
});

/**
 * Reads an index in the format of `index-v2.json`. Throws when it isn't one.
 * @see fdroidclient `org.fdroid.index.v2`
 */
export function readIndexV2(json: unknown): RepositoryIndex {
  const { repo, packages } = index.parse(json);
  const categories = Object.entries(repo.categories);
  const names = new Map(categories.map(([id, { name }]) => [id, name['en-US'] ?? Object.values(name)[0]]));
  return {
    ...readEntries(Object.entries(packages), (applicationId, entry) => {
      const app = readApp(applicationId, entry);
      return {
        ...app,
        categories: app.categories.map(({ id, name }) => ({ id, name: names.get(id) ?? name })),
      };
    }),
    unread: listUnread([
      ...findUnread(repository, repo),
      ...categories.flatMap(([, entry]) => [
        ...findUnread(category, entry).map((field) => `categories.${field}`),
        ...(Object.keys(entry.name).length > 1 ? ['translations of categories.name'] : []),
      ]),
    ]),
  };
}

function readApp(applicationId: string, entry: unknown): RepositoryApp {
  const { metadata: described, versions } = packageEntry.parse(entry);
  const all = Object.values(versions);
  return {
    applicationId,
    name: described.name,
    summary: described.summary,
    description: described.description,
    video: described.video,
    categories: described.categories.map((id) => ({ id, name: id })),
    ...readDetails(described),
    preferredSigner: described.preferredSigner ?? null,
    graphics: [
      ...namedGraphics('icon', described.icon),
      ...namedGraphics('featureGraphic', described.featureGraphic),
      ...Object.entries(DEVICES).flatMap(([device, kind]) =>
        Object.entries(localisedFiles.parse(described.screenshots[device] ?? {})).flatMap(([locale, files]) =>
          files.map((one) => ({ locale, kind, path: one.name, sha256: one.sha256, isExtracted: false })),
        ),
      ),
    ],
    versions: all.map(({ added, file: apk, manifest, releaseChannels, antiFeatures, whatsNew }) => ({
      path: apk.name,
      sha256: apk.sha256,
      size: apk.size,
      versionCode: manifest.versionCode,
      versionName: manifest.versionName,
      added,
      releaseChannels,
      antiFeatures,
      whatsNew,
      signers: manifest.signer?.sha256 ?? [],
    })),
    unread: listUnread([
      ...findUnread(metadata, described),
      ...findFurtherValues(described),
      ...findUnreadDate(described.added, all),
      ...Object.entries(described.screenshots).flatMap(([device, pictures]) =>
        device in DEVICES || !hasValue(pictures) ? [] : [`screenshots.${device}`],
      ),
      ...all.flatMap((one) => [...findUnread(version, one), ...findUnread(packageFile, one.file)]),
    ]),
  };
}

function namedGraphics(
  kind: 'icon' | 'featureGraphic',
  files: z.output<typeof localisedFile>,
): RepositoryGraphic[] {
  return Object.entries(files).map(([locale, { name, sha256 }]) => ({
    locale,
    kind,
    path: name,
    sha256,
    isExtracted: name.startsWith(EXTRACTED_ICONS),
  }));
}
