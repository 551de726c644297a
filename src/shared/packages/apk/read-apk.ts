import type { ByteSource } from '../byte-source.ts';
import { FactLimiter } from '../fact-limiter.ts';
import type { AndroidFacts } from '../facts.ts';
import { type Finding, PackageError } from '../finding.ts';
import { iconHash, type PackageIcon } from '../image.ts';
import { impliedPermissions } from '../implied-permissions.ts';
import { MAX_FACT_NAME_LENGTH, MAX_LISTED } from '../limits.ts';
import { apkLibraries } from '../native-libraries.ts';
import { apkPartSizes } from '../part-sizes.ts';
import { problemOf } from '../problems/format-error.ts';
import { fileError, fileFinding } from '../rules/file-rules.ts';
import { STORED, type ZipDirectory } from '../zip.ts';
import { entryDataOffset, readEntry } from '../zip-entry.ts';
import { decodeBinaryXml } from './binary-xml.ts';
import { findIcon } from './icon.ts';
import { PictureDigests } from './icon-files.ts';
import type { Launcher } from './launchers.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { ManifestDoubts } from './manifest-doubts.ts';
import { valueReader } from './manifest-values.ts';
import { findOtherIcons, type OtherIcon } from './other-icons.ts';
import { type Names, namesOf } from './resolve-text.ts';
import { type ResourceTable, readResourceTable } from './resource-table.ts';
import { readComponentSettings, readNetworkRules } from './xml-settings.ts';

/** Maximum unpacked size of the manifest and the resource table; several times that of the largest apps. */
const MAX_TABLE_SIZE = 32 * 1024 * 1024;
const FIRST_SDK_WITH_MAPPED_TABLE = 30;
const MAX_ICON_SIZE = 4 * 1024 * 1024;

/** The facts of an APK, and findings about damaged parts that are not essential. */
export interface ApkContent {
  facts: AndroidFacts;
  icon: PackageIcon | null;
  /** In the order of the facts' `otherIcons`. */
  otherIcons: PackageIcon[];
  findings: Finding[];
}

/**
 * Reads an APK's manifest, resources and icon. A damaged resource table is a finding and loses only the label
 * and icon.
 * @throws PackageError when the manifest cannot be read
 */
export async function readApk(source: ByteSource, zip: ZipDirectory): Promise<ApkContent> {
  const readFile = async (path: string, maxBytes: number) => {
    const entry = zip.entries.find(({ name }) => name === path);
    return entry ? await readEntry({ source, zip, entry }, maxBytes) : null;
  };
  const findings: Finding[] = [];
  const manifestBytes = await readFile('AndroidManifest.xml', MAX_TABLE_SIZE);
  const table = await tableOf(() => readFile('resources.arsc', MAX_TABLE_SIZE), findings);
  const limiter = new FactLimiter();
  const doubts = new ManifestDoubts();
  const manifest = decodeManifest(manifestBytes ?? new Uint8Array(), { table, limiter, doubts });
  const iconFiles = { table, readFile: (path: string) => readFile(path, MAX_ICON_SIZE) };
  const icon = await findIcon(manifest.icons, iconFiles);
  findings.push(...(await checkTablePlacement(source, zip, manifest.targetSdk)));
  const { label, icons: _, shown, launchers, components, traffic, settings, ...stated } = manifest;
  const xmlFiles = { values: valueReader(table), limiter, readFile };
  const context = { table, limiter, minSdk: manifest.minSdk };
  const names = label ? namesOf(label, context) : NO_NAMES;
  if (label && names.label === null && findings.length === 0) {
    findings.push(fileFinding('resources-ambiguous', { found: 'noName' }));
  }
  const others = await findOtherIcons({ shown, launchers, icon }, iconFiles);
  const digests = new PictureDigests({ ...iconFiles, limiter });
  const pictures = await readPictures({ digests, shown, launchers }, findings);
  const libraries = apkLibraries(zip.entries, limiter);
  const facts: AndroidFacts = {
    platform: 'android',
    ...stated,
    impliedPermissions: impliedPermissions(stated),
    label: limiter.text('name', names.label || manifest.applicationId),
    labels: names.labels,
    labelVariants: names.variants,
    launchers: launcherFacts(launchers, { own: names, pictures, ...context }),
    ...settings,
    components: await readComponentSettings(components, xmlFiles),
    network: await readNetworkRules(traffic, manifest, xmlFiles),
    ...(others.length > 0 && { otherIcons: others.map((other) => captionOf(other, limiter)) }),
    abis: nativeAbis(zip, limiter),
    ...(libraries.length > 0 && { nativeLibraries: libraries }),
    size: source.size,
    partSizes: apkPartSizes(zip.entries),
    iconSha256: icon && iconHash(icon),
    iconFilesSha256: pictures.own,
  };
  const otherIcons = others.map((other) => other.icon);
  return { facts, icon, otherIcons, findings: [...findings, ...doubts.findings(), ...limiter.findings()] };
}

