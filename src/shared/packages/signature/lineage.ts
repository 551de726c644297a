import { FormatError } from '../problems/format-error.ts';
import { type Algorithm, findAlgorithm } from './algorithms.ts';
import { BlockFormatError, BlockReader, prefixedValues } from './block-reader.ts';
import { holdsDigest } from './block-signer.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { DerError } from './der.ts';
import { equalBytes } from './digest.ts';

const VERSION = 1;
/** No app rotates its key that often, and each node costs a signature verification. */
const MAX_NODES = 32;

/** Capability flags: AOSP SigningDetails.CertCapabilities. */
const CAPABILITIES = [
  [1, 'installedData'],
  [2, 'sharedUid'],
  [4, 'permission'],
  [8, 'rollback'],
  [16, 'auth'],
] as const;

/** A capability that an earlier certificate keeps. */
export type Capability = (typeof CAPABILITIES)[number][1];

interface LineageNode {
  certificate: Certificate;
  flags: number;
  /** Id of the algorithm that the previous certificate signed this one with. */
  parentAlgorithm: number;
  /** Id of the algorithm that this certificate signed the next one with. */
  algorithm: number;
  signature: Uint8Array;
}

/** A proven chain of certificates, oldest first. */
export type Lineage = LineageNode[];

/** Thrown when a proof of rotation does not verify. */
export class LineageError extends FormatError {
  override readonly name = 'LineageError';
}

/**
 * Reads the proof-of-rotation attribute and verifies that each certificate was signed by the one before it.
 * @throws LineageError when the chain does not verify or cannot be read.
 * @see
 * https://source.android.com/docs/security/features/apksigning/v3#proof-of-rotation-and-self-trusted-old-certs-structs
 */
export function readLineage(attribute: Uint8Array): Lineage {
  try {
    const reader = new BlockReader(attribute);
    const version = reader.int32();
    if (version !== VERSION) throw new LineageError({ problem: 'lineageVersion', version });
    const lineage: Lineage = [];
    for (const bytes of prefixedValues(reader.rest())) {
      if (lineage.length === MAX_NODES) throw new LineageError({ problem: 'lineageSize', max: MAX_NODES });
      lineage.push(readNode(bytes, lineage));
    }
    if (lineage.length === 0) throw new LineageError({ problem: 'emptyLineage' });
    return lineage;
  } catch (error) {
    if (error instanceof BlockFormatError || error instanceof DerError) throw new LineageError(error.problem);
    throw error;
  }
}

function readNode(bytes: Uint8Array, before: Lineage): LineageNode {
  const reader = new BlockReader(bytes);
  const signedData = reader.prefixed();
  const [flags, algorithm] = [reader.int32(), reader.int32()];
  const signature = reader.prefixed();
  const position = before.length + 1;
  const signed = new BlockReader(signedData);
  const certificate = readCertificate(signed.prefixed());
  const parentAlgorithm = signed.int32();
  const parent = before.at(-1);
  if (parent) {
    const blessing = findAlgorithm(parent.algorithm);
    if (!blessing || parent.algorithm !== parentAlgorithm) {
      throw new LineageError({ problem: 'lineageAlgorithm', position });
    }
    verifyBlessing(parent.certificate, blessing, { data: signedData, signature, position });
  }
  if (before.some((node) => node.certificate.sha256 === certificate.sha256)) {
    throw new LineageError({ problem: 'repeatedCertificate', position });
  }
  return { certificate, flags, parentAlgorithm, algorithm, signature };
}

function verifyBlessing(
  parent: Certificate,
  algorithm: Algorithm,
  { position, ...signed }: { data: Uint8Array; signature: Uint8Array; position: number },
): void {
  if (!holdsDigest(algorithm, parent.key, signed)) {
    throw new LineageError({ problem: 'lineageSignature', position });
  }
}

/**
 * Returns the longest of several lineages, of which all others must be a prefix, capabilities included.
 * @throws LineageError when they contradict each other.
 */
export function consolidateLineages(lineages: Lineage[]): Lineage | undefined {
  let longest: Lineage | undefined;
  for (const lineage of lineages) {
    if (!longest || lineage.length > longest.length) longest = lineage;
  }
  for (const lineage of lineages) {
    if (!lineage.every((node, index) => sameNode(node, longest?.[index]))) {
      throw new LineageError({ problem: 'lineages' });
    }
  }
  return longest;
}

function sameNode(left: LineageNode, right: LineageNode | undefined): boolean {
  return (
    right !== undefined &&
    left.certificate.sha256 === right.certificate.sha256 &&
    left.flags === right.flags &&
    left.algorithm === right.algorithm &&
    left.parentAlgorithm === right.parentAlgorithm &&
    equalBytes(left.signature, right.signature)
  );
}

/** Decodes capability flags. */
export function capabilities(flags: number): Capability[] {
  return CAPABILITIES.filter(([bit]) => flags & bit).map(([, capability]) => capability);
}
