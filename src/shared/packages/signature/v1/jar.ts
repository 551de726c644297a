import type { ByteSource } from '../../byte-source.ts';
import type { SignatureEvidence } from '../../problems/signature-problems.ts';
import type { ZipDirectory, ZipEntry } from '../../zip.ts';
import type { SdkRange } from '../algorithms.ts';
import type { BlockScheme } from '../block-signer.ts';
import type { Certificate } from '../certificate.ts';
import type { DigestName, RunningDigest } from '../digest.ts';
import { type ProblemLog, SignatureProblem } from '../problem.ts';
import { readEntryData } from './entry-data.ts';
import { type ManifestSection, readSections } from './jar-manifest.ts';

const MANIFEST_NAME = 'META-INF/MANIFEST.MF';
/** 65,535 files with long names need about 12 MB. */
const MAX_META_FILE = 16 * 1024 * 1024;

/** The context that a JAR signature is verified in. */
export interface JarScope {
  source: ByteSource;
  zip: ZipDirectory;
  range: SdkRange;
  /** Signing block schemes found in the package. */
  foundSchemes: BlockScheme[];
  createDigest: (name: DigestName) => RunningDigest;
  log: ProblemLog;
}

/** META-INF/MANIFEST.MF with the digests of all files. */
export interface JarManifest {
  bytes: Uint8Array;
  main?: ManifestSection;
  /** Sections by file name. */
  sections: Map<string, ManifestSection>;
}

/** A JAR signer and the files it signed. */
export interface JarSigner {
  certificate: Certificate;
  /** Names of the files that it signed. */
  entryNames: Set<string>;
}

/** Lists the files of the ZIP without folders, whose names end with a slash. */
export function filesOf(zip: ZipDirectory): ZipEntry[] {
  return zip.entries.filter(({ name }) => !name.endsWith('/'));
}

/**
 * Reads a whole file in META-INF.
 * @throws SignatureProblem when it is damaged or too large.
 */
export function readMetaFile(
  { source, zip }: JarScope,
  entry: ZipEntry,
  maxSize = MAX_META_FILE,
): Promise<Uint8Array> {
  return readEntryData({ source, zip, entry }, maxSize);
}

/**
 * Reads the manifest.
 * @throws SignatureProblem when it is missing, lists a file that does not exist, or lists one twice.
 */
export async function readJarManifest(scope: JarScope): Promise<JarManifest> {
  const files = filesOf(scope.zip);
  const entry = files.find(({ name }) => name === MANIFEST_NAME);
  if (!entry) throw unsignedJar(scope, { found: 'noJarManifest' });
  const bytes = await readMetaFile(scope, entry);
  const [main, ...rest] = readSections(bytes);
  const names = new Set(files.map(({ name }) => name));
  const sections = new Map<string, ManifestSection>();
  for (const section of rest) {
    const { name } = section;
    if (name === undefined) throw manifestProblem({ found: 'manifestSection' });
    if (sections.has(name)) throw manifestProblem({ found: 'repeatedSection', file: name });
    if (!names.has(name)) throw manifestProblem({ found: 'absentFile', file: name });
    sections.set(name, section);
  }
  return { bytes, main, sections };
}

function manifestProblem(evidence: SignatureEvidence): SignatureProblem {
  return new SignatureProblem('signature.v1.malformed', evidence);
}

/** Creates the problem of a package without a signature that older releases in the range can read. */
export function unsignedJar({ foundSchemes }: JarScope, evidence: SignatureEvidence): SignatureProblem {
  return new SignatureProblem(
    foundSchemes.length > 0 ? 'signature.v1.missing' : 'signature.missing',
    evidence,
  );
}
