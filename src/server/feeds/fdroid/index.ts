import { ANTI_FEATURES, type AntiFeature } from '#shared/listings/anti-feature.ts';
import { categoryLabel } from '#shared/listings/categories.ts';
import { impliedPermissions } from '#shared/packages/implied-permissions.ts';
import { apkFileName } from '../../catalog/versions/package-paths.ts';
import { writeIn } from '../../platform/languages.ts';
import type { IndexAntiFeatures } from '../public/anti-features.ts';
import { DEFAULT_LOCALE, iconPath } from '../public/pictures.ts';
import type { StoredVersion } from '../public/stored.ts';
import { DEFAULT_ICON } from './default-icon.ts';
import { describeListing, type PublicListing } from './listing.ts';
import { diffName, indexName, storeIconPath } from './names.ts';

/**
 * Index format version supported by installed fdroidserver tools; newer tools read it too. Source:
 * fdroidserver, `METADATA_VERSION` and `ENTRY` handling in index.py.
 */
const FORMAT_VERSION = 20002;

/** A picture that the server drew. */
interface DrawnPicture {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes; null where they weren't stored. */
  readonly size: number | null;
}

/** The feed's description of the store. Times are milliseconds since 1970. */
export interface Repository {
  readonly name: string;
  /** Empty for none. */
  readonly tagline?: string;
  /** Absent for the default icon. */
  readonly logo?: DrawnPicture | undefined;
  readonly address: string;
  readonly timestamp: number;
  /** Categories that at least one app uses. */
  readonly categories?: readonly { readonly id: string; readonly name: string }[];
}

/** A published Android app with at least one published version, the newest first. */
export interface PublishedApp {
  readonly appId: string;
  readonly applicationId: string;
  readonly name: string;
  readonly summary: string | null;
  readonly authorName: string | null;
  /** Absent until the publisher writes one. */
  readonly listing?: PublicListing | undefined;
  readonly versions: readonly PublishedVersion[];
}

export interface PublishedVersion {
  readonly versionId: string;
  readonly sha256: string;
  readonly size: number;
  readonly publishedAt: Date;
  readonly package: StoredVersion['package'];
  /** SHA-256 of each signer's certificate, lower-case hex. */
  readonly signers: readonly string[];
  /** True for versions that only beta testers get. */
  readonly isBeta?: boolean;
  /** Percentage of buckets that get the version; absent for all. */
  readonly percentage?: number;
  /** Release notes by locale. */
  readonly releaseNotes?: Readonly<Record<string, string>>;
  readonly antiFeatures?: IndexAntiFeatures;
  readonly icon: (DrawnPicture & { readonly extension: string }) | null;
}

/** The size and hash of a file as listed in the feed. */
export interface FileFacts {
  readonly sha256: string;
  readonly size: number;
}

/** The shared data of an index's apps. */
export interface AppsSummary {
  /** The names of the categories that any of the apps uses. */
  readonly categories: ReadonlySet<string>;
  readonly hasBeta: boolean;
  /** The anti-features that any of the apps has. */
  readonly antiFeatures: readonly AntiFeature[];
}

/**
 * Returns the text around the package entries of an index, which are separated by commas.
 * @see f-droid.org "All our APIs", and fdroidclient `org.fdroid.index.v2.IndexV2` for the required fields
 */
export function renderFrame(repo: string): { start: string; end: string } {
  return { start: `{"repo":${repo},"packages":{`, end: '}}' };
}

/** Returns the repository section of an index. */
export function renderRepository(repository: Repository, apps: AppsSummary): string {
  const { name, tagline = '', logo = DEFAULT_ICON, address, timestamp, categories = [] } = repository;
  const about = `Android apps from ${name}. Every version is inspected before it’s published.`;
  const antiFeatures = defineAntiFeatures(apps.antiFeatures);
  const listed = categories.filter(({ name: category }) => apps.categories.has(category));
  return JSON.stringify({
    name: localised(name),
    icon: localised(describePicture(storeIconPath(logo.sha256), logo)),
    description: localised(tagline === '' ? about : `${tagline}\n${about}`),
    address,
    timestamp,
    ...(listed.length > 0 && {
      categories: Object.fromEntries(
        listed.map((category) => [category.name, { name: nameCategory(category) }]),
      ),
    }),
    ...(antiFeatures && { antiFeatures }),
    ...(apps.hasBeta && { releaseChannels: BETA_CHANNEL }),
  });
}

/** Returns a category's name by locale: those of a new store are known in every language of the interface. */
function nameCategory(category: { readonly id: string; readonly name: string }) {
  const german = writeIn('de', () => categoryLabel(category));
  return { ...localised(category.name), ...(german !== category.name && { de: german }) };
}

/** Returns the definitions of the anti-features that an index uses; null without any. */
function defineAntiFeatures(used: readonly AntiFeature[]) {
  if (used.length === 0) return null;
  return Object.fromEntries(
    used.toSorted().map((id) => {
      const { label, explanation } = ANTI_FEATURES[id];
      return [id, { name: { [DEFAULT_LOCALE]: label() }, description: { [DEFAULT_LOCALE]: explanation() } }];
    }),
  );
}

/** Returns the package entry of an app. */
export function renderApp(app: PublishedApp): string {
  return `${JSON.stringify(app.applicationId)}:${JSON.stringify(describeApp(app))}`;
}

/** Returns true when an app has a beta version. */
export function hasBeta({ versions }: PublishedApp): boolean {
  return versions.some(({ isBeta }) => isBeta);
}

