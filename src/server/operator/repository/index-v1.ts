import { z } from 'zod';
import { isScreenshotKind, SCREENSHOT_KINDS } from '#shared/listings/fields.ts';
import { graphicKindSchema } from '#shared/listings/graphics.ts';
import {
  byLocale,
  findFurtherValues,
  findUnread,
  findUnreadDate,
  hasValue,
  indexedDetails,
  type LocalisedTexts,
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
  sourceTime,
} from './index-format.ts';

/** The language of the texts and the icon that an app has once. */
const DEFAULT_LOCALE = 'en-US';

const screenshots = z.array(sourcePath).max(100).nullish();
const localisation = z.looseObject({
  name: optionalText,
  summary: optionalText,
  description: optionalText,
  video: optionalText,
  whatsNew: optionalText,
  icon: sourcePath.nullish(),
  featureGraphic: sourcePath.nullish(),
  ...Object.fromEntries(SCREENSHOT_KINDS.map((kind) => [kind, screenshots])),
});

const appEntry = z.looseObject({
  packageName: z.string().max(500),
  name: optionalText,
  summary: optionalText,
  description: optionalText,
  icon: sourcePath.nullish(),
  categories: sourceList,
  antiFeatures: sourceList,
  ...indexedDetails,
  localized: byLocale(localisation)
    .nullish()
    .transform((localized) => localized ?? {}),
  added: sourceTime.nullish(),
  suggestedVersionCode: z.union([z.string(), z.number()]).nullish(),
  /** These follow from the versions. */
  suggestedVersionName: z.unknown().optional(),
  lastUpdated: z.unknown().optional(),
});

const packageEntry = z.looseObject({
  apkName: sourcePath,
  hash: sourceHash,
  hashType: z.literal('sha256').default('sha256'),
  size: z.int().min(0),
  versionCode: z.int().min(0),
  versionName: optionalText,
  added: sourceTime,
  signer: sourceHash.nullish(),
  antiFeatures: sourceList,
  // The package itself has these.
  packageName: z.unknown().optional(),
  sig: z.unknown().optional(),
  minSdkVersion: z.unknown().optional(),
  targetSdkVersion: z.unknown().optional(),
  maxSdkVersion: z.unknown().optional(),
  'uses-permission': z.unknown().optional(),
  'uses-permission-sdk-23': z.unknown().optional(),
  nativecode: z.unknown().optional(),
  features: z.unknown().optional(),
});

const repository = z.looseObject({
  /** The store has its own. */
  address: z.unknown().optional(),
  timestamp: z.unknown().optional(),
  version: z.unknown().optional(),
  maxage: z.unknown().optional(),
});
const index = z.object({
  repo: repository,
  requests: z.unknown().optional(),
  apps: z.array(z.looseObject({ packageName: z.string() })),
  packages: z.record(z.string().max(500), z.unknown()),
});

/**
 * Reads an index in the format of `index-v1.json`. Throws when it isn't one.
 * @see fdroidclient `org.fdroid.index.v1`, and `IndexConverter` for the meaning of its fields
 */
export function readIndexV1(json: unknown): RepositoryIndex {
  const { repo, requests, apps, packages } = index.parse(json);
  return {
    ...readEntries(
      apps.map((app) => [app.packageName, app] as const),
      (applicationId, app) => readApp(app, packages[applicationId] ?? []),
    ),
    unread: listUnread([...findUnread(repository, repo), ...(hasValue(requests) ? ['requests'] : [])]),
  };
}

function readApp(entry: unknown, packages: unknown): RepositoryApp {
  const app = appEntry.parse(entry);
  const versions = z.array(packageEntry).max(10_000).parse(packages);
  const localised = (field: 'name' | 'summary' | 'description' | 'video' | 'whatsNew', first = '') =>
    withoutEmpty({
      [DEFAULT_LOCALE]: first,
      ...withoutEmpty(
        Object.fromEntries(Object.entries(app.localized).map(([locale, one]) => [locale, one[field]])),
      ),
    });
  const code = Number(app.suggestedVersionCode);
  const suggestedCode = code > 0 ? code : Number.POSITIVE_INFINITY;
  const codes = versions.map(({ versionCode }) => versionCode);
  const stableCodes = codes.filter((one) => one <= suggestedCode);
  const notedCode = Math.max(...(stableCodes.length > 0 ? stableCodes : codes));
  return {
    applicationId: app.packageName,
    name: localised('name', app.name),
    summary: localised('summary', app.summary),
    description: localised('description', app.description),
    video: localised('video'),
    categories: app.categories.map((name) => ({ id: name, name })),
    ...readDetails(app),
    preferredSigner: null,
    graphics: [
      ...Object.entries(app.localized).flatMap(([locale, one]) => graphicsOf(app.packageName, locale, one)),
      ...(app.icon
        ? [{ locale: DEFAULT_LOCALE, kind: 'icon' as const, path: `icons/${app.icon}`, isExtracted: true }]
        : []),
    ],
    versions: versions.map(({ apkName, hash, size, versionCode, versionName, added, ...version }) => ({
      path: apkName,
      sha256: hash,
      size,
      versionCode,
      versionName,
      added,
      // Clients take higher version codes for beta versions.
      releaseChannels: versionCode > suggestedCode ? ['Beta'] : [],
      antiFeatures: Object.fromEntries([...app.antiFeatures, ...version.antiFeatures].map((id) => [id, {}])),
      // This format has the notes of one version only.
      whatsNew: versionCode === notedCode ? localised('whatsNew') : {},
      signers: version.signer ? [version.signer] : [],
    })),
    unread: listUnread([
      ...findUnread(appEntry, app),
      ...findFurtherValues(app),
      ...findUnreadDate(app.added, versions),
      ...Object.values(app.localized).flatMap((one) => findUnread(localisation, one)),
      ...versions.flatMap((one) => findUnread(packageEntry, one)),
    ]),
  };
}

function graphicsOf(
  applicationId: string,
  locale: string,
  files: Readonly<Record<string, unknown>>,
): RepositoryGraphic[] {
  return graphicKindSchema.options.flatMap((kind) => {
    const found = files[kind] ?? [];
    const names = Array.isArray(found) ? found : [found];
    const folder = `${applicationId}/${locale}${isScreenshotKind(kind) ? `/${kind}` : ''}`;
    return names.map((name) => ({ locale, kind, path: `${folder}/${name}`, isExtracted: false }));
  });
}

function withoutEmpty(texts: LocalisedTexts): LocalisedTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
}
