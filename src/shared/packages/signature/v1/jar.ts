import type { ByteSource } from '../../byte-source.ts';
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
const MAX_META_FILE = 32 * 1024 * 1024;

/** What a JAR signature is judged in. */
export interface JarScope {
  source: ByteSource;
  zip: ZipDirectory;
  range: SdkRange;
  /** Schemes of the signing block that the package carries. */
  foundSchemes: BlockScheme[];
  createDigest: (name: DigestName) => RunningDigest;
  log: ProblemLog;
}

/** META-INF/MANIFEST.MF: the digests of all files. */
export interface JarManifest {
  bytes: Uint8Array;
  main?: ManifestSection;
  /** Sections by the file that they are about. */
  sections: Map<string, ManifestSection>;
}

/** A signer: the names of its two files in META-INF, and what was found out about it. */
export interface JarSigner {
  blockName: string;
  fileName: string;
  file: Uint8Array;
  certificate: Certificate;
  /** Files that it signs. */
  entryNames: Set<string>;
}

/** Files of the zip; names that end with a slash are folders, which have no contents. */
export function filesOf(zip: ZipDirectory): ZipEntry[] {
  return zip.entries.filter(({ name }) => !name.endsWith('/'));
}

/** Reads a file of META-INF whole. @throws SignatureProblem when it is damaged or too large. */
export function readMetaFile({ source, zip }: JarScope, entry: ZipEntry): Promise<Uint8Array> {
  return readEntryData({ source, zip, entry }, MAX_META_FILE);
}

/**
 * Reads the manifest.
 * @throws SignatureProblem when there is none, or when it names files that do not exist or one file twice.
 */
export async function readJarManifest(scope: JarScope): Promise<JarManifest> {
  const files = filesOf(scope.zip);
  const entry = files.find(({ name }) => name === MANIFEST_NAME);
  if (!entry) throw unsigned(scope, `There is no ${MANIFEST_NAME}.`);
  const bytes = await readMetaFile(scope, entry);
  const [main, ...rest] = readSections(bytes);
  const names = new Set(files.map(({ name }) => name));
  const sections = new Map<string, ManifestSection>();
  for (const section of rest) {
    const { name } = section;
    if (name === undefined) throw manifestProblem('a section does not begin with a name');
    if (sections.has(name)) throw manifestProblem(`it has two sections about ${name}`);
    if (!names.has(name)) throw manifestProblem(`${name} is not in the package`);
    sections.set(name, section);
  }
  return { bytes, main, sections };
}

function manifestProblem(evidence: string): SignatureProblem {
  return new SignatureProblem('signature.v1.malformed', `${MANIFEST_NAME}: ${evidence}.`);
}

/** Nothing signs the package, or only schemes that older releases of the window do not read. */
export function unsigned({ foundSchemes }: JarScope, evidence: string): SignatureProblem {
  return new SignatureProblem(
    foundSchemes.length > 0 ? 'signature.v1.missing' : 'signature.missing',
    evidence,
  );
}
