import type { ByteSource } from '../../byte-source.ts';
import type { ZipDirectory } from '../../zip.ts';
import type { SdkRange } from '../algorithms.ts';
import type { BlockScheme } from '../block-signer.ts';
import type { Certificate } from '../certificate.ts';
import { ProblemLog } from '../problem.ts';

/** What became of the JAR signature. */
export interface JarResult {
  verified: boolean;
  signers: Certificate[];
  log: ProblemLog;
}

/** The result when no release of the window looks at the JAR signature. */
export const NO_JAR_SIGNATURE: JarResult = { verified: false, signers: [], log: new ProblemLog() };

export interface JarScope {
  range: SdkRange;
  foundSchemes: BlockScheme[];
}

export async function verifyJarSignature(
  _source: ByteSource,
  _zip: ZipDirectory,
  _scope: JarScope,
): Promise<JarResult> {
  const log = new ProblemLog();
  log.error('signature.missing', 'No APK Signing Block that Android accepts.');
  return { verified: false, signers: [], log };
}
