import {
  type Algorithm,
  type AlgorithmValue,
  type ContentDigest,
  type SdkRange,
  signaturesToVerify,
} from './algorithms.ts';
import { BlockFormatError, BlockReader, prefixedValues } from './block-reader.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { verifySignature } from './crypto.ts';
import { DerError } from './der.ts';
import { equalBytes } from './digest.ts';
import { SignatureProblem } from './problem.ts';
import { comparableKeyInfo, type PublicKey, readPublicKey } from './public-key.ts';

/** The signature schemes that live in the APK Signing Block. */
export type BlockScheme = 'v2' | 'v3' | 'v31';

/** One signer as the block has it, split up but not yet believed. */
export interface SignerRecord {
  signedData: Uint8Array;
  signatures: Uint8Array;
  publicKey: Uint8Array;
}

/** The parts of signed data that v2 and v3 have in common. */
export interface SignedRecord {
  digests: Uint8Array;
  certificates: Uint8Array;
}

/** A signer whose signature over its signed data holds. The contents of the package still need comparing. */
export interface BlockSigner {
  certificates: Certificate[];
  digests: AlgorithmValue[];
  /** The digests of the contents that Android would compute. */
  contentDigests: Set<ContentDigest>;
}

export interface SignerScope {
  scheme: BlockScheme;
  /** The releases for which signatures are chosen. */
  range: SdkRange;
}

/**
 * Checks the signatures over the signed data with the signer's public key.
 * Gives the algorithms that verified, and the ids of all that are listed.
 * @throws SignatureProblem when one that Android would check does not verify.
 */
export function verifySignedData(record: SignerRecord, { scheme, range }: SignerScope) {
  const signatures = algorithmValues(record.signatures);
  if (signatures.length === 0) {
    throw new SignatureProblem(`signature.${scheme}.malformed`, 'A signer has no signatures.');
  }
  const chosen = signaturesToVerify(signatures, range);
  if (chosen.length === 0) {
    const ids = signatures.map(({ id }) => `0x${id.toString(16).padStart(4, '0')}`).join(', ');
    throw new SignatureProblem(`signature.${scheme}.unsupported-algorithm`, `Only ${ids.slice(0, 200)}.`);
  }
  const key = readSignerKey(record.publicKey, scheme);
  for (const { algorithm, value } of chosen) {
    if (!holds(algorithm, key, { data: record.signedData, signature: value })) {
      throw new SignatureProblem(
        `signature.${scheme}.did-not-verify`,
        `${algorithm.name} over the signed data.`,
      );
    }
  }
  return { algorithms: chosen.map(({ algorithm }) => algorithm), ids: signatures.map(({ id }) => id) };
}

/** Whether the signature holds; one that is not even well-formed does not. */
export function holds(
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
    throw new SignatureProblem(`signature.${scheme}.malformed`, `Public key: ${error.message}.`);
  }
}

/** Values that carry an algorithm's id in front. @throws BlockFormatError when one is cut off. */
function algorithmValues(sequence: Uint8Array): AlgorithmValue[] {
  return Array.from(prefixedValues(sequence), (bytes) => {
    const reader = new BlockReader(bytes);
    return { id: reader.int32(), value: reader.prefixed() };
  });
}

/**
 * Reads certificates and digests of a signer whose signature holds.
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
  if (!signer) throw new SignatureProblem(`signature.${scheme}.malformed`, 'A signer has no certificate.');
  if (!equalBytes(comparableKeyInfo(signer.keyInfo), record.publicKey)) {
    throw new SignatureProblem(`signature.${scheme}.key-mismatch`, `Certificate ${signer.sha256}.`);
  }
  const digests = algorithmValues(signed.digests);
  if (ids.join() !== digests.map(({ id }) => id).join()) {
    throw new SignatureProblem(
      `signature.${scheme}.algorithm-mismatch`,
      `${ids.length} signatures and ${digests.length} digests, in other order or of other kinds.`,
    );
  }
  return { certificates, digests, contentDigests: new Set(algorithms.map(({ content }) => content)) };
}

function readSignerCertificates(sequence: Uint8Array, scheme: BlockScheme): Certificate[] {
  return Array.from(prefixedValues(sequence), (encoded, index) => {
    try {
      return readCertificate(encoded);
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      throw new SignatureProblem(
        `signature.${scheme}.malformed-certificate`,
        `Certificate ${index + 1}: ${error.message}.`,
      );
    }
  });
}

/** An attribute that a signer adds to its signed data. */
export interface SignerAttribute {
  id: number;
  value: Uint8Array;
}

/** The attributes of a signer. @throws BlockFormatError when one is cut off. */
export function readAttributes(sequence: Uint8Array): SignerAttribute[] {
  return Array.from(prefixedValues(sequence), (bytes) => {
    const reader = new BlockReader(bytes);
    return { id: reader.int32() >>> 0, value: reader.rest() };
  });
}

/** Runs `check` for one signer, and tells of bytes that are cut off as of any other problem. */
export function withinSigner<T>(scheme: BlockScheme, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof BlockFormatError)) throw error;
    throw new SignatureProblem(`signature.${scheme}.malformed`, `${error.message}.`);
  }
}
