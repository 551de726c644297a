import { type DigestName, digest } from './digest.ts';
import { verifyDsa } from './dsa.ts';
import { verifyEcdsa } from './ecdsa.ts';
import type { PublicKey } from './public-key.ts';
import { verifyRsaPkcs1, verifyRsaPss } from './rsa.ts';

/** How a signature was made: kind of key, padding and digest. */
export interface SignatureScheme {
  key: 'RSA' | 'DSA' | 'EC';
  /** RSA only: PSS instead of PKCS #1 v1.5. */
  pss?: boolean;
  digest: DigestName;
}

/** What is to be verified: the bytes that were signed, and the signature over them. */
export interface SignedBytes {
  data: Uint8Array;
  signature: Uint8Array;
}

/**
 * Whether the signature over `data` was made with the private half of `key`. A key of another kind has signed nothing.
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
