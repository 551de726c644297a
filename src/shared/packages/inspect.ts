import { readApk } from './apk/read-apk.ts';
import type { ByteSource } from './byte-source.ts';
import { checkContainer } from './container.ts';
import { type PackageFacts, type SignatureFacts, UNSIGNED } from './facts.ts';
import { type Finding, PackageError } from './finding.ts';
import type { PackageIcon } from './image.ts';
import { findBundle } from './ipa/bundle.ts';
import { readIpa } from './ipa/read-ipa.ts';
import { plain } from './plain.ts';
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

/** The platform versions a signature is judged for; by default the package's own minimum and everything later. */
export interface SdkWindow {
  minSdk?: number;
  maxSdk?: number;
}

/**
 * Reads a package and verifies its signature, in memory bounded by what single parts may hold.
 * It never throws for what is inside the file: that ends in findings. It rejects only when the source cannot be read.
 */
export async function inspectPackage(source: ByteSource, window: SdkWindow = {}): Promise<Inspection> {
  try {
    const zip = await readZip(source);
    const container = checkContainer(zip, source.size);
    const content = await readContent(source, zip, window).catch(asUnreadable);
    return {
      package: plain(content.package),
      signature: plain(content.signature),
      findings: plain([...container, ...content.findings]),
      icon: content.icon,
    };
  } catch (error) {
    return asUnreadable(error);
  }
}

async function readContent(source: ByteSource, zip: ZipDirectory, _window: SdkWindow): Promise<Inspection> {
  const names = new Set(zip.entries.map(({ name }) => name));
  if (names.has('AndroidManifest.xml')) {
    const { facts, icon, findings } = await readApk(source, zip);
    return { package: facts, signature: UNSIGNED, findings, icon };
  }
  const bundle = findBundle(source, zip);
  if (!bundle) throw unknownKind(names);
  const { facts, icon, findings } = await readIpa(bundle, source.size);
  return { package: facts, signature: UNSIGNED, findings, icon };
}

function asUnreadable(error: unknown): Inspection {
  if (!(error instanceof PackageError)) throw error;
  return { package: null, signature: UNSIGNED, findings: [plain(error.finding)], icon: null };
}

/** Says what a zip without manifest is, as far as its names tell, and what to upload in its place. */
function unknownKind(names: Set<string>): PackageError {
  const all = [...names];
  if (names.has('BundleConfig.pb') || names.has('base/manifest/AndroidManifest.xml')) {
    return unknown(
      'It is an Android App Bundle, which devices cannot install.',
      'Build an APK (for example with `./gradlew assembleRelease`, or bundletool in universal mode) and upload that.',
    );
  }
  if (all.some((name) => name.endsWith('.apk'))) {
    return unknown(
      `It is an archive of APKs: ${all
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
