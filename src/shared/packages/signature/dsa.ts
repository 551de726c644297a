import { bitLength, bytesToNumber, modInverse, modPow } from './numbers.ts';
import { readSignaturePair } from './public-key.ts';

export interface DsaKey {
  p: bigint;
  q: bigint;
  g: bigint;
  y: bigint;
}

/** FIPS 186-4 allows up to 3,072 and 256; far larger keys would take seconds to verify. */
const MAX_P_BITS = 4096;
const MAX_Q_BITS = 512;

/**
 * Verifies a DSA signature over `hash`; a hash longer than q is truncated to its leftmost bits.
 * @throws DerError when the signature is not a pair of integers.
 * @see FIPS 186-4, section 4.7
 */
export function verifyDsa({ p, q, g, y }: DsaKey, hash: Uint8Array, signature: Uint8Array): boolean {
  const [r, s] = readSignaturePair(signature);
  if (p <= 1n || q <= 1n || bitLength(p) > MAX_P_BITS || bitLength(q) > MAX_Q_BITS) return false;
  if (r <= 0n || r >= q || s <= 0n || s >= q) return false;
  const w = modInverse(s, q);
  if (w === undefined) return false;
  const z = bytesToNumber(hash) >> BigInt(Math.max(0, hash.length * 8 - bitLength(q)));
  const v = (modPow(g, (z * w) % q, p) * modPow(y, (r * w) % q, p)) % p;
  return v % q === r;
}
