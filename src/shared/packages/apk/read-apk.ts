import type { ByteSource } from '../byte-source.ts';
import type { AndroidFacts } from '../facts.ts';
import { type Finding, PackageError } from '../finding.ts';
import { iconHash, type PackageIcon } from '../image.ts';
import { apkPartSizes } from '../part-sizes.ts';
import { fileFinding } from '../rules/file-rules.ts';
import { STORED, type ZipDirectory } from '../zip.ts';
import { entryDataOffset, readEntry } from '../zip-entry.ts';
import { decodeBinaryXml } from './binary-xml.ts';
import { findIcon } from './icon.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { resolveText, resolveTexts } from './resolve-text.ts';
import { type ResourceTable, readResourceTable } from './resource-table.ts';

/** The most that manifest and resource table may unpack to; several times what the largest apps have. */
const MAX_TABLE_SIZE = 32 * 1024 * 1024;
const FIRST_SDK_WITH_MAPPED_TABLE = 30;
/** Android knows eight. */
const MAX_ABIS = 20;
const MAX_ICON_SIZE = 4 * 1024 * 1024;

/** What a package says about itself, and what was wrong with the parts that it can do without. */
export interface ApkContent {
  facts: AndroidFacts;
  icon: PackageIcon | null;
  findings: Finding[];
}

/**
 * Reads an APK's manifest, resources and icon. A damaged resource table costs label and icon and is a finding.
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
  const manifest = decodeManifest(manifestBytes ?? new Uint8Array(), table);
  const icon = await findIcon(manifest.icons, {
    table,
    readFile: (path) => readFile(path, MAX_ICON_SIZE),
  });
  findings.push(...(await checkTablePlacement(source, zip, manifest.targetSdk)));
  const { label, icons: _, ...stated } = manifest;
  return {
    facts: {
      platform: 'android',
      ...stated,
      label: (label && resolveText(table, label)) || manifest.applicationId,
      labels: label ? resolveTexts(table, label) : {},
      abis: nativeAbis(zip),
      size: source.size,
      partSizes: apkPartSizes(zip.entries),
      iconSha256: icon && iconHash(icon),
    },
    icon,
    findings,
  };
}

function decodeManifest(bytes: Uint8Array, table: ResourceTable): Manifest {
  try {
    return readManifest(decodeBinaryXml(bytes), table);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PackageError({
      rule: 'manifest',
      title: 'The manifest cannot be read',
      evidence: `AndroidManifest.xml: ${error.message}.`,
      fix: 'Build the package again with the Android build tools, and upload it unchanged.',
    });
  }
}

/** The resource table; where it is missing or damaged, one that knows no values, with a finding in the latter case. */
async function tableOf(read: () => Promise<Uint8Array | null>, findings: Finding[]): Promise<ResourceTable> {
  const none: ResourceTable = { valuesOf: () => [] };
  const damaged = (error: unknown) => {
    if (!(error instanceof RangeError) && !(error instanceof PackageError)) throw error;
    if (findings.length > 0) return;
    const evidence =
      error instanceof PackageError ? error.finding.evidence : `resources.arsc: ${error.message}.`;
    findings.push(fileFinding('resources', evidence));
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

/** Apps made for Android 11 and later install only when the table can be mapped into memory (AOSP, AndroidPackage). */
async function checkTablePlacement(
  source: ByteSource,
  zip: ZipDirectory,
  targetSdk: number,
): Promise<Finding[]> {
  const entry = zip.entries.find(({ name }) => name === 'resources.arsc');
  if (!entry || targetSdk < FIRST_SDK_WITH_MAPPED_TABLE) return [];
  const offset = await entryDataOffset({ source, zip, entry });
  if (entry.method === STORED && offset % 4 === 0) return [];
  const evidence =
    entry.method === STORED ? `resources.arsc starts at byte ${offset}.` : 'resources.arsc is compressed.';
  return [fileFinding('resources-placement', evidence)];
}

/** The processor types that native libraries are there for, as Android finds them: `lib/<abi>/<name>.so`. */
function nativeAbis(zip: ZipDirectory): string[] {
  const abis = zip.entries.map(({ name }) => /^lib\/([\w-]+)\/[^/]+\.so$/.exec(name)?.[1]);
  return [...new Set(abis.filter((abi) => abi !== undefined))].slice(0, MAX_ABIS).sort();
}
