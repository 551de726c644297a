import { bytesSource } from '#shared/packages/byte-source.ts';
import { type SignatureWindow, verifyApkSignature } from '#shared/packages/signature/verify.ts';
import { readZip } from '#shared/packages/zip.ts';
import {
  type Identity,
  makeIdentity,
  packageFiles,
  sha256,
  withJarSignature,
  zipFiles,
  zipWithoutPadding,
} from './apk-signer.ts';

export const files = packageFiles();
export const unsigned = zipFiles(files);
export const first = makeIdentity('EC', { name: 'First' });
export const second = makeIdentity('EC', { name: 'Second' });
export const third = makeIdentity('EC', { name: 'Third' });
/** An open-ended range. */
export const NEWEST = 0x7fffffff;

/** Verifies a package for a range of releases, and returns the rules of its errors. */
export async function verify(apk: Uint8Array, window: SignatureWindow = { minSdk: 24 }) {
  const source = bytesSource(apk);
  const { facts, findings } = await verifyApkSignature(source, await readZip(source), window);
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  return { ...facts, findings, errors };
}

/** Flips the last bit of some bytes in place. */
export function flipLastBit(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes;
}

/** Adds a JAR signature by each identity to the files. */
export function signedJar(identities: Identity[], options = {}): Buffer {
  return zipWithoutPadding(withJarSignature(files, identities, options));
}

/** Returns the digest that identifies a certificate. */
export function digestOf({ certificate }: Identity) {
  return sha256(certificate);
}
