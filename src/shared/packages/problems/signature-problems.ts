import { t } from '../../languages/translate.ts';
import { ENTRY_PROBLEMS } from '../rules/container-rules.ts';
import { type CaseValues, oneOf } from '../rules/rule.ts';
import { describeProblem, type FormatProblem } from './format-error.ts';
import { JAR_PROBLEMS } from './jar-problems.ts';

type Count = {
  readonly count: number;
};
/** API levels. */
type Range = {
  readonly minSdk: number;
  readonly maxSdk: number;
};
/** Signers of ranges of API levels, as lists of equal length. */
type Ranges = {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly signers: readonly string[];
};
type Algorithm = {
  readonly algorithm: string;
  readonly digest: string;
};

const ENTRY_EVIDENCE = oneOf(ENTRY_PROBLEMS);

/** What is wrong with a signature in the signing block, or with the signatures of a package together. */
export const BLOCK_PROBLEMS = {
  noManifest: () => t`The ZIP has no such file.`,
  manifest: (problem: FormatProblem) => t`AndroidManifest.xml can’t be read: ${describeProblem(problem)}.`,
  manifestEntry: ({ problem, ...values }: CaseValues<typeof ENTRY_PROBLEMS, 'problem'>) =>
    t`AndroidManifest.xml can’t be read: ${ENTRY_EVIDENCE({ ...values, found: problem } as never)}`,
  releases: ({ minSdk, maxSdk }: Range) => t`From API level ${minSdk} to ${maxSdk}.`,
  onlyJar: ({ minSdk }: { readonly minSdk: number }) =>
    t`It has no v2 or v3 signature, and runs on API level ${minSdk} and later.`,
  target: ({ targetSdk }: { readonly targetSdk: number }) =>
    t`It targets API level ${targetSdk} but has no v2 or v3 signature.`,
  sandbox: ({ version }: { readonly version: number }) => t`android:targetSandboxVersion is ${version}.`,

  schemes: ({ v1, v2 }: { readonly v1: string; readonly v2: string }) => `v1: ${v1}; v2: ${v2}.`,
  pastSigners: ({ count }: Count) => t`v3 allows one signer at a time, but v1 and v2 have ${count}.`,
  withoutLineage: ({ count }: Count) => t`Without a lineage, v3 allows one signer, not ${count}.`,
  otherStart: ({ first, past }: { readonly first: string; readonly past: string }) =>
    t`v3 starts with ${first}, but v1 and v2 are signed by ${past}.`,
  unrelated: ({ from, to, signers }: Ranges) => {
    const ranges = signers.map((names, at) => t`${from[at] ?? ''} to ${to[at] ?? ''}: ${names}`);
    return t`By API level, ${ranges.join('; ')}.`;
  },
  noV3: () => t`There’s a v3.1 signature, but no v3 signature for earlier releases.`,
  removed: ({ scheme }: { readonly scheme: number }) =>
    t`The v2 signature says there is a v${scheme} signature, but there is none.`,
  noRotation: ({ sdk }: { readonly sdk: number }) =>
    t`The signer rotates from API level ${sdk}, but there is no v3.1 signature.`,
  otherRotation: ({ sdk, minSdk }: { readonly sdk: number; readonly minSdk: number }) =>
    t`The signer rotates from API level ${sdk}, but the v3.1 signature starts at ${minSdk}.`,

  format: (problem: FormatProblem) => `${describeProblem(problem)}.`,
  noSigners: () => t`Its list of signers is empty.`,
  signers: ({ count }: Count) => t`${count} signers.`,
  unsigned: () => t`A signer has no signatures.`,
  unknownAlgorithms: ({ ids }: { readonly ids: string }) => t`Only ${ids}.`,
  signedData: ({ algorithm, digest }: Algorithm) => t`${algorithm} with ${digest} over the signed data.`,
  verityData: ({ algorithm, digest }: Algorithm) =>
    t`${algorithm} with ${digest} (verity) over the signed data.`,
  publicKey: (problem: FormatProblem) => t`Public key: ${describeProblem(problem)}.`,
  anonymous: () => t`A signer has no certificate.`,
  otherCertificate: ({ sha256 }: { readonly sha256: string }) => t`Certificate ${sha256}.`,
  digestAlgorithms: ({ signatures, digests }: { readonly signatures: number; readonly digests: number }) =>
    t`${signatures} signatures and ${digests} digests, in a different order or of different types.`,
  contents: ({ digest, actual, signed }: Record<'digest' | 'actual' | 'signed', string>) =>
    t`The ${digest} of the contents is ${actual}, but ${signed} was signed.`,
  placement: ({ from, to }: { readonly from: number; readonly to: number }) =>
    t`The signing block is at bytes ${from} to ${to}.`,
  attribute: ({ id }: { readonly id: string }) => t`Attribute ${id}.`,

  range: ({ minSdk, maxSdk }: Range) => t`A signer is for API levels ${minSdk} to ${maxSdk}.`,
  signedRange: ({
    minSdk,
    maxSdk,
    signedMinSdk,
    signedMaxSdk,
  }: Range & { readonly signedMinSdk: number; readonly signedMaxSdk: number }) =>
    t`A signer declares API levels ${minSdk} to ${maxSdk}, but signed ${signedMinSdk} to ${signedMaxSdk}.`,
  gap: ({ maxSdk, nextSdk }: { readonly maxSdk: number; readonly nextSdk: number }) =>
    t`After API level ${maxSdk} the next signer starts at ${nextSdk}.`,
  coverage: ({
    minSdk,
    maxSdk,
    neededMinSdk,
    neededMaxSdk,
  }: Range & { readonly neededMinSdk: number; readonly neededMaxSdk: number }) =>
    t`The signers are for API levels ${minSdk} to ${maxSdk}, but ${neededMinSdk} to ${neededMaxSdk} are needed.`,
  lineages: () => t`A signer has two lineages.`,
  shortLineage: () => t`A later signer has a shorter lineage.`,
};

const SIGNATURE_PROBLEMS = { ...BLOCK_PROBLEMS, ...JAR_PROBLEMS };

/** Why a signature doesn’t verify, as the values of a finding. */
export type SignatureEvidence = CaseValues<typeof SIGNATURE_PROBLEMS>;

const SIGNATURE_EVIDENCE = oneOf(SIGNATURE_PROBLEMS);

/** Returns why a signature doesn’t verify. Findings of earlier inspections have a sentence in English instead of a case. */
export function describeSignature(values: SignatureEvidence | { readonly problem: string }): string {
  return 'found' in values ? SIGNATURE_EVIDENCE(values) : values.problem;
}
