import type { SignatureScheme } from './crypto.ts';

/** The method that digests the contents of an APK. */
export type ContentDigest = 'chunked-sha256' | 'chunked-sha512' | 'verity-sha256';

/** A signature algorithm of the APK Signature Schemes v2 and v3. */
export interface Algorithm {
  id: number;
  /** The name without that of the digest. */
  name: string;
  scheme: SignatureScheme;
  content: ContentDigest;
  /** The first Android release (API level) that supports it. */
  minSdk: number;
}

const N = 24;
const P = 28;

/** @see https://source.android.com/docs/security/features/apksigning/v2#signature-algorithm-ids */
const ALGORITHMS: Algorithm[] = [
  {
    id: 0x0101,
    name: 'RSA-PSS',
    scheme: { key: 'RSA', pss: true, digest: 'SHA-256' },
    content: 'chunked-sha256',
    minSdk: N,
  },
  {
    id: 0x0102,
    name: 'RSA-PSS',
    scheme: { key: 'RSA', pss: true, digest: 'SHA-512' },
    content: 'chunked-sha512',
    minSdk: N,
  },
  {
    id: 0x0103,
    name: 'RSA',
    scheme: { key: 'RSA', digest: 'SHA-256' },
    content: 'chunked-sha256',
    minSdk: N,
  },
  {
    id: 0x0104,
    name: 'RSA',
    scheme: { key: 'RSA', digest: 'SHA-512' },
    content: 'chunked-sha512',
    minSdk: N,
  },
  {
    id: 0x0201,
    name: 'ECDSA',
    scheme: { key: 'EC', digest: 'SHA-256' },
    content: 'chunked-sha256',
    minSdk: N,
  },
  {
    id: 0x0202,
    name: 'ECDSA',
    scheme: { key: 'EC', digest: 'SHA-512' },
    content: 'chunked-sha512',
    minSdk: N,
  },
  {
    id: 0x0301,
    name: 'DSA',
    scheme: { key: 'DSA', digest: 'SHA-256' },
    content: 'chunked-sha256',
    minSdk: N,
  },
  {
    id: 0x0421,
    name: 'RSA',
    scheme: { key: 'RSA', digest: 'SHA-256' },
    content: 'verity-sha256',
    minSdk: P,
  },
  {
    id: 0x0423,
    name: 'ECDSA',
    scheme: { key: 'EC', digest: 'SHA-256' },
    content: 'verity-sha256',
    minSdk: P,
  },
  {
    id: 0x0425,
    name: 'DSA',
    scheme: { key: 'DSA', digest: 'SHA-256' },
    content: 'verity-sha256',
    minSdk: P,
  },
];
const BY_ID = new Map(ALGORITHMS.map((algorithm) => [algorithm.id, algorithm]));

const STRENGTH: Record<ContentDigest, number> = {
  'chunked-sha256': 0,
  'verity-sha256': 1,
  'chunked-sha512': 2,
};

/** Returns the algorithm with this id, if Android supports it. */
export function findAlgorithm(id: number): Algorithm | undefined {
  return BY_ID.get(id);
}

/** A signature or digest, with the id of its algorithm. */
export interface AlgorithmValue {
  id: number;
  value: Uint8Array;
}

/** An inclusive range of Android releases (API levels). */
export interface SdkRange {
  minSdk: number;
  maxSdk: number;
}

/** A signature whose algorithm is known. */
export interface KnownSignature {
  algorithm: Algorithm;
  value: Uint8Array;
}

/**
 * Returns the signatures that releases in `range` verify: each release picks the strongest it supports. Empty
 * when the oldest release supports none.
 * @see AOSP apksig, ApkSigningBlockUtilsLite.getSignaturesToVerify
 */
export function signaturesToVerify(signatures: AlgorithmValue[], range: SdkRange): KnownSignature[] {
  const strongest = new Map<number, KnownSignature>();
  for (const { id, value } of signatures) {
    const algorithm = findAlgorithm(id);
    if (!algorithm || algorithm.minSdk > range.maxSdk) continue;
    const best = strongest.get(algorithm.minSdk);
    if (!best || STRENGTH[algorithm.content] > STRENGTH[best.algorithm.content]) {
      strongest.set(algorithm.minSdk, { algorithm, value });
    }
  }
  if (range.minSdk < Math.min(...strongest.keys())) return [];
  return [...strongest.values()];
}
