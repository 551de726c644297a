import { DETAILS } from '#shared/listings/field-records.ts';
import { fieldsWith } from '#shared/listings/fields.ts';

/** A file as `index-v2.json` names it, by a path that begins with a slash. */
interface NamedFile {
  readonly name: string;
}

type Localised<Value> = Readonly<Record<string, Value>>;

/** The parts of an app's entry in `index-v2.json` that `index-v1.json` can tell. */
interface AppEntry {
  readonly metadata: {
    readonly name?: Localised<string>;
    readonly summary?: Localised<string>;
    readonly description?: Localised<string>;
    readonly video?: Localised<string>;
    readonly icon?: Localised<NamedFile>;
    readonly featureGraphic?: Localised<NamedFile>;
    /** By device class, such as `phone`. */
    readonly screenshots?: Readonly<Record<string, Localised<readonly NamedFile[]>>>;
    readonly categories?: readonly string[];
    readonly license?: string;
  };
  /** By the SHA-256 of the package, the newest first. */
  readonly versions: Readonly<Record<string, VersionEntry>>;
}

interface PermissionEntry {
  readonly name: string;
  readonly maxSdkVersion?: number;
}

interface VersionEntry {
  readonly added: number;
  readonly file: NamedFile & { readonly sha256: string; readonly size: number };
  readonly manifest: {
    readonly versionName: string;
    readonly versionCode: number;
    readonly usesSdk?: { readonly minSdkVersion: number; readonly targetSdkVersion: number };
    readonly maxSdkVersion?: number;
    readonly signer?: { readonly sha256: readonly string[] };
    readonly usesPermission?: readonly PermissionEntry[];
    readonly usesPermissionSdk23?: readonly PermissionEntry[];
    readonly nativecode?: readonly string[];
    readonly features?: readonly { readonly name: string }[];
  };
  readonly releaseChannels?: readonly string[];
  /** By the anti-feature's id. */
  readonly antiFeatures?: Readonly<Record<string, unknown>>;
  readonly whatsNew?: Localised<string>;
}

/** Metadata with the same name in both indexes. This one has the first of what the other one lists. */
const SHARED_FIELDS = [
  'added',
  'lastUpdated',
  'authorName',
  ...fieldsWith(DETAILS, 'fdroid').map(({ record }) => record.fdroid),
];

/** The license of apps that name none; clients refuse an app without one. */
const UNKNOWN_LICENSE = 'Unknown';

/** An app's two entries in `index-v1.json`. */
export interface AppTextsV1 {
  /** Element of `apps`. */
  readonly app: string;
  /** Member of `packages`, with its key. */
  readonly packages: string;
}

/**
 * Returns the entries of an app in `index-v1.json`, from its rendered entry in `index-v2.json`, so that both say the
 * same.
 * @see fdroidclient `org.fdroid.index.v1.AppV1` and `PackageV1` for the fields, `IndexConverter` for their meaning
 */
export function renderAppV1(text: string): AppTextsV1 {
  const parsed: Record<string, AppEntry> = JSON.parse(`{${text}}`);
  const [[applicationId, entry] = []] = Object.entries(parsed);
  if (applicationId === undefined || !entry) throw new Error('the text of an app is empty');
  const versions = Object.values(entry.versions);
  const shared = sharedAntiFeatures(versions);
  const packages = versions.map((version) => describePackage(applicationId, version, shared));
  return {
    app: JSON.stringify({
      packageName: applicationId,
      ...describeApp(entry),
      categories: entry.metadata.categories ?? [],
      ...(shared.length > 0 && { antiFeatures: shared }),
    }),
    packages: `${JSON.stringify(applicationId)}:${JSON.stringify(packages)}`,
  };
}

