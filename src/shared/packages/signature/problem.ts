import { type Finding, FindingLog } from '../finding.ts';
import { describeSignature, type SignatureEvidence } from '../problems/signature-problems.ts';
import { signatureFinding } from './rules.ts';

/**
 * A reason why a signature does not verify. Thrown where it is found; stops the verification of that signer.
 */
export class SignatureProblem extends Error {
  readonly rule: string;
  readonly evidence: SignatureEvidence;

  constructor(rule: string, evidence: SignatureEvidence) {
    super(`${rule}: ${describeSignature(evidence)}`);
    this.name = 'SignatureProblem';
    this.rule = rule;
    this.evidence = evidence;
  }
}

/** Collects the problems of a signature. */
export class ProblemLog {
  readonly #log = new FindingLog();
  #failed = false;

  get findings(): Finding[] {
    return this.#log.findings;
  }

  /** Returns true when an error was reported, which means that the signature does not verify. */
  get failed(): boolean {
    return this.#failed;
  }

  error(rule: string, evidence: SignatureEvidence): void {
    this.#failed = true;
    this.#add(rule, evidence);
  }

  warning(rule: string, evidence: SignatureEvidence): void {
    this.#add(rule, evidence);
  }

  /** Reports a thrown SignatureProblem and rethrows any other error. */
  caught(error: unknown): void {
    if (!(error instanceof SignatureProblem)) throw error;
    this.error(error.rule, error.evidence);
  }

  #add(rule: string, evidence: SignatureEvidence): void {
    this.#log.add(signatureFinding(rule, evidence));
  }
}
