import type { Severity } from '#shared/packages/finding.ts';
import type { ExplainedFinding } from './inspection.ts';

/* Source: GitHub, "Workflow commands for GitHub Actions". */

const LEVELS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

/** The findings of a package. */
export interface FindingsOfFile {
  readonly file: string;
  readonly findings: readonly ExplainedFinding[];
}

/** Returns a line for each finding of a file that GitHub Actions shows as an annotation. */
export function annotations({ file, findings }: FindingsOfFile): string[] {
  return findings.map(({ rule, severity, title, evidence, fix, helpUrl = '' }) =>
    formatAnnotation(
      LEVELS[severity],
      { file, title: `${title} [${rule}]` },
      `${evidence} ${fix} ${helpUrl}`.trim(),
    ),
  );
}

/** Returns the line for the error that ended a command. */
export function errorAnnotation(title: string, message: string): string {
  return formatAnnotation('error', { title }, message);
}

function formatAnnotation(
  level: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${level} ${given.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Returns the section of a command in the job's summary, in Markdown. */
export function jobSummary(command: string, text: string): string {
  // A fence longer than any in the text can't be ended by it.
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `### quayside ${command}\n\n${fence}\n${text}\n${fence}\n`;
}
