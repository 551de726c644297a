import { type DigestName, digest } from './digest.ts';
import { verifyDsa } from './dsa.ts';
import { verifyEcdsa } from './ecdsa.ts';
import type { PublicKey } from './public-key.ts';
import { verifyRsaPkcs1, verifyRsaPss } from './rsa.ts';

/** A signature's key type, padding and digest. */
export interface SignatureScheme {
  key: 'RSA' | 'DSA' | 'EC';
  /** RSA only: PSS instead of PKCS #1 v1.5. */
  pss?: boolean;
  digest: DigestName;
}

/** Signed data and its signature. */
export interface SignedBytes {
  data: Uint8Array;
  signature: Uint8Array;
}

/**
 * Returns true when `key` verifies the signature; false for a key of another type.
 * @throws DerError when a DSA or ECDSA signature is not a pair of integers.
 */
export function verifySignature(scheme: SignatureScheme, key: PublicKey, signed: SignedBytes): boolean {
  const hash = digest(scheme.digest, signed.data);
  if (key.kind !== scheme.key) return false;
  switch (key.kind) {
    case 'RSA': {
      const verify = scheme.pss ? verifyRsaPss : verifyRsaPkcs1;
      return verify(key, { name: scheme.digest, hash }, signed.signature);
    }
    case 'DSA':
      return verifyDsa(key, hash, signed.signature);
    case 'EC':
      return verifyEcdsa(key, hash, signed.signature);
  }
}
