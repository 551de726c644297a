import type { ZipEntry } from '../../zip.ts';
import type { Certificate } from '../certificate.ts';
import { ProblemLog, SignatureProblem } from '../problem.ts';
import { checkEntries } from './entries.ts';
import { filesOf, type JarScope, type JarSigner, readJarManifest, readMetaFile, unsignedJar } from './jar.ts';
import { checkSignatureFile } from './signature-file.ts';
import { verifySignatureBlock } from './signer-info.ts';

/** A signature with a certificate chain has a few kilobytes. */
const MAX_BLOCK_FILE = 1024 * 1024;
/** Android rejects more (AOSP apksig, Constants.MAX_APK_SIGNERS). */
const MAX_SIGNERS = 10;

/** The result of verifying the JAR signature. */
export interface JarResult {
  verified: boolean;
  signers: Certificate[];
  log: ProblemLog;
}

/** The result when no release in the range reads the JAR signature. */
export const NO_JAR_SIGNATURE: JarResult = { verified: false, signers: [], log: new ProblemLog() };

/**
 * Verifies the JAR signature (v1): a signature over an .SF file, which digests the manifest, which digests
 * every file. Problems go to the result's log; it rejects only when the source cannot be read.
 * @see AOSP apksig, V1SchemeVerifier.verify
 */
export async function verifyJarSignature(scope: Omit<JarScope, 'log'>): Promise<JarResult> {
  const log = new ProblemLog();
  const signers: JarSigner[] = [];
  try {
    const agreed = await verifyJar({ ...scope, log }, signers);
    if (!log.failed) return { verified: true, signers: agreed.map(({ certificate }) => certificate), log };
  } catch (error) {
    log.caught(error);
  }
  return { verified: false, signers: signers.map(({ certificate }) => certificate), log };
}

async function verifyJar(scope: JarScope, signers: JarSigner[]): Promise<JarSigner[]> {
  rejectDuplicates(scope);
  const manifest = await readJarManifest(scope);
  const pairs = findSignatureFiles(scope);
  if (pairs.length === 0) throw unsignedJar(scope, { found: 'noJarSignature' });
  if (pairs.length > MAX_SIGNERS) {
    throw new SignatureProblem('signature.v1.too-many-signers', {
      found: 'signers',
      count: pairs.length,
    });
  }
  for (const { block, file } of pairs) {
    const files = {
      name: block.name,
      block: await readMetaFile(scope, block, MAX_BLOCK_FILE),
      file: await readMetaFile(scope, file),
    };
    const certificate = verifySignatureBlock(files, scope.range);
    signers.push({ certificate, entryNames: new Set() });
  }
  const counting: JarSigner[] = [];
  for (const [index, { file }] of pairs.entries()) {
    // Read again instead of keeping them: the signature files of ten signers may take 160 MB.
    const bytes = await readMetaFile(scope, file);
    const entryNames = checkSignatureFile({ name: file.name, bytes }, manifest, scope);
    const signer = signers[index];
    if (entryNames && signer) counting.push({ ...signer, entryNames });
  }
  if (counting.length === 0) throw unsignedJar(scope, { found: 'onlyIgnored' });
  return checkEntries(manifest, counting, scope);
}

function rejectDuplicates({ zip, log }: JarScope): void {
  const seen = new Set<string>();
  for (const { name } of filesOf(zip)) {
    if (seen.has(name)) log.error('signature.v1.duplicate-entry', { found: 'duplicate', file: name });
    seen.add(name);
  }
  if (log.failed) throw new SignatureProblem('signature.v1.duplicate-entry', { found: 'duplicates' });
}

/** Pairs each signature block in META-INF with the signature file of the same name; skips unpaired ones. */
function findSignatureFiles({ zip, log }: JarScope): { block: ZipEntry; file: ZipEntry }[] {
  const meta = filesOf(zip).filter(({ name }) => name.startsWith('META-INF/'));
  const files = new Map(meta.filter(({ name }) => name.endsWith('.SF')).map((entry) => [entry.name, entry]));
  return meta
    .filter(({ name }) => /\.(RSA|DSA|EC)$/.test(name))
    .flatMap((block) => {
      const file = files.get(block.name.replace(/\.[A-Z]+$/, '.SF'));
      if (file) return [{ block, file }];
      log.warning('signature.v1.signer-ignored', { found: 'noSignatureFile', file: block.name });
      return [];
    });
}
