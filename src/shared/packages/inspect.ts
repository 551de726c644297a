import { readApk } from './apk/read-apk.ts';
import type { ByteSource } from './byte-source.ts';
import { checkContainer } from './container.ts';
import { type PackageFacts, type SignatureFacts, UNSIGNED } from './facts.ts';
import { type Finding, PackageError } from './finding.ts';
import type { PackageIcon } from './image.ts';
import { findBundle } from './ipa/bundle.ts';
import { readIpa } from './ipa/read-ipa.ts';
import { plain } from './plain.ts';
import type { DigestName, RunningDigest } from './signature/digest.ts';
import type { Hasher } from './signature/hasher.ts';
import { verifyApkSignature } from './signature/verify.ts';
import { readZip, type ZipDirectory } from './zip.ts';

/** What an inspection finds out about a package. */
export interface Inspection {
  /** Null when the package cannot be read; an error finding then says why. */
  package: PackageFacts | null;
  signature: SignatureFacts;
  findings: Finding[];
  /** PNG or WebP by content; null when the package shows none. */
  icon: PackageIcon | null;
}

/** For which platform versions a signature is judged; by default the package's own minimum and everything later. */
export interface InspectOptions {
  minSdk?: number;
  maxSdk?: number;
  /** A native digest, where there is a faster one than Web Crypto's. */
  digest?: Hasher;
  /** A native digest in pieces, where there is a faster one than JavaScript's. */
  createDigest?: (name: DigestName) => RunningDigest;
}

/**
 * Reads a package and verifies its signature, in memory bounded by what single parts may hold.
 * It never throws for what is inside the file: that ends in findings. It rejects only when the source cannot be read.
 */
export async function inspectPackage(source: ByteSource, options: InspectOptions = {}): Promise<Inspection> {
  try {
    const zip = await readZip(source);
    const { icon, ...content } = await readContent(source, zip, options);
    const findings = [...checkContainer(zip, source.size), ...content.findings];
    return { ...plain({ ...content, findings }), icon };
  } catch (error) {
    return { ...unreadable(error), signature: UNSIGNED };
  }
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
  return { package: facts, signature: UNSIGNED, findings, icon };
}

/** The signature is judged even when the manifest cannot be read: who signed may help to find the cause. */
async function inspectApk(
  source: ByteSource,
  zip: ZipDirectory,
  options: InspectOptions,
): Promise<Inspection> {
  const content = await readApk(source, zip).then(
    ({ facts, icon, findings }) => ({ package: facts, icon, findings }),
    unreadable,
  );
  const minSdk = options.minSdk ?? content.package?.minSdk ?? 1;
  const signature = await verifyApkSignature(source, zip, { ...options, minSdk });
  return { ...content, signature: signature.facts, findings: [...content.findings, ...signature.findings] };
}

function unreadable(error: unknown): { package: null; findings: Finding[]; icon: null } {
  if (!(error instanceof PackageError)) throw error;
  return { package: null, findings: [plain(error.finding)], icon: null };
}

/** Says what a zip without manifest is, as far as its names tell, and what to upload in its place. */
function unknownKind(names: string[]): PackageError {
  if (names.includes('BundleConfig.pb') || names.includes('base/manifest/AndroidManifest.xml')) {
    return unknown(
      'It is an Android App Bundle, which devices cannot install.',
      'Build an APK (for example with `./gradlew assembleRelease`, or bundletool in universal mode) and upload that.',
    );
  }
  if (names.some((name) => name.endsWith('.apk'))) {
    return unknown(
      `It is an archive of APKs: ${names
        .filter((name) => name.endsWith('.apk'))
        .slice(0, 3)
        .join(', ')}.`,
      'Upload one APK that installs by itself.',
    );
  }
  return unknown(
    'The zip holds neither AndroidManifest.xml nor Payload/<name>.app/Info.plist.',
    'Upload the .apk or .ipa file that the build wrote, not a zip around it.',
  );
}

function unknown(evidence: string, fix: string): PackageError {
  return new PackageError({ rule: 'unreadable', title: 'This is neither an APK nor an IPA', evidence, fix });
}
