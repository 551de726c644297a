import { readApk } from './apk/read-apk.ts';
import type { ByteSource } from './byte-source.ts';
import { checkContainer } from './container.ts';
import { type PackageFacts, type SignatureFacts, UNSIGNED } from './facts.ts';
import { type Finding, PackageError } from './finding.ts';
import type { PackageIcon } from './image.ts';
import { ambiguousPaths } from './ipa/ambiguous-paths.ts';
import { findBundle, isAppInfo } from './ipa/bundle.ts';
import { readIpa } from './ipa/read-ipa.ts';
import { endsInspection, unreadable } from './rules/file-rules.ts';
import { sanitize, sanitizeFacts } from './sanitize.ts';
import type { DigestName, RunningDigest } from './signature/digest.ts';
import type { Hasher } from './signature/hasher.ts';
import { verifyApkSignature } from './signature/verify.ts';
import { readZip, type ZipDirectory } from './zip.ts';

const MAX_APKS_SHOWN = 3;

/** The result of inspecting a package. */
export interface Inspection {
  /** Null when the package cannot be read; an error finding then says why. */
  package: PackageFacts | null;
  signature: SignatureFacts;
  findings: Finding[];
  /** PNG or WebP by content; null when the package has none. */
  icon: PackageIcon | null;
  /** The pictures that the facts list in `otherIcons`, in their order; absent without any. */
  otherIcons?: PackageIcon[];
}

/** The SDK range to check the signature for; by default from the package's minimum upwards. */
export interface InspectOptions {
  minSdk?: number;
  maxSdk?: number;
  /** A native digest, where it is faster than Web Crypto's. */
  digest?: Hasher;
  /** A native streaming digest, where it is faster than the JavaScript one. */
  createDigest?: (name: DigestName) => RunningDigest;
}

/**
 * Reads a package and verifies its signature, with bounded memory. An error in the container ends the
 * inspection: a ZIP that contradicts itself is neither unpacked nor digested. Problems inside the file become
 * findings; the promise rejects only when the source cannot be read.
 */
export async function inspectPackage(source: ByteSource, options: InspectOptions = {}): Promise<Inspection> {
  try {
    const zip = await readZip(source);
    const container = await checkContainer(source, zip);
    const isReadable = !container.some(endsInspection);
    const {
      icon,
      otherIcons = [],
      ...content
    } = isReadable ? await readContent(source, zip, options) : unreadInspection(zip);
    const { package: facts, ...others } = content;
    const findings = [...container, ...content.findings];
    const read = { package: sanitizeFacts(facts), ...sanitize({ ...others, findings }), icon };
    return otherIcons.length > 0 ? { ...read, otherIcons } : read;
  } catch (error) {
    return { ...unreadPackage(error), signature: UNSIGNED };
  }
}

/**
 * Returns the result for a package whose container was rejected. When the names tell what else it is, it says so too:
 * after the archive was repaired, it would be rejected for that.
 */
function unreadInspection({ entries }: ZipDirectory): Inspection {
  const findings = findOtherKind(entries.map(({ name }) => name));
  return { package: null, signature: UNSIGNED, findings, icon: null };
}

async function readContent(
  source: ByteSource,
  zip: ZipDirectory,
  options: InspectOptions,
): Promise<Inspection> {
  if (zip.entries.some(({ name }) => name === 'AndroidManifest.xml')) return inspectApk(source, zip, options);
  const bundle = findBundle(source, zip);
  if (!bundle) throw unknownKind(zip.entries.map(({ name }) => name));
  const { facts, icon, findings } = await readIpa(bundle, source.size);
  return { package: facts, signature: UNSIGNED, findings: [...ambiguousPaths(zip), ...findings], icon };
}

/**
 * Verifies the signature even when the manifest cannot be read, because the signer may help to find the
 * cause.
 */
async function inspectApk(
  source: ByteSource,
  zip: ZipDirectory,
  options: InspectOptions,
): Promise<Inspection> {
  const content = await readApk(source, zip).then(
    ({ facts, icon, otherIcons, findings }) => ({ package: facts, icon, otherIcons, findings }),
    unreadPackage,
  );
  const minSdk = options.minSdk ?? content.package?.minSdk ?? 1;
  const targetSdk = content.package?.targetSdk;
  const signature = await verifyApkSignature(source, zip, {
    ...options,
    minSdk,
    ...(targetSdk !== undefined && { targetSdk }),
  });
  return { ...content, signature: signature.facts, findings: [...content.findings, ...signature.findings] };
}

function unreadPackage(error: unknown): { package: null; findings: Finding[]; icon: null } {
  if (!(error instanceof PackageError)) throw error;
  return { package: null, findings: [sanitize(error.finding)], icon: null };
}

/** Guesses from the file names what the archive is. */
function unknownKind(names: string[]): PackageError {
  return otherKind(names) ?? unreadable({ found: 'noPackage' });
}

/** Returns the finding about an archive that is recognized as something else than a package. */
function findOtherKind(names: string[]): Finding[] {
  const isPackage = names.some((name) => name === 'AndroidManifest.xml' || isAppInfo(name));
  const error = isPackage ? null : otherKind(names);
  return error ? [error.finding] : [];
}

function otherKind(names: string[]): PackageError | null {
  if (names.includes('BundleConfig.pb') || names.includes('base/manifest/AndroidManifest.xml')) {
    return unreadable({ found: 'appBundle' });
  }
  const apks = names.filter((name) => name.endsWith('.apk'));
  if (apks.length > 0) return unreadable({ found: 'apks', files: apks.slice(0, MAX_APKS_SHOWN) });
  const outer = names.flatMap((name) => /^(.+\/)Payload\/[^/]+\.app\/Info\.plist$/s.exec(name)?.[1] ?? [])[0];
  return outer === undefined ? null : unreadable({ found: 'folder', folder: outer });
}
