import type { Finding, Severity } from '../finding.ts';
import { describeRule } from './rules.ts';

/** A reason why a signature does not hold. Raised where it is seen; ends the work on that signer. */
export class SignatureProblem extends Error {
  readonly rule: string;
  readonly evidence: string;

  constructor(rule: string, evidence: string) {
    super(`${rule}: ${evidence}`);
    this.name = 'SignatureProblem';
    this.rule = rule;
    this.evidence = evidence;
  }
}

/** A hostile file may repeat one mistake a million times; nobody reads more than this many. */
const MAX_PER_RULE = 20;

/** Collects what is wrong with a signature. */
export class ProblemLog {
  readonly findings: Finding[] = [];
  readonly #counts = new Map<string, number>();
  #failed = false;

  /** Whether an error was reported: the signature does not verify. */
  get failed(): boolean {
    return this.#failed;
  }

  error(rule: string, evidence: string): void {
    this.#failed = true;
    this.#add('error', rule, evidence);
  }

  warning(rule: string, evidence: string): void {
    this.#add('warning', rule, evidence);
  }

  /** Reports a thrown SignatureProblem; anything else is not ours and goes on. */
  caught(error: unknown): void {
    if (!(error instanceof SignatureProblem)) throw error;
    this.error(error.rule, error.evidence);
  }

  #add(severity: Severity, rule: string, evidence: string): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= MAX_PER_RULE) this.findings.push({ rule, severity, evidence, ...describeRule(rule) });
  }
}
