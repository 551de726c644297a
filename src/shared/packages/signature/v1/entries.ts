import { readAhead } from '../../read-ahead.ts';
import type { ZipEntry } from '../../zip.ts';
import { equalBytes } from '../digest.ts';
import { SignatureProblem } from '../problem.ts';
import { streamEntryData } from './entry-data.ts';
import { expectedDigests } from './expected-digests.ts';
import { filesOf, type JarManifest, type JarScope, type JarSigner } from './jar.ts';

/** Damaged files reported per package; more would tell nobody anything new. */
const MAX_PROBLEMS = 5;
/** Maximum unpacked size; more would use a core for minutes. */
const MAX_UNPACKED = 8 * 1024 ** 3;

/**
 * Checks that every file outside META-INF matches the manifest and has the same signers. Returns these
 * signers and logs problems.
 * @throws SignatureProblem when the package claims to unpack to more than can be checked.
 * @see AOSP apksig, V1SchemeVerifier.verifyJarEntriesAgainstManifestAndSigners
 */
export async function checkEntries(
  manifest: JarManifest,
  signers: JarSigner[],
  scope: JarScope,
): Promise<JarSigner[]> {
  const entries = filesOf(scope.zip)
    .filter(({ name }) => !name.startsWith('META-INF/'))
    .toSorted((left, right) => left.localHeaderOffset - right.localHeaderOffset);
  rejectBombs(entries, scope);
  const sequential = { ...scope, source: readAhead(scope.source) };
  let agreed: JarSigner[] | undefined;
  let problems = 0;
  for (const entry of entries) {
    try {
      const entrySigners = signersOf(entry, manifest, signers);
      agreed ??= entrySigners;
      if (agreed.length !== entrySigners.length || agreed.some((signer, at) => signer !== entrySigners[at])) {
        throw notSigned(entry, 'otherSigners');
      }
      await checkContents(entry, manifest, sequential);
    } catch (error) {
      scope.log.caught(error);
      if (++problems === MAX_PROBLEMS) break;
    }
  }
  if (!agreed) throw new SignatureProblem('signature.v1.not-signed', { found: 'noSignedFile' });
  return agreed;
}

/**
 * Rejects bombs by their declared sizes, which `streamEntryData` enforces. Overlapping data would defeat
 * that.
 */
function rejectBombs(entries: ZipEntry[], { zip }: JarScope): void {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (unpacked > MAX_UNPACKED || packed > zip.centralDirectoryOffset) {
    throw new SignatureProblem('signature.v1.too-large', { found: 'unpackedSize', packed, unpacked });
  }
}

function signersOf(entry: ZipEntry, manifest: JarManifest, signers: JarSigner[]): JarSigner[] {
  const signing = signers.filter(({ entryNames }) => entryNames.has(entry.name));
  if (!manifest.sections.has(entry.name) || signing.length === 0) throw notSigned(entry, 'notListed');
  return signing;
}

async function checkContents(entry: ZipEntry, manifest: JarManifest, scope: JarScope): Promise<void> {
  const section = manifest.sections.get(entry.name);
  const expected = section ? expectedDigests(section, '-Digest', scope.range) : [];
  if (expected.length === 0) throw notSigned(entry, 'noDigest');
  const start = () => expected.map(({ name, value }) => ({ name, value, state: scope.createDigest(name) }));
  let running = start();
  await streamEntryData({ source: scope.source, zip: scope.zip, entry }, () => {
    running = start();
    return (chunk) => {
      for (const { state } of running) state.update(chunk);
    };
  });
  for (const { name, value, state } of running) {
    if (!equalBytes(state.digest(), value)) {
      throw new SignatureProblem('signature.v1.digest-mismatch', {
        found: 'fileDigest',
        digest: name,
        file: entry.name,
      });
    }
  }
}

function notSigned(
  { name: file }: ZipEntry,
  found: 'otherSigners' | 'notListed' | 'noDigest',
): SignatureProblem {
  return new SignatureProblem('signature.v1.not-signed', { found, file });
}
