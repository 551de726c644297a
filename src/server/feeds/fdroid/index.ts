import type { AndroidFacts } from '#shared/packages/facts.ts';
import { publicFileName } from '../../versions/queries.ts';
import { describeListing, type PublicListing } from './listing.ts';
import { DEFAULT_LOCALE, iconPath } from './names.ts';

/**
 * The index format's version that installed fdroidserver tools know; newer ones read it too.
 * Source: fdroidserver, `METADATA_VERSION` and `ENTRY` handling in index.py.
 */
const FORMAT_VERSION = 20002;

/** What the feed says of the store itself. Times are milliseconds since 1970. */
export interface Repository {
  readonly name: string;
  readonly address: string;
  readonly timestamp: number;
  /** What apps are sorted by; only those that an app has are listed. */
  readonly categories?: readonly { readonly id: string; readonly name: string }[];
}

/** A published Android app with at least one published version, the newest first. */
export interface PublishedApp {
  readonly applicationId: string;
  readonly name: string;
  readonly summary: string | null;
  readonly authorName: string | null;
  /** Absent while its publisher has written none. */
  readonly listing?: PublicListing;
  readonly versions: readonly PublishedVersion[];
}

export interface PublishedVersion {
  readonly sha256: string;
  readonly size: number;
  readonly publishedAt: Date;
  readonly package: AndroidFacts;
  /** SHA-256 of each signer's certificate, lower-case hex. */
  readonly signers: readonly string[];
  /** Offered to those alone who ask for unfinished versions. */
  readonly isBeta?: boolean;
  /** The share of places that is offered it; absent for all. */
  readonly percentage?: number;
  /** What is new, by locale. */
  readonly releaseNotes?: Readonly<Record<string, string>>;
  readonly icon: { readonly sha256: string; readonly extension: string } | null;
}

/** A file as the feed announces it. */
export interface FileFacts {
  readonly sha256: string;
  readonly size: number;
}

/**
 * The content of `index-v2.json`: every published app with every published version.
 * @see f-droid.org "All our APIs", and fdroidclient `org.fdroid.index.v2.IndexV2` for which fields must be there
 */
export function buildIndex(repository: Repository, apps: readonly PublishedApp[]) {
  const { name, address, timestamp } = repository;
  return {
    repo: {
      name: localised(name),
      description: localised(
        `The Android apps of ${name}. Each version is inspected before it is published.`,
      ),
      address,
      timestamp,
      ...describeCategories(repository, apps),
      ...(hasBeta(apps) && { releaseChannels: BETA_CHANNEL }),
    },
    packages: Object.fromEntries(apps.map((app) => [app.applicationId, describeApp(app)])),
  };
}

/** The channel that clients know by this id (fdroidclient, `RELEASE_CHANNEL_BETA`). */
const BETA_CHANNEL = {
  Beta: {
    name: localised('Beta'),
    description: localised('Versions that are tried out before everybody gets them.'),
  },
};

function hasBeta(apps: readonly PublishedApp[]): boolean {
  return apps.some(({ versions }) => versions.some(({ isBeta }) => isBeta));
}

function describeCategories({ categories = [] }: Repository, apps: readonly PublishedApp[]) {
  const used = new Set(apps.map(({ listing }) => listing?.details.category));
  const listed = categories.filter(({ id }) => used.has(id));
  if (listed.length === 0) return {};
  return { categories: Object.fromEntries(listed.map(({ id, name }) => [id, { name: localised(name) }])) };
}

/** The content of `entry.json`, which names the current index and whose signature covers it through its hash. */
export function buildEntry(
  timestamp: number,
  index: FileFacts & { readonly numPackages: number; readonly name?: string },
) {
  const { sha256, size, numPackages, name = '/index-v2.json' } = index;
  return {
    timestamp,
    version: FORMAT_VERSION,
    index: { name, sha256, size, numPackages },
    diffs: {},
  };
}

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
        icon: localised({
          name: `/${iconPath({ applicationId: app.applicationId, ...icon })}`,
          sha256: icon.sha256,
        }),
      }),
      ...(app.listing && describeListing(app.applicationId, app.listing)),
    },
    versions: Object.fromEntries(app.versions.map((version) => [version.sha256, describeVersion(version)])),
  };
}

function describeVersion({ package: facts, ...version }: PublishedVersion) {
  return {
    added: version.publishedAt.getTime(),
    file: {
      name: `/${publicFileName(facts.applicationId, facts.versionCode)}`,
      sha256: version.sha256,
      size: version.size,
    },
    manifest: describeManifest(facts, version.signers),
    ...(version.isBeta && { releaseChannels: ['Beta'] }),
    ...(hasEntries(version.releaseNotes) && { whatsNew: version.releaseNotes }),
  };
}

/** What a client decides by: whether the device can run the version, and whether it updates what is installed. */
function describeManifest(facts: AndroidFacts, signers: readonly string[]) {
  const required = facts.features.filter((feature) => feature.required);
  return {
    versionName: facts.versionName,
    versionCode: facts.versionCode,
    usesSdk: { minSdkVersion: facts.minSdk, targetSdkVersion: facts.targetSdk },
    ...(facts.maxSdk !== undefined && { maxSdkVersion: facts.maxSdk }),
    signer: { sha256: signers, ...(signers.length > 1 && { hasMultipleSigners: true }) },
    ...(facts.permissions.length > 0 && { usesPermission: facts.permissions }),
    ...(facts.abis.length > 0 && { nativecode: facts.abis }),
    ...(required.length > 0 && { features: required.map(({ name }) => ({ name })) }),
  };
}

function hasEntries(record: object | undefined): boolean {
  return record !== undefined && Object.keys(record).length > 0;
}

function localised<Value>(value: Value): Record<string, Value> {
  return { [DEFAULT_LOCALE]: value };
}
