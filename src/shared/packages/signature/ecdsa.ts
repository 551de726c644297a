import { p256, p384, p521 } from '@noble/curves/nist.js';
import { numberToBytes } from './numbers.ts';
import { type CurveName, readSignaturePair } from './public-key.ts';

const CURVES = {
  'P-256': { curve: p256, bytes: 32 },
  'P-384': { curve: p384, bytes: 48 },
  'P-521': { curve: p521, bytes: 66 },
};

export interface EcKey {
  curve: CurveName;
  point: Uint8Array;
}

/**
 * Verifies an ECDSA signature over `hash`, which may have any length.
 * @throws DerError when the signature is not a pair of integers.
 * @see FIPS 186-4, section 6.4
 */
export function verifyEcdsa(key: EcKey, hash: Uint8Array, signature: Uint8Array): boolean {
  const [r, s] = readSignaturePair(signature);
  const { curve, bytes } = CURVES[key.curve];
  const limit = 1n << BigInt(bytes * 8);
  if (r <= 0n || s <= 0n || r >= limit || s >= limit) return false;
  const compact = new Uint8Array(bytes * 2);
  compact.set(numberToBytes(r, bytes));
  compact.set(numberToBytes(s, bytes), bytes);
  try {
    return curve.verify(compact, hash, key.point, { prehash: false, lowS: false, format: 'compact' });
  } catch {
    // The point is not on the curve, so the key can't have signed anything.
    return false;
  }
}
