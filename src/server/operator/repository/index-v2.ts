import { z } from 'zod';
import type { ScreenshotKind } from '#shared/listings/graphics.ts';
import {
  byLocale,
  type RepositoryApp,
  type RepositoryGraphic,
  type RepositoryIndex,
  readEntries,
  sourceHash,
  sourceList,
  sourcePath,
  sourceText,
  sourceTexts,
  sourceTime,
} from './index-format.ts';

const file = z.object({ name: sourcePath, sha256: sourceHash.optional() });
const localisedFile = byLocale(file).default({});
const localisedFiles = byLocale(z.array(file).max(100));

/** Device classes of screenshots (fdroidclient, `ScreenshotsV2`). */
const DEVICES: Readonly<Record<string, ScreenshotKind>> = {
  phone: 'phoneScreenshots',
  sevenInch: 'sevenInchScreenshots',
  tenInch: 'tenInchScreenshots',
  tv: 'tvScreenshots',
  wear: 'wearScreenshots',
};

/** The folder of icons that fdroidserver extracts from packages. */
const EXTRACTED_ICONS = '/icons/';

const text = sourceText.default('');
const metadata = z.object({
  name: sourceTexts,
  summary: sourceTexts,
  description: sourceTexts,
  video: sourceTexts,
  categories: sourceList,
  webSite: text,
  sourceCode: text,
  issueTracker: text,
  license: text,
  authorName: text,
  authorEmail: text,
  preferredSigner: sourceHash.nullish(),
  icon: localisedFile,
  featureGraphic: localisedFile,
  screenshots: z.record(z.string().max(50), localisedFiles).default({}),
});

const version = z.object({
  added: sourceTime,
  file: z.object({ name: sourcePath, sha256: sourceHash, size: z.int().min(0) }),
  manifest: z.object({
    versionName: text,
    versionCode: z.int().min(0),
    signer: z.object({ sha256: z.array(sourceHash).max(20).default([]) }).nullish(),
  }),
  releaseChannels: sourceList,
  antiFeatures: z.record(z.string().max(100), sourceTexts).default({}),
  whatsNew: sourceTexts,
});

const packageEntry = z.object({ metadata, versions: z.record(z.string().max(100), version) });
const index = z.object({ packages: z.record(z.string().max(500), z.unknown()) });

/**
 * Reads an index in the format of `index-v2.json`. Throws when it isn't one.
 * @see fdroidclient `org.fdroid.index.v2`
 */
export function readIndexV2(json: unknown): RepositoryIndex {
  return readEntries(Object.entries(index.parse(json).packages), readApp);
}

function readApp(applicationId: string, entry: unknown): RepositoryApp {
  const { metadata: described, versions } = packageEntry.parse(entry);
  const { icon, featureGraphic, screenshots, preferredSigner, ...texts } = described;
  const all = Object.values(versions).toSorted((a, b) => a.manifest.versionCode - b.manifest.versionCode);
  const newest = all.at(-1);
  return {
    applicationId,
    ...texts,
    preferredSigner: preferredSigner ?? null,
    antiFeatures: newest?.antiFeatures ?? {},
    graphics: [
      // Those that fdroidserver extracted are small, and Quayside takes the icon from the package itself.
      ...namedGraphics('icon', icon).filter(({ path }) => !path.startsWith(EXTRACTED_ICONS)),
      ...namedGraphics('featureGraphic', featureGraphic),
      ...Object.entries(screenshots).flatMap(([device, pictures]) => {
        const kind = DEVICES[device];
        return kind
          ? Object.entries(pictures).flatMap(([locale, files]) =>
              files.map(({ name, sha256 }) => ({ locale, kind, path: name, sha256 })),
            )
          : [];
      }),
    ],
    versions: all.map(({ added, file: apk, manifest, releaseChannels, whatsNew }) => ({
      path: apk.name,
      sha256: apk.sha256,
      size: apk.size,
      versionCode: manifest.versionCode,
      versionName: manifest.versionName,
      added,
      isBeta: releaseChannels.includes('Beta'),
      whatsNew,
      signers: manifest.signer?.sha256 ?? [],
    })),
  };
}

function namedGraphics(
  kind: 'icon' | 'featureGraphic',
  files: z.output<typeof localisedFile>,
): RepositoryGraphic[] {
  return Object.entries(files).map(([locale, { name, sha256 }]) => ({ locale, kind, path: name, sha256 }));
}
