import { z } from 'zod';

/** How much a finding weighs: an error keeps a package out, a warning wants attention, an info is worth knowing. */
const severitySchema = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof severitySchema>;

/** One thing found in a package. The same shape on the page, in the API, in the command and in mails. */
export const findingSchema = z.object({
  /** Stable id of the rule, such as `debuggable`. */
  rule: z.string(),
  severity: severitySchema,
  /** What is wrong, as a short sentence. */
  title: z.string(),
  /** What in this package shows it. */
  evidence: z.string(),
  /** What the publisher does about it. */
  fix: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** A package, or a part of it, that cannot be read. It carries the finding to show, always of severity error. */
export class PackageError extends Error {
  readonly finding: Finding;

  constructor(finding: Omit<Finding, 'severity'>) {
    super(`${finding.title}: ${finding.evidence}`);
    this.name = 'PackageError';
    this.finding = { ...finding, severity: 'error' };
  }
}
