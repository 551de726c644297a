import type { SignatureEvidence } from '../problems/signature-problems.ts';
import {
  type Algorithm,
  type AlgorithmValue,
  type ContentDigest,
  type SdkRange,
  signaturesToVerify,
} from './algorithms.ts';
import { BlockFormatError, BlockReader, prefixedValues } from './block-reader.ts';
import { type Certificate, readCertificates } from './certificate.ts';
import { verifySignature } from './crypto.ts';
import { DerError } from './der.ts';
import { equalBytes } from './digest.ts';
import { SignatureProblem } from './problem.ts';
import { comparableKeyInfo, type PublicKey, readPublicKey } from './public-key.ts';

/** Characters shown of unknown algorithms. */
const MAX_SHOWN = 200;

/** The signature schemes stored in the APK Signing Block. */
export type BlockScheme = 'v2' | 'v3' | 'v31';

/** A signer as parsed from the block, not yet verified. */
export interface SignerRecord {
  signedData: Uint8Array;
  signatures: Uint8Array;
  publicKey: Uint8Array;
}

/** The fields of signed data that v2 and v3 share. */
export interface SignedRecord {
  digests: Uint8Array;
  certificates: Uint8Array;
}

/**
 * A signer whose signature over its signed data verified. The package's contents have not been compared yet.
 */
export interface BlockSigner {
  certificates: Certificate[];
  digests: AlgorithmValue[];
  /** The content digests that Android would compute. */
  contentDigests: Set<ContentDigest>;
}

export interface SignerScope {
  scheme: BlockScheme;
  /** The releases to choose signatures for. */
  range: SdkRange;
}

/**
 * Verifies the signatures over the signed data with the signer's public key. Returns the algorithms that
 * verified, and the ids of all that are listed.
 * @throws SignatureProblem when a signature that Android would check does not verify.
 */
export function verifySignedData(record: SignerRecord, { scheme, range }: SignerScope) {
  const signatures = algorithmValues(record.signatures);
  if (signatures.length === 0) {
    throw new SignatureProblem(`signature.${scheme}.malformed`, { found: 'unsigned' });
  }
  const chosen = signaturesToVerify(signatures, range);
  if (chosen.length === 0) {
    const ids = signatures.map(({ id }) => `0x${id.toString(16).padStart(4, '0')}`).join(', ');
    throw new SignatureProblem(`signature.${scheme}.unsupported-algorithm`, {
      found: 'unknownAlgorithms',
      ids: ids.slice(0, MAX_SHOWN),
    });
  }
  const key = readSignerKey(record.publicKey, scheme);
  for (const { algorithm, value } of chosen) {
    if (!holdsDigest(algorithm, key, { data: record.signedData, signature: value })) {
      throw new SignatureProblem(`signature.${scheme}.did-not-verify`, signedDataProblem(algorithm));
    }
  }
  return { algorithms: chosen.map(({ algorithm }) => algorithm), ids: signatures.map(({ id }) => id) };
}

function signedDataProblem({ name, scheme, content }: Algorithm): SignatureEvidence {
  const found = content === 'verity-sha256' ? 'verityData' : 'signedData';
  return { found, algorithm: name, digest: scheme.digest };
}

/** Returns true when the signature verifies; false also when it is malformed. */
export function holdsDigest(
  algorithm: Algorithm,
  key: PublicKey,
  signed: { data: Uint8Array; signature: Uint8Array },
): boolean {
  try {
    return verifySignature(algorithm.scheme, key, signed);
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

function readSignerKey(publicKey: Uint8Array, scheme: BlockScheme): PublicKey {
  try {
    return readPublicKey(publicKey);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new SignatureProblem(`signature.${scheme}.malformed`, { found: 'publicKey', ...error.problem });
  }
}

/**
 * Reads values prefixed with an algorithm id.
 * @throws BlockFormatError when one is cut off.
 */
function algorithmValues(sequence: Uint8Array): AlgorithmValue[] {
  return Array.from(prefixedValues(sequence), (bytes) => {
    const reader = new BlockReader(bytes);
    return { id: reader.int32(), value: reader.prefixed() };
  });
}

/**
 * Reads certificates and digests of a signer whose signature verified.
 * @throws SignatureProblem when they contradict the signature; BlockFormatError when they are cut off.
 */
export function readSignedRecord(
  signed: SignedRecord,
  {
    record,
    ids,
    algorithms,
    scheme,
  }: { record: SignerRecord; ids: number[]; algorithms: Algorithm[]; scheme: BlockScheme },
): BlockSigner {
  const certificates = readSignerCertificates(signed.certificates, scheme);
  const [signer] = certificates;
  if (!signer) throw new SignatureProblem(`signature.${scheme}.malformed`, { found: 'anonymous' });
  if (!equalBytes(comparableKeyInfo(signer.keyInfo), record.publicKey)) {
    throw new SignatureProblem(`signature.${scheme}.key-mismatch`, {
      found: 'otherCertificate',
      sha256: signer.sha256,
    });
  }
  const digests = algorithmValues(signed.digests);
  if (ids.join() !== digests.map(({ id }) => id).join()) {
    throw new SignatureProblem(`signature.${scheme}.algorithm-mismatch`, {
      found: 'digestAlgorithms',
      signatures: ids.length,
      digests: digests.length,
    });
  }
  return { certificates, digests, contentDigests: new Set(algorithms.map(({ content }) => content)) };
}

function readSignerCertificates(sequence: Uint8Array, scheme: BlockScheme): Certificate[] {
  try {
    return readCertificates([...prefixedValues(sequence)]);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new SignatureProblem(`signature.${scheme}.malformed-certificate`, {
      found: 'format',
      ...error.problem,
    });
  }
}

/** An attribute in a signer's signed data. */
export interface SignerAttribute {
  id: number;
  value: Uint8Array;
}

/**
 * Reads a signer's attributes.
 * @throws BlockFormatError when one is cut off.
 */
export function readAttributes(sequence: Uint8Array): SignerAttribute[] {
  return Array.from(prefixedValues(sequence), (bytes) => {
    const reader = new BlockReader(bytes);
    return { id: reader.int32() >>> 0, value: reader.rest() };
  });
}

/** Runs `check` for one signer and reports truncated data as a SignatureProblem. */
export function withinSigner<T>(scheme: BlockScheme, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof BlockFormatError)) throw error;
    throw new SignatureProblem(`signature.${scheme}.malformed`, { found: 'format', ...error.problem });
  }
}
