import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';

const HASHES = {
  MD5: md5,
  'SHA-1': sha1,
  'SHA-224': sha224,
  'SHA-256': sha256,
  'SHA-384': sha384,
  'SHA-512': sha512,
};

/** A digest that APK signatures use. */
export type DigestName = keyof typeof HASHES;

/** A streaming digest; `digest()` finishes it. */
export interface RunningDigest {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

export function digest(name: DigestName, bytes: Uint8Array): Uint8Array {
  return HASHES[name](bytes);
}

/** Starts a streaming digest. */
export function createDigest(name: DigestName): RunningDigest {
  return HASHES[name].create();
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