/** Returns the anti-features that any version of an app has. */
export function antiFeaturesIn({ versions }: PublishedApp): AntiFeature[] {
  const all = versions.flatMap(({ antiFeatures = {} }) => Object.keys(antiFeatures) as AntiFeature[]);
  return [...new Set(all)].sort();
}

/**
 * Names an app's category as the store does, which F-Droid calls its id: clients have pictures for those of F-Droid, and
 * show the apps of all repositories with the same one together. One that the store no longer has is left out.
 */
export function withNamedCategory(
  app: PublishedApp,
  { categories = [] }: Pick<Repository, 'categories'>,
): PublishedApp {
  const { listing } = app;
  const category = listing?.details.category ?? '';
  if (!listing || category === '') return app;
  const name = categories.find(({ id }) => id === category)?.name ?? '';
  return { ...app, listing: { ...listing, details: { ...listing.details, category: name } } };
}

/** The beta channel, by the id that clients know (fdroidclient, `RELEASE_CHANNEL_BETA`). */
const BETA_CHANNEL = {
  Beta: {
    name: localised('Beta'),
    description: localised('Early versions for testing, before everyone gets them.'),
  },
};

/** A file that `entry.json` names, with the number of its packages. */
export type EntryFile = FileFacts & { readonly numPackages: number };

/** A diff from an earlier index. */
export type EntryDiff = EntryFile & { readonly from: number };

/**
 * Returns the content of `entry.json`, which names the current index, and the diffs to it by the timestamps of earlier
 * indexes. Its signature covers these files through their hashes.
 */
export function buildEntry(timestamp: number, index: EntryFile, diffs: readonly EntryDiff[]) {
  const describe = ({ sha256, size, numPackages }: EntryFile, name: string) => ({
    name: `/${name}`,
    sha256,
    size,
    numPackages,
  });
  return {
    timestamp,
    version: FORMAT_VERSION,
    index: describe(index, indexName(index.sha256)),
    diffs: Object.fromEntries(
      diffs.map((diff) => [diff.from, describe(diff, diffName(diff.from, diff.sha256))]),
    ),
  };
}

/** Returns an app's entry in the index. */
function describeApp(app: PublishedApp) {
  const published = app.versions.map(({ publishedAt }) => publishedAt.getTime());
  const icon = app.versions[0]?.icon;
  return {
    metadata: {
      added: Math.min(...published),
      lastUpdated: Math.max(...published),
      name: localised(app.name),
      ...(app.summary && { summary: localised(app.summary) }),
      ...(app.authorName && { authorName: app.authorName }),
      ...(icon && {
        icon: localised(describePicture(iconPath({ applicationId: app.applicationId, ...icon }), icon)),
      }),
      ...(app.listing && describeListing(app.applicationId, app.listing)),
    },
    versions: Object.fromEntries(app.versions.map((version) => [version.sha256, describeVersion(version)])),
  };
}

function describePicture(path: string, { sha256, size }: DrawnPicture) {
  return { name: `/${path}`, sha256, ...(size !== null && { size }) };
}

function describeVersion({ package: facts, ...version }: PublishedVersion) {
  return {
    added: version.publishedAt.getTime(),
    file: {
      name: `/${apkFileName(facts.applicationId, facts.versionCode)}`,
      sha256: version.sha256,
      size: version.size,
    },
    manifest: describeManifest(facts, version.signers),
    ...(hasEntries(version.antiFeatures) && { antiFeatures: version.antiFeatures }),
    ...(version.isBeta && { releaseChannels: ['Beta'] }),
    ...(hasEntries(version.releaseNotes) && { whatsNew: version.releaseNotes }),
  };
}

/**
 * Returns the manifest by which a client decides if the device can run the version and if it updates the
 * installed one.
 */
function describeManifest(facts: StoredVersion['package'], signers: readonly string[]) {
  const { permissions, permissionsSdk23 } = listPermissions(facts);
  const required = facts.features.filter((feature) => feature.required);
  return {
    versionName: facts.versionName,
    versionCode: facts.versionCode,
    usesSdk: { minSdkVersion: facts.minSdk, targetSdkVersion: facts.targetSdk },
    ...(facts.maxSdk !== undefined && { maxSdkVersion: facts.maxSdk }),
    signer: { sha256: signers, ...(signers.length > 1 && { hasMultipleSigners: true }) },
    ...(permissions.length > 0 && { usesPermission: permissions }),
    ...(permissionsSdk23.length > 0 && { usesPermissionSdk23: permissionsSdk23 }),
    ...(facts.abis.length > 0 && { nativecode: facts.abis }),
    ...(required.length > 0 && { features: required.map(({ name }) => ({ name })) }),
  };
}

/**
 * Returns the permissions of a version, with those that Android adds to the requested ones. What follows only from
 * requests of Android 6 and later is listed with those.
 */
function listPermissions(facts: StoredVersion['package']) {
  const { permissions, permissionsSdk23 = [] } = facts;
  // Not those of the facts: packages of earlier releases of Quayside have them by a shorter list.
  const implied = impliedPermissions(facts);
  const onAll = new Set(impliedPermissions({ ...facts, permissionsSdk23: [] }).map(({ name }) => name));
  return {
    permissions: [...permissions, ...implied.filter(({ name }) => onAll.has(name))],
    permissionsSdk23: [...permissionsSdk23, ...implied.filter(({ name }) => !onAll.has(name))],
  };
}

function hasEntries(record: object | undefined): boolean {
  return record !== undefined && Object.keys(record).length > 0;
}

function localised<Value>(value: Value): Record<string, Value> {
  return { [DEFAULT_LOCALE]: value };
}
