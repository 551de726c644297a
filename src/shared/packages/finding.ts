import { z } from 'zod';
import { boundedRecord, sentenceSchema } from '../bounded.ts';
import { formatNumber, t } from '../languages/translate.ts';
import {
  MAX_EVIDENCE_LENGTH,
  MAX_FINDING_VALUES,
  MAX_FINDINGS,
  MAX_FINDINGS_PER_RULE,
  MAX_LISTED_LENGTH,
  MAX_LISTED_VALUES,
} from './limits.ts';

/** Severity of a finding: errors block the upload, warnings need attention, infos are worth knowing. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The part of a package that shows a problem, as values from which the rule makes a sentence. */
export type FindingValues = Readonly<Record<string, string | number | readonly string[]>>;

/** One problem found in a package. Its texts come from the record of its rule, in the reader's language. */
export interface Finding {
  /** Stable id of the rule, such as `debuggable`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly values: FindingValues;
}

/** A finding's texts. */
export interface FindingTexts {
  /** The problem as a short sentence. */
  readonly title: string;
  /** The part of this package that shows the problem. */
  readonly evidence: string;
  /** The steps that solve it. */
  readonly fix: string;
}

/** A finding as it's kept: those of earlier inspections have texts instead of values. */
export type StoredFinding = Pick<Finding, 'rule' | 'severity'> &
  Partial<Pick<Finding, 'values'> & FindingTexts>;

/** A finding with its texts. The web interface, API, command line and webhooks all use this shape. */
export type ReportedFinding = StoredFinding & FindingTexts;

/** Returns the address of the developer guide's section about a finding, below the store's. */
export function guideSectionOf({ rule }: Pick<Finding, 'rule'>): string {
  return rule.startsWith('graphic-') ? 'guide/listing.html#images' : `guide/rules.html#${rule}`;
}

/** Thrown when a package, or a part of it, cannot be read. Carries the finding to show. */
export class PackageError extends Error {
  readonly finding: Finding;

  /** Takes the evidence as a sentence for logs. */
  constructor(finding: Finding, evidence: string) {
    super(evidence);
    this.name = 'PackageError';
    this.finding = finding;
  }
}

/**
 * Truncates a text of a finding. Half a surrogate pair at the end, which no database stores, becomes U+FFFD.
 */
export function cutEvidence(text: string, max = MAX_EVIDENCE_LENGTH): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
}

/** Truncates the values of a finding, which may be as long as the package likes. */
export function cutValues(values: FindingValues): FindingValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cutValue(value)]));
}

function cutValue(value: FindingValues[string]): FindingValues[string] {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return cutEvidence(value);
  return value.slice(0, MAX_LISTED_VALUES).map((text) => cutEvidence(text, MAX_LISTED_LENGTH));
}

/** The first of several names, and the number of the others. */
export type SomeNames = {
  readonly names: readonly string[];
  readonly more: number;
};

/** Returns the first few names, as the values of a finding. */
export function someNames(names: readonly string[], max: number): { names: string[]; more: number } {
  return { names: names.slice(0, max), more: Math.max(0, names.length - max) };
}

/** Returns some names as part of a sentence. */
export function listNames({ names, more }: SomeNames): string {
  const list = names.join(', ');
  return more === 0 ? list : t`${list} and ${formatNumber(more)} more`;
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
        found.kept.push({ ...finding, values: cutValues(finding.values) });
      }
      this.#byKind.set(kind, found);
    }
  }

  get findings(): Finding[] {
    return [...this.#byKind.values()].flatMap(({ kept, count }) => {
      const [first] = kept;
      if (!first || count === kept.length) return kept;
      return [...kept, { ...first, values: { omitted: count - kept.length } }];
    });
  }
}

/** A cut text ends in an ellipsis. */
const textSchema = (max: number) => z.string().max(max + 1);

const valueSchema = z.union([
  textSchema(MAX_EVIDENCE_LENGTH),
  z.number(),
  z.array(textSchema(MAX_LISTED_LENGTH)).max(MAX_LISTED_VALUES).readonly(),
]);

export const findingValuesSchema = boundedRecord(MAX_FINDING_VALUES, z.string().max(100), valueSchema);

export const findingSchema = z.object({
  /** Stable id of the rule, such as `debuggable`. */
  rule: z.string().max(100),
  severity: z.enum(SEVERITIES),
  /** Absent in findings of inspections before they were recorded. */
  values: findingValuesSchema.optional(),
  title: sentenceSchema,
  evidence: sentenceSchema,
  fix: sentenceSchema,
});

export const storedFindingSchema = findingSchema.partial({
  title: true,
  evidence: true,
  fix: true,
}) satisfies z.ZodType<StoredFinding>;

export const findingsSchema = z.array(findingSchema).max(MAX_FINDINGS) satisfies z.ZodType<ReportedFinding[]>;