function captionOf({ entry, configuration }: OtherIcon, limiter: FactLimiter) {
  return {
    entry: entry === null ? null : limiter.text('activity', entry),
    configuration: limiter.text('iconConfiguration', configuration),
  };
}

const NO_NAMES: Names = { label: null, labels: {}, variants: {} };

/** Digests of the application's pictures, and of those of each launcher entry in its order. */
interface Pictures {
  own: string | null;
  ofLaunchers: (string | null)[];
}

interface PictureSources {
  digests: PictureDigests;
  shown: Manifest['shown'];
  launchers: readonly Launcher[];
}

/** Digests all pictures; adds a finding when a file cannot be read, since devices may read it. */
async function readPictures(
  { digests, shown, launchers }: PictureSources,
  findings: Finding[],
): Promise<Pictures> {
  const ofLaunchers: (string | null)[] = [];
  try {
    const own = await digests.digest(shown.pictures);
    for (const { pictures } of launchers.slice(0, MAX_LISTED.launchers)) {
      ofLaunchers.push(await digests.digest({ ...shown.pictures, ...pictures }));
    }
    return { own, ofLaunchers };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    findings.push({ ...error.finding, rule: 'icon-files' });
    return { own: null, ofLaunchers };
  }
}

interface LauncherContext {
  own: Names;
  pictures: Pictures;
  table: ResourceTable;
  limiter: FactLimiter;
  minSdk: number;
}

/** Lists the launcher entries whose name or pictures differ from the application's. */
function launcherFacts(
  launchers: readonly Launcher[],
  { own, pictures, ...context }: LauncherContext,
): NonNullable<AndroidFacts['launchers']> {
  const { limiter } = context;
  const kept = limiter.list('launchers', launchers, MAX_LISTED.launchers);
  return kept.flatMap(({ name, label }, index) => {
    const given = label ? namesOf(label, context) : own;
    const isOwnName = JSON.stringify(given) === JSON.stringify(own);
    const digest = pictures.ofLaunchers[index] ?? null;
    if (isOwnName && digest === pictures.own) return [];
    return [
      {
        name: limiter.text('activity', name),
        labels: isOwnName ? {} : allNames(given),
        iconFilesSha256: digest === pictures.own ? null : digest,
      },
    ];
  });
}

/** Returns all names by configuration; the default one is under `default`. */
function allNames({ label, labels, variants }: Names): Record<string, string> {
  return { ...labels, ...variants, default: (label ?? 'unknown').slice(0, MAX_FACT_NAME_LENGTH) };
}

function decodeManifest(bytes: Uint8Array, context: Parameters<typeof readManifest>[1]): Manifest {
  try {
    return readManifest(decodeBinaryXml(bytes), context);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw fileError('manifest', problemOf(error));
  }
}

/**
 * Reads the resource table. Returns an empty table when it is missing or damaged, and adds a finding when it
 * is damaged.
 */
async function tableOf(read: () => Promise<Uint8Array | null>, findings: Finding[]): Promise<ResourceTable> {
  const none: ResourceTable = { valuesOf: () => [] };
  const damaged = (error: unknown) => {
    if (!(error instanceof RangeError) && !(error instanceof PackageError)) throw error;
    if (findings.length > 0) return;
    findings.push(
      error instanceof PackageError
        ? { ...error.finding, rule: 'resources' }
        : fileFinding('resources', { found: 'table', ...problemOf(error) }),
    );
  };
  try {
    const bytes = await read();
    if (!bytes) return none;
    const table = readResourceTable(bytes);
    return {
      valuesOf(id) {
        try {
          return table.valuesOf(id);
        } catch (error) {
          damaged(error);
          return [];
        }
      },
    };
  } catch (error) {
    damaged(error);
    return none;
  }
}

/**
 * Checks that the table can be memory-mapped: otherwise Android 11 and later refuse to install the app (AOSP,
 * AndroidPackage).
 */
async function checkTablePlacement(
  source: ByteSource,
  zip: ZipDirectory,
  targetSdk: number,
): Promise<Finding[]> {
  const entry = zip.entries.find(({ name }) => name === 'resources.arsc');
  if (!entry || targetSdk < FIRST_SDK_WITH_MAPPED_TABLE) return [];
  const offset = await entryDataOffset({ source, zip, entry });
  if (entry.method === STORED && offset % 4 === 0) return [];
  return [
    fileFinding(
      'resources-placement',
      entry.method === STORED ? { found: 'unaligned', offset } : { found: 'compressed' },
    ),
  ];
}

/** Lists the ABIs of the native libraries, which Android looks for in `lib/<abi>/<name>.so`. */
function nativeAbis(zip: ZipDirectory, limiter: FactLimiter): string[] {
  const abis = zip.entries.map(({ name }) => /^lib\/([\w-]+)\/[^/]+\.so$/.exec(name)?.[1]);
  const distinct = [...new Set(abis.filter((abi) => abi !== undefined))];
  return limiter
    .list('abis', distinct, MAX_LISTED.abis)
    .map((abi) => limiter.text('abi', abi))
    .sort();
}
