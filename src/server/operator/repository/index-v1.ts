import { z } from 'zod';
import { graphicKindSchema, SCREENSHOT_KINDS } from '#shared/listings/graphics.ts';
import {
  byLocale,
  type LocalisedTexts,
  type RepositoryApp,
  type RepositoryGraphic,
  type RepositoryIndex,
  readEntries,
  sourceHash,
  sourceList,
  sourcePath,
  sourceText,
  sourceTime,
} from './index-format.ts';

/** The language of the texts that an app has once. */
const DEFAULT_LOCALE = 'en-US';

const text = sourceText.default('');
const localisation = z.object({
  name: text,
  summary: text,
  description: text,
  video: text,
  whatsNew: text,
  icon: sourcePath.optional(),
  featureGraphic: sourcePath.optional(),
  ...Object.fromEntries(SCREENSHOT_KINDS.map((kind) => [kind, z.array(sourcePath).max(100).optional()])),
});

const appEntry = z.object({
  packageName: z.string().max(500),
  name: text,
  summary: text,
  description: text,
  categories: sourceList,
  antiFeatures: sourceList,
  webSite: text,
  sourceCode: text,
  issueTracker: text,
  license: text,
  authorName: text,
  authorEmail: text,
  localized: byLocale(z.looseObject({})).default({}),
});

const packageEntry = z.object({
  apkName: sourcePath,
  hash: sourceHash,
  hashType: z.literal('sha256').default('sha256'),
  size: z.int().min(0),
  versionCode: z.int().min(0),
  versionName: text,
  added: sourceTime,
  signer: sourceHash.optional(),
  antiFeatures: sourceList,
});

const index = z.object({
  apps: z.array(z.looseObject({ packageName: z.string() })),
  packages: z.record(z.string().max(500), z.unknown()),
});

/**
 * Reads an index in the format of `index-v1.json`. Throws when it isn't one.
 * @see fdroidclient `org.fdroid.index.v1`
 */
export function readIndexV1(json: unknown): RepositoryIndex {
  const { apps, packages } = index.parse(json);
  return readEntries(
    apps.map((app) => [app.packageName, app] as const),
    (applicationId, app) => readApp(app, packages[applicationId] ?? []),
  );
}

function readApp(entry: unknown, packages: unknown): RepositoryApp {
  const { packageName: applicationId, localized, name, summary, description, ...app } = appEntry.parse(entry);
  const versions = z.array(packageEntry).max(10_000).parse(packages);
  const languages = Object.entries(localized).map(
    ([locale, one]) => [locale, localisation.parse(one)] as const,
  );
  const localised = (field: 'name' | 'summary' | 'description' | 'video' | 'whatsNew', first = '') =>
    withoutEmpty({
      [DEFAULT_LOCALE]: first,
      ...withoutEmpty(Object.fromEntries(languages.map(([locale, one]) => [locale, one[field]]))),
    });
  const newest = versions.toSorted((a, b) => a.versionCode - b.versionCode).at(-1);
  return {
    ...app,
    applicationId,
    name: localised('name', name),
    summary: localised('summary', summary),
    description: localised('description', description),
    video: localised('video'),
    preferredSigner: null,
    antiFeatures: Object.fromEntries(
      [...app.antiFeatures, ...(newest?.antiFeatures ?? [])].map((id) => [id, {}]),
    ),
    graphics: languages.flatMap(([locale, one]) => graphicsOf(applicationId, locale, one)),
    versions: versions.map(({ apkName, hash, size, versionCode, versionName, added, signer }) => ({
      path: apkName,
      sha256: hash,
      size,
      versionCode,
      versionName,
      added,
      isBeta: false,
      // This format has the notes of the newest version only.
      whatsNew: versionCode === newest?.versionCode ? localised('whatsNew') : {},
      signers: signer ? [signer] : [],
    })),
  };
}

function graphicsOf(
  applicationId: string,
  locale: string,
  files: Readonly<Record<string, unknown>>,
): RepositoryGraphic[] {
  return graphicKindSchema.options.flatMap((kind) => {
    const found = files[kind];
    const names = Array.isArray(found) ? found : found === undefined ? [] : [found];
    const folder = `${applicationId}/${locale}${kind.endsWith('Screenshots') ? `/${kind}` : ''}`;
    return names.map((name) => ({ locale, kind, path: `${folder}/${name}` }));
  });
}

function withoutEmpty(texts: LocalisedTexts): LocalisedTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
}
