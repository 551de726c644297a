import { decodeBinaryXml, type XmlElement } from '../apk/binary-xml.ts';
import { attributeReader } from '../apk/manifest-attributes.ts';
import { sdkLevels } from '../apk/sdk-levels.ts';
import { textOf } from '../apk/typed-value.ts';
import type { ByteSource } from '../byte-source.ts';
import { PackageError } from '../finding.ts';
import type { ZipDirectory } from '../zip.ts';
import { readEntry } from '../zip-entry.ts';
import type { ProblemLog } from './problem.ts';

/** Oreo introduces sandbox versions; apps that target R need a v2 signature. */
const O = 26;
const R = 30;
const TARGET_SANDBOX_VERSION = 0x0101054c;
const MAX_MANIFEST_SIZE = 32 * 1024 * 1024;

export interface ManifestScope {
  source: ByteSource;
  zip: ZipDirectory;
  maxSdk: number;
  jarVerified: boolean;
  log: ProblemLog;
}

/**
 * Checks what the manifest of a package asks of its signature when there is no v2 or newer one.
 * @see AOSP apksig, ApkVerifier.verify
 */
export async function checkManifestTerms(scope: ManifestScope): Promise<void> {
  const { maxSdk, jarVerified, log } = scope;
  const root = await readManifestRoot(scope);
  if (!root) return;
  const { targetSdk } = sdkLevels(root, attributeReader({ valuesOf: () => [] }));
  const sandboxVersion = targetSandboxVersion(root);
  if (maxSdk >= O && sandboxVersion > 1) {
    log.error('signature.sandbox-version', `android:targetSandboxVersion is ${sandboxVersion}.`);
  }
  if (jarVerified && targetSdk >= R && maxSdk >= targetSdk) {
    log.error('signature.scheme-too-old', `It targets API level ${targetSdk} and has no v2 or v3 signature.`);
  }
}

async function readManifestRoot({ source, zip, log }: ManifestScope): Promise<XmlElement | undefined> {
  try {
    const entry = zip.entries.find(({ name }) => name === 'AndroidManifest.xml');
    return entry && decodeBinaryXml(await readEntry({ source, zip, entry }, MAX_MANIFEST_SIZE));
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof PackageError)) throw error;
    log.error('signature.no-manifest', `AndroidManifest.xml cannot be read: ${error.message}.`);
    return undefined;
  }
}

function targetSandboxVersion(root: XmlElement): number {
  const value = root.attributes.find(({ resourceId }) => resourceId === TARGET_SANDBOX_VERSION)?.value;
  return Number((value && textOf(value)) ?? 1);
}