/** The beginning of `index-v1.json`, and what separates and follows its two lists. */
export interface FrameV1 {
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** Returns the text around the apps and the packages of `index-v1.json`. */
export function renderFrameV1(repo: string): FrameV1 {
  return {
    start: `{"repo":${renderRepositoryV1(repo)},"requests":{"install":[],"uninstall":[]},"apps":[`,
    between: '],"packages":{',
    end: '}}',
  };
}

/**
 * Format version of `index-v1.json`.
 * @see fdroidserver `METADATA_VERSION` in its versions 1.1 to 2.1, which wrote no other index
 */
const VERSION_1 = 21;

/** Returns the repository section of `index-v1.json`, from that of `index-v2.json`. */
export function renderRepositoryV1(repo: string): string {
  const parsed: {
    readonly name: Localised<string>;
    readonly description: Localised<string>;
    readonly icon?: Localised<NamedFile>;
    readonly address: string;
    readonly timestamp: number;
  } = JSON.parse(repo);
  return JSON.stringify({
    timestamp: parsed.timestamp,
    version: VERSION_1,
    name: firstOf(parsed.name) ?? '',
    // Required; clients look in the folder `icons`.
    icon: fileName(firstOf(parsed.icon)) ?? '',
    address: parsed.address,
    description: firstOf(parsed.description) ?? '',
  });
}

function describeApp({ metadata, versions }: AppEntry) {
  const suggested = Object.values(versions).find(({ releaseChannels = [] }) => releaseChannels.length === 0);
  const fields: Partial<Record<string, unknown>> = metadata;
  return {
    ...Object.fromEntries(
      SHARED_FIELDS.flatMap((field) =>
        fields[field] === undefined ? [] : [[field, firstIn(fields[field])]],
      ),
    ),
    license: metadata.license ?? UNKNOWN_LICENSE,
    // Clients take higher version codes for beta versions.
    ...(suggested && {
      suggestedVersionName: suggested.manifest.versionName,
      suggestedVersionCode: String(suggested.manifest.versionCode),
    }),
    localized: describeLocalised({ metadata, whatsNew: suggested?.whatsNew }),
  };
}

function describeLocalised({
  metadata,
  whatsNew,
}: Pick<AppEntry, 'metadata'> & { readonly whatsNew: Localised<string> | undefined }) {
  const { name, summary, description, video, icon, featureGraphic, screenshots = {} } = metadata;
  const texts = Object.entries({ name, summary, description, whatsNew, video });
  const files = Object.entries({ icon, featureGraphic }).map(
    ([field, byLocale = {}]) => [field, mapValues(byLocale, fileName)] as const,
  );
  const lists = Object.entries(screenshots).map(
    ([device, byLocale]) =>
      [`${device}Screenshots`, mapValues(byLocale, (all) => all.map(fileName))] as const,
  );
  const localised: Record<string, Record<string, unknown>> = {};
  for (const [field, byLocale = {}] of [...texts, ...files, ...lists]) {
    for (const [locale, value] of Object.entries(byLocale)) {
      localised[locale] = { ...localised[locale], [field]: value };
    }
  }
  return localised;
}

function describePackage(packageName: string, version: VersionEntry, ofApp: readonly string[]) {
  const { usesSdk, maxSdkVersion, signer, usesPermission, usesPermissionSdk23, ...manifest } =
    version.manifest;
  const { nativecode, features } = manifest;
  const antiFeatures = Object.keys(version.antiFeatures ?? {}).filter((id) => !ofApp.includes(id));
  return {
    packageName,
    added: version.added,
    apkName: version.file.name.slice(1),
    hash: version.file.sha256,
    hashType: 'sha256',
    size: version.file.size,
    versionName: manifest.versionName,
    versionCode: manifest.versionCode,
    ...usesSdk,
    ...(maxSdkVersion !== undefined && { maxSdkVersion }),
    ...(signer && { signer: signer.sha256[0] }),
    ...(usesPermission && { 'uses-permission': usesPermission.map(describePermission) }),
    ...(usesPermissionSdk23 && { 'uses-permission-sdk-23': usesPermissionSdk23.map(describePermission) }),
    ...(nativecode && { nativecode }),
    ...(features && { features: features.map(({ name }) => name) }),
    ...(antiFeatures.length > 0 && { antiFeatures }),
  };
}

function firstIn(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns a permission as a pair of its name and its last platform version. */
function describePermission({ name, maxSdkVersion }: PermissionEntry): [string, number | null] {
  return [name, maxSdkVersion ?? null];
}

/** Returns the anti-features that all versions have, which clients show for the app. */
function sharedAntiFeatures(versions: readonly VersionEntry[]): string[] {
  const [first, ...others] = versions.map(({ antiFeatures = {} }) => Object.keys(antiFeatures));
  return (first ?? []).filter((id) => others.every((ids) => ids.includes(id)));
}

/** Returns the name of a file without its folders, which clients derive from its kind. */
function fileName(file: NamedFile | undefined): string | undefined {
  return file?.name.split('/').at(-1);
}

function firstOf<Value>(localised: Localised<Value> = {}): Value | undefined {
  return Object.values(localised)[0];
}

function mapValues<Value, Result>(record: Localised<Value>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
