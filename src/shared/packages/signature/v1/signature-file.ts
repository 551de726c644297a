import { digest, equalBytes } from '../digest.ts';
import { SignatureProblem } from '../problem.ts';
import { type ExpectedDigest, expectedDigests } from './expected-digests.ts';
import type { JarManifest, JarScope } from './jar.ts';
import { attributesOf, type ManifestSection, readSections } from './jar-manifest.ts';

const N = 24;
const P = 28;
const LINE_FEED = 10;

/** A signature file (.SF) whose signature verified. */
export interface SignatureFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Checks the signature file against the manifest, and that no newer signature was removed. Returns the names
 * of the files it signs; undefined when Android would ignore this signer.
 * @throws SignatureProblem when the signature file does not match.
 * @see AOSP apksig, V1SchemeVerifier.Signer.verifySigFileAgainstManifest
 */
export function checkSignatureFile(
  file: SignatureFile,
  manifest: JarManifest,
  scope: JarScope,
): Set<string> | undefined {
  const [main, ...sections] = readSections(file.bytes);
  const attribute = main && attributesOf(main);
  if (!main || attribute?.('Signature-Version') === undefined) {
    return warnOfIgnored(file, scope, 'noVersion');
  }
  if (scope.range.maxSdk >= N) checkStripped(attribute('X-Android-APK-Signed') ?? '', file.name, scope);
  // Mozilla's signtool digests slightly less than other tools.
  const bySigntool = attribute('Created-By')?.includes('signtool') ?? false;
  const context = { file, manifest, scope, bySigntool };
  const whole = wholeManifestHolds(main, context);
  if (!bySigntool) checkMainSection(main, context);
  const names = new Set(sections.map(({ name }) => name));
  if (names.has(undefined)) return warnOfIgnored(file, scope, 'namelessSection');
  if (names.size < sections.length) return warnOfIgnored(file, scope, 'repeatedFile');
  if (!whole && sections.some(({ name = '' }) => !manifest.sections.has(name))) {
    return warnOfIgnored(file, scope, 'notInManifest');
  }
  if (!whole) for (const section of sections) checkSection(section, context);
  // Share the manifest's strings: ten signers may name the same 65,535 files.
  const known = sections.map(({ name = '' }) => manifest.sections.get(name)?.name);
  return new Set(known.filter((name) => name !== undefined));
}

function warnOfIgnored(
  { name: file }: SignatureFile,
  { log }: JarScope,
  found: 'noVersion' | 'namelessSection' | 'repeatedFile' | 'notInManifest',
): undefined {
  log.warning('signature.v1.signer-ignored', { found, file });
}

interface FileContext {
  file: SignatureFile;
  manifest: JarManifest;
  scope: JarScope;
  bySigntool: boolean;
}

/**
 * Checks for removed signatures: the file lists the schemes that the package was signed with, and those that
 * Android supports must be present.
 */
function checkStripped(ids: string, name: string, { range, foundSchemes }: JarScope): void {
  const announced = new Set(ids.split(',').map((id) => id.trim()));
  const known = range.maxSdk >= P ? (['2', '3'] as const) : (['2'] as const);
  for (const scheme of known) {
    if (announced.has(scheme) && !foundSchemes.includes(`v${scheme}`)) {
      throw new SignatureProblem('signature.stripped', { found: 'announced', file: name, scheme });
    }
  }
}

function wholeManifestHolds(
  main: ManifestSection,
  { file, manifest, scope, bySigntool }: FileContext,
): boolean {
  const expected = expectedDigests(main, bySigntool ? '-Digest' : '-Digest-Manifest', scope.range);
  const wrong = expected.find((one) => !matches(one, manifest.bytes));
  if (wrong) {
    const evidence = { found: 'manifestDigest', digest: wrong.name, file: file.name } as const;
    scope.log.warning('signature.v1.manifest-digest', evidence);
  }
  return expected.length > 0 && !wrong;
}

function checkMainSection(main: ManifestSection, { file, manifest, scope }: FileContext): void {
  const expected = expectedDigests(main, '-Digest-Manifest-Main-Attributes', scope.range);
  const bytes = manifest.bytes.subarray(manifest.main?.start, manifest.main?.end);
  for (const one of expected) {
    if (!matches(one, bytes)) {
      throw new SignatureProblem('signature.v1.digest-mismatch', {
        found: 'mainSectionDigest',
        digest: one.name,
        file: file.name,
      });
    }
  }
}

function checkSection(section: ManifestSection, context: FileContext): void {
  const { file, manifest, scope, bySigntool } = context;
  const { name = '' } = section;
  const signed = manifest.sections.get(name);
  const expected = expectedDigests(section, '-Digest', scope.range);
  if (!signed || expected.length === 0) {
    throw new SignatureProblem('signature.v1.not-signed', {
      found: 'noSectionDigest',
      name,
      file: file.name,
    });
  }
  const { bytes } = manifest;
  const twoLineFeeds = bytes[signed.end - 1] === LINE_FEED && bytes[signed.end - 2] === LINE_FEED;
  const end = bySigntool && twoLineFeeds ? signed.end - 1 : signed.end;
  for (const one of expected) {
    if (!matches(one, bytes.subarray(signed.start, end))) {
      throw new SignatureProblem('signature.v1.digest-mismatch', {
        found: 'sectionDigest',
        digest: one.name,
        name,
        file: file.name,
      });
    }
  }
}

function matches({ name, value }: ExpectedDigest, bytes: Uint8Array): boolean {
  return equalBytes(digest(name, bytes), value);
}
