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
} from '#test/apk-signer.ts';

export const files = packageFiles();
export const unsigned = zipFiles(files);
export const first = makeIdentity('EC', { name: 'First' });
export const second = makeIdentity('EC', { name: 'Second' });
export const third = makeIdentity('EC', { name: 'Third' });
/** No newest release: a window without an end. */
export const NEWEST = 0x7fffffff;

/** What the verifier says of a package on the devices of a window, with the rules of its errors. */
export async function judge(apk: Uint8Array, window: SignatureWindow = { minSdk: 24 }) {
  const source = bytesSource(apk);
  const { facts, findings } = await verifyApkSignature(source, await readZip(source), window);
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
  return { ...facts, findings, errors };
}

/** Changes the last bit of some bytes, in place. */
export function flipLastBit(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes;
}

/** The files with a JAR signature by each of these. */
export function signedJar(identities: Identity[], options = {}): Buffer {
  return zipWithoutPadding(withJarSignature(files, identities, options));
}

/** How a certificate is named in what the verifier says. */
export function digestOf({ certificate }: Identity) {
  return sha256(certificate);
}
