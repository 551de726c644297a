import type { SdkRange } from './algorithms.ts';
import type { SchemeResult } from './block-schemes.ts';
import type { Certificate } from './certificate.ts';
import type { Lineage } from './lineage.ts';
import type { ProblemLog } from './problem.ts';
import { FIRST_SDK } from './signing-block.ts';

/** The signers that some consecutive releases see. */
export interface SignerRange extends SdkRange {
  signers: Certificate[];
}

interface Signatures {
  blocks: readonly SchemeResult[];
  jarSigners: Certificate[];
  range: SdkRange;
}

/**
 * Returns the signers that each release of a range sees, oldest release first: the newest scheme that it reads and that
 * has a signer for it.
 * @see AOSP, ApkSignatureVerifier.verifySignatures and ApkSignatureSchemeV3Verifier.verifySigner
 */
export function signerRanges(signatures: Signatures): SignerRange[] {
  const { range } = signatures;
  const ranges: SignerRange[] = [];
  const starts = firstReleases(signatures);
  for (const [index, minSdk] of starts.entries()) {
    const maxSdk = (starts[index + 1] ?? range.maxSdk + 1) - 1;
    const signers = signersFor(minSdk, signatures);
    const before = ranges.at(-1);
    if (before && sameSigners(before.signers, signers)) before.maxSdk = maxSdk;
    else ranges.push({ minSdk, maxSdk, signers });
  }
  return ranges;
}

/** Returns the releases at which the signers can change, in order. */
function firstReleases({ blocks, range }: Signatures): number[] {
  const ofSigners = blocks.flatMap(({ signers }) =>
    signers.flatMap(({ minSdk, maxSdk }) =>
      minSdk === undefined || maxSdk === undefined ? [] : [minSdk, maxSdk + 1],
    ),
  );
  const starts = [range.minSdk, ...Object.values(FIRST_SDK), ...ofSigners];
  return [...new Set(starts)]
    .filter((sdk) => sdk >= range.minSdk && sdk <= range.maxSdk)
    .sort((one, other) => one - other);
}

function signersFor(sdk: number, { blocks, jarSigners }: Signatures): Certificate[] {
  for (const scheme of ['v31', 'v3', 'v2'] as const) {
    const signers = blocks.find((block) => block.scheme === scheme)?.signers ?? [];
    const reading = signers.filter(
      ({ minSdk = 0, maxSdk = Number.POSITIVE_INFINITY }) => minSdk <= sdk && sdk <= maxSdk,
    );
    if (sdk >= FIRST_SDK[scheme] && reading.length > 0) {
      return reading.flatMap(({ certificates }) => certificates.slice(0, 1));
    }
  }
  return jarSigners;
}

function sameSigners(one: Certificate[], other: Certificate[]): boolean {
  return joinDigests(one) === joinDigests(other);
}

/**
 * Reports signers of different releases that no rotation connects, oldest first: such a package is a different app for
 * each of them, and a device that is updated to a newer release keeps neither its data nor its updates.
 */
export function checkRangesAreRelated(
  ranges: readonly SignerRange[],
  lineage: Lineage | undefined,
  log: ProblemLog,
): void {
  const order = ranges.flatMap(({ signers }) => signers.map(({ sha256 }) => sha256));
  if (new Set(order).size <= 1) return;
  const chain = (lineage ?? []).map(({ certificate }) => certificate.sha256);
  const positions = order.map((sha256) => chain.indexOf(sha256));
  if (positions.every((position, index) => position >= (positions[index - 1] ?? 0))) return;
  // It verifies, as every release accepts its own signer.
  log.warning('signature.unrelated-signers', {
    found: 'unrelated',
    from: ranges.map(({ minSdk }) => String(minSdk)),
    to: ranges.map(({ maxSdk }) => String(maxSdk)),
    signers: ranges.map(({ signers }) => joinDigests(signers)),
  });
}

function joinDigests(certificates: Certificate[]): string {
  return [...new Set(certificates.map(({ sha256 }) => sha256))].toSorted().join(', ');
}
