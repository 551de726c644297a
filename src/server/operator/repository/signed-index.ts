import { createHash } from 'node:crypto';
import { bytesSource } from '#shared/packages/byte-source.ts';
import { verifyJarSignature } from '#shared/packages/signature/v1/verify.ts';
import { readZip } from '#shared/packages/zip.ts';
import { readEntry } from '#shared/packages/zip-entry.ts';
import { SourceError } from './source.ts';

/** The first Android release whose clients verify SHA-256 alone. */
const MIN_SDK = 24;
const EVERY_RELEASE = 0x7fffffff;

/** The content of a signed JAR's one file, and its signer. */
export interface SignedFile {
  readonly content: Buffer;
  /** The SHA-256 of the signer's certificate, in upper-case hexadecimal. */
  readonly fingerprint: string;
}

/**
 * Verifies a JAR such as `entry.jar` and returns a file of it. Throws `SourceError` when the signature is missing or
 * wrong, has several signers, or the file is larger than `maxBytes`.
 */
export async function readSignedFile(jar: Buffer, name: string, maxBytes: number): Promise<SignedFile> {
  const source = bytesSource(jar);
  try {
    const zip = await readZip(source);
    const entry = zip.entries.find((one) => one.name === name);
    if (!entry) throw new SourceError(`The JAR has no ${name}.`);
    const { verified, signers } = await verifyJarSignature({
      source,
      zip,
      range: { minSdk: MIN_SDK, maxSdk: EVERY_RELEASE },
      foundSchemes: [],
      createDigest: (digest) => createHash(digest),
    });
    const [signer, another] = signers;
    if (!verified || !signer || another) {
      throw new SourceError(`The signature of the JAR with ${name} is missing or wrong.`);
    }
    const content = Buffer.from(await readEntry({ source, zip, entry }, maxBytes));
    return { content, fingerprint: signer.sha256.toUpperCase() };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(`The JAR with ${name} can’t be read: ${(error as Error).message}`);
  }
}
