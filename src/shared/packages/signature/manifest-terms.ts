import { decodeBinaryXml } from '../apk/binary-xml.ts';
import { attributeReader } from '../apk/manifest-attributes.ts';
import { ManifestDoubts } from '../apk/manifest-doubts.ts';
import { sdkLevels } from '../apk/sdk-levels.ts';
import type { ByteSource } from '../byte-source.ts';
import { PackageError } from '../finding.ts';
import { problemOf } from '../problems/format-error.ts';
import type { SignatureEvidence } from '../problems/signature-problems.ts';
import type { ZipDirectory } from '../zip.ts';
import { readEntry } from '../zip-entry.ts';
import type { ProblemLog } from './problem.ts';

/** Oreo introduced sandbox versions; apps that target R need a v2 signature. */
const O = 26;
const R = 30;
const MAX_MANIFEST_SIZE = 32 * 1024 * 1024;

export interface ManifestScope {
  source: ByteSource;
  zip: ZipDirectory;
  maxSdk: number;
  /** The target, as the package's reader resolved it; read from the manifest when missing. */
  targetSdk?: number | undefined;
  jarVerified: boolean;
  log: ProblemLog;
}

/**
 * Checks the manifest's requirements for a package without a v2 or newer signature.
 * @see AOSP apksig, ApkVerifier.verify
 */
export async function checkManifestTerms(scope: ManifestScope): Promise<void> {
  const { maxSdk, jarVerified, log } = scope;
  const terms = await readTerms(scope);
  if (!terms) return;
  const { targetSdk, sandboxVersion } = terms;
  if (maxSdk >= O && sandboxVersion !== 1) {
    log.error('signature.sandbox-version', { found: 'sandbox', version: sandboxVersion });
  }
  if (jarVerified && targetSdk >= R && maxSdk >= targetSdk) {
    log.error('signature.scheme-too-old', { found: 'target', targetSdk });
  }
}

async function readTerms({ source, zip, log, targetSdk: known }: ManifestScope) {
  try {
    const entry = zip.entries.find(({ name }) => name === 'AndroidManifest.xml');
    if (!entry) return undefined;
    const root = decodeBinaryXml(await readEntry({ source, zip, entry }, MAX_MANIFEST_SIZE));
    // The reader of the facts reports doubts about the manifest.
    const doubts = new ManifestDoubts();
    const read = attributeReader({ valuesOf: () => [] }, doubts);
    const targetSdk = known ?? sdkLevels(root, { read, doubts }).targetSdk;
    const isGiven = read.value(root, 'targetSandboxVersion') !== null;
    // What isn't a number could be any version to a device.
    return { targetSdk, sandboxVersion: isGiven ? (read.integer(root, 'targetSandboxVersion') ?? O) : 1 };
  } catch (error) {
    log.error('signature.no-manifest', unreadableManifest(error));
    return undefined;
  }
}

function unreadableManifest(error: unknown): SignatureEvidence {
  if (error instanceof RangeError) return { found: 'manifest', ...problemOf(error) };
  if (!(error instanceof PackageError)) throw error;
  const { found, ...values } = error.finding.values;
  return { ...values, found: 'manifestEntry', problem: found } as SignatureEvidence;
}
