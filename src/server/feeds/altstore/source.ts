import type { AppDetails } from '#shared/listings/details.ts';
import { DETAILS } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';
import { ipaPath } from '../../catalog/versions/package-paths.ts';
import type { AltstoreSource } from '../../platform/db/tables/feeds.ts';

/*
 * The format of AltStore sources. Source: faq.altstore.io "Make a Source", and the decoders in AltStore and SideStore
 * (`AltStoreCore/Model`), which refuse a whole source for one invalid app.
 */

/** An iOS app with at least one version, the newest first. */
export interface SourceApp {
  readonly appId: string;
  readonly applicationId: string;
  readonly name: string;
  readonly developerName: string;
  readonly summary: string | null;
  readonly description: string;
  /** The path of its icon below the public URL. */
  readonly icon: string;
  readonly details: AppDetails;
  readonly screenshots: readonly SourceScreenshot[];
  /** Null for apps that only classic clients install. */
  readonly marketplaceId: string | null;
  readonly versions: readonly SourceVersion[];
}

export interface SourceScreenshot {
  readonly device: 'iphone' | 'ipad';
  /** Below the public URL. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export interface SourceVersion {
  readonly versionId: string;
  readonly versionName: string;
  readonly buildVersion: string;
  readonly publishedAt: Date;
  readonly size: number;
  readonly sha256: string;
  readonly minimumOs: string;
  readonly releaseNotes: string;
  /** Percentage of buckets that get the version; absent for all. */
  readonly percentage?: number;
  /** Keys of the entitlements of the app and its extensions. */
  readonly entitlements: readonly string[];
  /** Usage descriptions of the app and its extensions, by key. */
  readonly usageTexts: Readonly<Record<string, string>>;
}

/** Returns the source that lists an app. */
export function sourceOf({ marketplaceId }: Pick<SourceApp, 'marketplaceId'>): AltstoreSource {
  return marketplaceId === null ? 'classic' : 'pal';
}

/** Returns an app's entry in its source. */
export function renderSourceApp(app: SourceApp, publicUrl: string): string {
  return JSON.stringify({
    name: app.name,
    bundleIdentifier: app.applicationId,
    ...(app.marketplaceId !== null && { marketplaceID: app.marketplaceId }),
    developerName: app.developerName,
    ...(app.summary && { subtitle: app.summary }),
    localizedDescription: app.description,
    iconURL: `${publicUrl}${app.icon}`,
    ...describeDetails(app.details),
    ...(app.screenshots.length > 0 && {
      screenshots: {
        iphone: screenshotsOf(app, 'iphone', publicUrl),
        ipad: screenshotsOf(app, 'ipad', publicUrl),
      },
    }),
    versions: app.versions.map((version) => describeVersion(version, publicUrl)),
    appPermissions: describePermissions(app.versions),
  });
}

/** Returns the details that an entry has a place for, by their names there, with values that AltStore knows. */
function describeDetails(details: AppDetails): Record<string, string> {
  const named = fieldsWith(DETAILS, 'altstore').map(
    ({ field, record: { altstore, altstoreValues } }) => [altstore, details[field], altstoreValues] as const,
  );
  const known = named.filter(([, value, values]) => (values ? values.includes(value) : value !== ''));
  return Object.fromEntries(known.map(([name, value]) => [name, value]));
}

function screenshotsOf(
  { screenshots }: SourceApp,
  device: SourceScreenshot['device'],
  publicUrl: string,
): { imageURL: string; width: number; height: number }[] {
  return screenshots
    .filter((screenshot) => screenshot.device === device)
    .map(({ path, width, height }) => ({ imageURL: `${publicUrl}${path}`, width, height }));
}

function describeVersion(version: SourceVersion, publicUrl: string) {
  return {
    version: version.versionName,
    buildVersion: version.buildVersion,
    date: isoSeconds(version.publishedAt),
    ...(version.releaseNotes !== '' && { localizedDescription: version.releaseNotes }),
    downloadURL: `${publicUrl}${ipaPath(version.versionId)}`,
    size: version.size,
    sha256: version.sha256,
    ...(version.minimumOs !== '' && { minOSVersion: version.minimumOs }),
  };
}

/**
 * Returns what any of the versions asks for. Clients compare it with the package that they install, and have one list
 * for all versions; of a usage text they show the newest.
 */
function describePermissions(versions: readonly SourceVersion[]) {
  const oldestFirst = versions.toReversed();
  return {
    entitlements: [...new Set(versions.flatMap(({ entitlements }) => entitlements))].sort(),
    privacy: Object.assign({}, ...oldestFirst.map(({ usageTexts }) => usageTexts)) as Record<string, string>,
  };
}

/** The store's data in its sources. */
export interface SourceStore {
  readonly name: string;
  /** Empty for none. */
  readonly tagline: string;
  readonly accent: string;
  /** The path of the logo below the public URL; null without one. */
  readonly logo: string | null;
  readonly publicUrl: string;
}

/** Returns the text around the entries of a source, which are separated by commas. */
export function renderSourceFrame(
  store: SourceStore,
  source: AltstoreSource,
): { start: string; end: string } {
  const { name, tagline, accent, logo, publicUrl } = store;
  const head = JSON.stringify({
    name,
    identifier: `${sourceIdentifier(publicUrl)}.${source}`,
    ...(tagline !== '' && { subtitle: tagline }),
    ...(logo !== null && { iconURL: `${publicUrl}${logo}` }),
    website: `${publicUrl}fdroid/repo/`,
    // Clients refuse a source whose color they can't read.
    ...(/^#[0-9a-f]{6}$/i.test(accent) && { tintColor: accent }),
    news: [],
  });
  return { start: `${head.slice(0, -1)},"apps":[`, end: ']}' };
}

/** Returns a name for the store by its address, which SideStore needs to be unique: `org.example.hub.quayside`. */
function sourceIdentifier(publicUrl: string): string {
  const { hostname, port, pathname } = new URL(publicUrl);
  const parts = [...hostname.split('.').toReversed(), port, ...pathname.split('/')];
  return parts
    .map((part) => part.replaceAll(/[^\w-]/g, ''))
    .filter((part) => part !== '')
    .join('.');
}

/** Returns a time without fraction of a second, which AltStore can't read. */
function isoSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, 'Z');
}
