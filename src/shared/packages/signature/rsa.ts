import { type DigestName, digest, equalBytes } from './digest.ts';
import { bitLength, bytesToNumber, modPow, numberToBytes } from './numbers.ts';

export interface RsaKey {
  modulus: bigint;
  exponent: bigint;
}

const MIN_MODULUS_BITS = 512;
const MAX_MODULUS_BITS = 16384;
/**
 * Java rejects longer exponents for moduli of 3,072 bits and more; without a limit a key could use a core for
 * minutes.
 */
const MAX_EXPONENT_BITS = 64;

/** DER of DigestInfo up to the digest itself (RFC 8017, section 9.2, note 1). */
const DIGEST_INFO: Record<DigestName, number[]> = {
  MD5: digestInfo([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05], 16),
  'SHA-1': digestInfo([0x2b, 0x0e, 0x03, 0x02, 0x1a], 20),
  'SHA-224': digestInfo([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04], 28),
  'SHA-256': digestInfo([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], 32),
  'SHA-384': digestInfo([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02], 48),
  'SHA-512': digestInfo([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03], 64),
};

function digestInfo(oid: number[], digestSize: number): number[] {
  const algorithm = [0x30, oid.length + 4, 0x06, oid.length, ...oid, 0x05, 0x00];
  return [0x30, algorithm.length + 2 + digestSize, ...algorithm, 0x04, digestSize];
}

/** A digest of the signed data, with the digest's name. */
export interface Hashed {
  name: DigestName;
  hash: Uint8Array;
}

/** Verifies an RSASSA-PKCS1-v1_5 signature (RFC 8017, section 8.2.2). */
export function verifyRsaPkcs1(key: RsaKey, { name, hash }: Hashed, signature: Uint8Array): boolean {
  const message = recoverMessage(key, signature);
  if (!message) return false;
  const info = [...DIGEST_INFO[name], ...hash];
  const padding = message.length - info.length - 3;
  if (padding < 8) return false;
  const expected = new Uint8Array(message.length).fill(0xff);
  expected[0] = 0;
  expected[1] = 1;
  expected[padding + 2] = 0;
  expected.set(info, padding + 3);
  return equalBytes(message, expected);
}

/**
 * Verifies an RSASSA-PSS signature with MGF1 over the same digest and a salt of the digest's length, the
 * parameters that APK signatures prescribe (RFC 8017, section 9.1.2).
 */
export function verifyRsaPss(key: RsaKey, { name, hash }: Hashed, signature: Uint8Array): boolean {
  const recovered = recoverMessage(key, signature);
  if (!recovered) return false;
  const messageBits = bitLength(key.modulus) - 1;
  const size = Math.ceil(messageBits / 8);
  // A modulus of 8n+1 bits leaves one leading byte that must be zero.
  if (recovered.subarray(0, recovered.length - size).some((byte) => byte !== 0)) return false;
  const message = recovered.subarray(recovered.length - size);
  const saltSize = hash.length;
  const maskedSize = size - hash.length - 1;
  if (maskedSize < saltSize + 1 || message[size - 1] !== 0xbc) return false;
  const seed = message.subarray(maskedSize, size - 1);
  const mask = mgf1(name, seed, maskedSize);
  const block = message.subarray(0, maskedSize).map((byte, index) => byte ^ (mask[index] ?? 0));
  const spareBits = size * 8 - messageBits;
  if ((message[0] ?? 0) >> (8 - spareBits)) return false;
  block[0] = (block[0] ?? 0) & (0xff >> spareBits);
  const saltStart = maskedSize - saltSize;
  if (block.subarray(0, saltStart - 1).some((byte) => byte !== 0) || block[saltStart - 1] !== 1) return false;
  const proof = new Uint8Array(8 + hash.length + saltSize);
  proof.set(hash, 8);
  proof.set(block.subarray(saltStart), 8 + hash.length);
  return equalBytes(digest(name, proof), seed);
}

function mgf1(name: DigestName, seed: Uint8Array, size: number): Uint8Array {
  const input = new Uint8Array(seed.length + 4);
  input.set(seed);
  const view = new DataView(input.buffer);
  const mask = new Uint8Array(size);
  for (let at = 0, counter = 0; at < size; counter++) {
    view.setUint32(seed.length, counter);
    const block = digest(name, input);
    mask.set(block.subarray(0, size - at), at);
    at += block.length;
  }
  return mask;
}

/**
 * Computes signature^exponent mod modulus, padded to the modulus's length; undefined when key or signature is
 * out of range.
 */
function recoverMessage(key: RsaKey, signature: Uint8Array): Uint8Array | undefined {
  const bits = bitLength(key.modulus);
  const size = Math.ceil(bits / 8);
  if (bits < MIN_MODULUS_BITS || bits > MAX_MODULUS_BITS || signature.length !== size) return undefined;
  if (key.exponent < 3n || bitLength(key.exponent) > MAX_EXPONENT_BITS) return undefined;
  const value = bytesToNumber(signature);
  if (value >= key.modulus) return undefined;
  return numberToBytes(modPow(value, key.exponent, key.modulus), size);
}
