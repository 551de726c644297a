import type { SdkRange } from '../algorithms.ts';
import type { SignatureScheme } from '../crypto.ts';
import type { DigestName } from '../digest.ts';

const DIGESTS: Record<string, DigestName> = {
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.4': 'SHA-224',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

interface SignatureAlgorithm {
  key: SignatureScheme['key'];
  /** Missing when the identifier names only the key type; the separate digest algorithm counts then. */
  digest?: DigestName;
}

const SIGNATURES: Record<string, SignatureAlgorithm> = {
  '1.2.840.113549.1.1.1': { key: 'RSA' },
  '1.2.840.113549.1.1.4': { key: 'RSA', digest: 'MD5' },
  '1.2.840.113549.1.1.5': { key: 'RSA', digest: 'SHA-1' },
  '1.2.840.113549.1.1.14': { key: 'RSA', digest: 'SHA-224' },
  '1.2.840.113549.1.1.11': { key: 'RSA', digest: 'SHA-256' },
  '1.2.840.113549.1.1.12': { key: 'RSA', digest: 'SHA-384' },
  '1.2.840.113549.1.1.13': { key: 'RSA', digest: 'SHA-512' },
  '1.2.840.10040.4.1': { key: 'DSA' },
  '1.2.840.10040.4.3': { key: 'DSA', digest: 'SHA-1' },
  '2.16.840.1.101.3.4.3.1': { key: 'DSA', digest: 'SHA-224' },
  '2.16.840.1.101.3.4.3.2': { key: 'DSA', digest: 'SHA-256' },
  '1.2.840.10045.2.1': { key: 'EC' },
  '1.2.840.10045.4.1': { key: 'EC', digest: 'SHA-1' },
  '1.2.840.10045.4.3.1': { key: 'EC', digest: 'SHA-224' },
  '1.2.840.10045.4.3.2': { key: 'EC', digest: 'SHA-256' },
  '1.2.840.10045.4.3.3': { key: 'EC', digest: 'SHA-384' },
  '1.2.840.10045.4.3.4': { key: 'EC', digest: 'SHA-512' },
};

type Releases = [first: number, last: number][];

const EVER = Number.POSITIVE_INFINITY;
/** Froyo and older, which use a different library than the releases up to Lollipop. */
const OLD: [number, number] = [0, 8];
/** Lollipop to Marshmallow accepted mismatched digest and signature algorithms. */
const MIXED: Releases = [[21, 23]];

/**
 * Releases that accept a digest with a bare key identifier, and with the combined identifier.
 * @see AOSP apksig, OidConstants.SUPPORTED_SIG_ALG_OIDS
 */
const MATCHING: Record<string, { bare: Releases; combined: Releases }> = {
  'RSA MD5': { bare: [[0, EVER]], combined: [OLD, [21, EVER]] },
  'RSA SHA-1': { bare: [[0, EVER]], combined: [[0, EVER]] },
  'RSA SHA-224': { bare: [OLD, [21, EVER]], combined: [OLD, [21, EVER]] },
  'RSA SHA-256': { bare: [OLD, [18, EVER]], combined: [OLD, [18, EVER]] },
  'RSA SHA-384': { bare: [[18, EVER]], combined: [[21, EVER]] },
  'RSA SHA-512': { bare: [[18, EVER]], combined: [[21, EVER]] },
  'DSA SHA-1': { bare: [[0, EVER]], combined: [[9, EVER]] },
  'DSA SHA-224': { bare: [[22, EVER]], combined: [[21, EVER]] },
  'DSA SHA-256': { bare: [[22, EVER]], combined: [[21, EVER]] },
  'EC SHA-1': { bare: [[18, EVER]], combined: [[18, EVER]] },
  'EC SHA-224': { bare: [[21, EVER]], combined: [[21, EVER]] },
  'EC SHA-256': { bare: [[18, EVER]], combined: [[21, EVER]] },
  'EC SHA-384': { bare: [[18, EVER]], combined: [[21, EVER]] },
  'EC SHA-512': { bare: [[18, EVER]], combined: [[21, EVER]] },
};

/** Mismatched pairs of digest and signature that only one release accepted. */
const ONLY_LOLLIPOP = new Set([
  'SHA-224 with RSA SHA-256',
  'SHA-256 with RSA SHA-1',
  'SHA-512 with RSA SHA-384',
]);

/** The two algorithms of a SignerInfo, by object identifier. */
export interface SignerAlgorithms {
  digest: string;
  signature: string;
}

/**
 * Returns the scheme to verify a SignerInfo with; undefined when some release in `range` does not support its
 * algorithms.
 */
export function supportedScheme(
  algorithms: SignerAlgorithms,
  range: SdkRange,
): { digest: DigestName; scheme: SignatureScheme } | undefined {
  const digest = DIGESTS[algorithms.digest];
  const signature = SIGNATURES[algorithms.signature];
  if (!digest || !signature) return undefined;
  const knows = supportedReleases(digest, signature).some(
    ([first, last]) => first <= range.minSdk && range.maxSdk <= last,
  );
  return knows ? { digest, scheme: { key: signature.key, digest: signature.digest ?? digest } } : undefined;
}

function supportedReleases(digest: DigestName, signature: SignatureAlgorithm): Releases {
  const matching = MATCHING[`${signature.key} ${digest}`];
  if (!signature.digest) return matching?.bare ?? [];
  if (signature.digest === digest) return matching?.combined ?? [];
  return ONLY_LOLLIPOP.has(`${digest} with ${signature.key} ${signature.digest}`) ? [[21, 21]] : MIXED;
}
