import { formatNumber, translated } from '../languages/translate.ts';
import { MAX_EVIDENCE_LENGTH, MAX_FINDINGS_PER_RULE } from './limits.ts';

/** Severity of a finding: errors block the upload, warnings need attention, infos are worth knowing. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One problem found in a package. The web interface, API, command line and emails all use this shape. */
export interface Finding {
  /** Stable id of the rule, such as `debuggable`. */
  rule: string;
  severity: Severity;
  /** The problem as a short sentence. */
  title: string;
  /** The part of this package that shows the problem. */
  evidence: string;
  /** The steps that solve it. */
  fix: string;
}

/** The names of the signature schemes that `{scheme}` stands for in the titles of signature rules. */
const SCHEME_NAME = /\bv(?:2|3\.1|3)\b/;

/** Returns the title of a finding, which the server writes in English, in the page's language. */
export function findingTitle({ title }: Pick<Finding, 'title'>): string {
  const translation = translated(title);
  const [scheme] = SCHEME_NAME.exec(title) ?? [];
  if (translation !== title || scheme === undefined) return translation;
  return translated(title.replace(scheme, '{scheme}')).replace('{scheme}', scheme);
}

/** Returns the address of the developer guide's section about a finding, below the store's. */
export function guideSectionOf({ rule }: Pick<Finding, 'rule'>): string {
  return rule.startsWith('graphic-') ? 'guide/listing.html#images' : `guide/rules.html#${rule}`;
}

/**
 * Thrown when a package, or a part of it, cannot be read. Carries the finding to show, always with severity
 * `error`.
 */
export class PackageError extends Error {
  readonly finding: Finding;

  constructor(finding: Omit<Finding, 'severity'>) {
    super(`${finding.title}: ${cutEvidence(finding.evidence)}`);
    this.name = 'PackageError';
    this.finding = { ...finding, evidence: cutEvidence(finding.evidence), severity: 'error' };
  }
}

/**
 * Truncates evidence to the maximum length. Half a surrogate pair at the end, which no database stores, becomes U+FFFD.
 */
export function cutEvidence(evidence: string): string {
  if (evidence.length <= MAX_EVIDENCE_LENGTH) return evidence;
  return `${evidence.slice(0, MAX_EVIDENCE_LENGTH).toWellFormed()}…`;
}

/**
 * Collects findings and keeps the first few of each rule and severity, followed by one that counts the rest.
 * A hostile file may break one rule a million times; a limit per rule keeps other rules' errors visible.
 */
export class FindingLog {
  readonly #byKind = new Map<string, { kept: Finding[]; count: number }>();

  add(...findings: readonly Finding[]): void {
    for (const finding of findings) {
      const kind = `${finding.rule} ${finding.severity}`;
      const found = this.#byKind.get(kind) ?? { kept: [], count: 0 };
      found.count += 1;
      if (found.count <= MAX_FINDINGS_PER_RULE) {
        found.kept.push({ ...finding, evidence: cutEvidence(finding.evidence) });
      }
      this.#byKind.set(kind, found);
    }
  }

  get findings(): Finding[] {
    return [...this.#byKind.values()].flatMap(({ kept, count }) => {
      const [first] = kept;
      if (!first || count === kept.length) return kept;
      const leftOut = formatNumber(count - kept.length);
      return [...kept, { ...first, evidence: `${leftOut} more findings of this kind were omitted.` }];
    });
  }
}
