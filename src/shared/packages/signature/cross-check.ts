import type { Certificate } from './certificate.ts';
import type { Lineage } from './lineage.ts';
import type { ProblemLog } from './problem.ts';

/** The signers of each scheme that verified, and the proven rotation. */
export interface VerifiedSigners {
  v1?: Certificate[];
  v2?: Certificate[];
  v3?: Certificate[];
  lineage?: Lineage;
}

const RULE = 'signature.signers-differ';

/**
 * Checks that releases that read different schemes see the same signers.
 * @see AOSP apksig, ApkVerifier.verify
 */
export function checkSignersAgree(signers: VerifiedSigners, log: ProblemLog): void {
  const { v1, v2, v3 } = signers;
  if (v1 && v2 && joinDigests(v1) !== joinDigests(v2)) {
    log.error(RULE, { found: 'schemes', v1: joinDigests(v1), v2: joinDigests(v2) });
  }
  const past = v1 ?? v2;
  if (v3 && past) checkRotation(past, v3, { lineage: signers.lineage, log });
}

function checkRotation(
  past: Certificate[],
  current: Certificate[],
  { lineage, log }: { lineage?: Lineage; log: ProblemLog },
): void {
  if (past.length !== 1) log.error(RULE, { found: 'pastSigners', count: past.length });
  const [first] = lineage ? lineage.map(({ certificate }) => certificate) : current;
  if (!lineage && current.length !== 1) {
    log.error(RULE, { found: 'withoutLineage', count: current.length });
  }
  if (first?.sha256 !== past[0]?.sha256) {
    log.error(RULE, { found: 'otherStart', first: first?.sha256 ?? '', past: past[0]?.sha256 ?? '' });
  }
}

function joinDigests(certificates: Certificate[]): string {
  return [...new Set(certificates.map(({ sha256 }) => sha256))].toSorted().join(', ');
}
