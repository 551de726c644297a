import { styleText } from 'node:util';
import type { AndroidFacts, IosFacts, PackageFacts, SignatureFacts } from '#shared/packages/facts.ts';
import type { Severity } from '#shared/packages/finding.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import type { ExplainedFinding } from './inspection.ts';

/** The parts of an inspection that are printed. */
export interface InspectionReport extends Omit<Inspection, 'icon' | 'findings'> {
  readonly findings: readonly ExplainedFinding[];
}

const COLOURS: Record<Severity, 'red' | 'yellow' | 'cyan'> = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
};

/**
 * Formats a report for a terminal: the facts, then every finding with its fix. Uses colours only on a
 * terminal.
 */
export function report(file: string, { package: facts, signature, findings }: InspectionReport): string {
  const lines = facts ? [...factLines(facts), ...signatureLines(facts, signature)] : [];
  return [
    styleText('bold', file),
    ...lines.map(([name, value]) => `  ${styleText('dim', name.padEnd(14))}${value}`),
    ...describeFindings(findings),
    `  ${summary(findings)}`,
    '',
  ].join('\n');
}

type Line = [name: string, value: string];

function factLines(facts: PackageFacts): Line[] {
  const lines = facts.platform === 'android' ? androidLines(facts) : iosLines(facts);
  return [['App', `${facts.label} (${facts.applicationId})`], ...lines, ['Size', `${facts.size} bytes`]];
}

function androidLines(facts: AndroidFacts): Line[] {
  const permissions = facts.permissions.map(({ name, maxSdkVersion }) =>
    maxSdkVersion === undefined ? name : `${name} (up to API level ${maxSdkVersion})`,
  );
  return [
    ['Version', `${facts.versionName || 'unnamed'} (${facts.versionCode})`],
    ['Android', `API level ${facts.minSdk} and above, targets ${facts.targetSdk}`],
    ['Processors', facts.abis.join(', ') || 'any'],
    ['Permissions', permissions.join(', ') || 'none'],
  ];
}

function iosLines(facts: IosFacts): Line[] {
  return [
    ['Version', `${facts.versionName || 'unnamed'} (${facts.buildVersion})`],
    ['iOS', `${facts.minimumOs || 'unknown'} and above, for ${facts.deviceFamilies.join(', ')}`],
    ...innerApps(facts),
    ['Processors', facts.architectures.join(', ') || 'none'],
    ['Entitlements', Object.keys(facts.entitlements).join(', ') || 'none'],
    ['Asks for access to', Object.keys(facts.usageTexts).join(', ') || 'nothing'],
  ];
}

/** Lists the watch apps and App Clips in the app. */
function innerApps({ extensions }: IosFacts): Line[] {
  const idsOf = (wanted: 'watchApp' | 'appClip') =>
    extensions.filter(({ kind }) => kind === wanted).map(({ applicationId }) => applicationId);
  const lines: Line[] = [
    ['Watch apps', idsOf('watchApp').join(', ')],
    ['App Clips', idsOf('appClip').join(', ')],
  ];
  return lines.filter(([, value]) => value !== '');
}

function signatureLines(facts: PackageFacts, signature: SignatureFacts): Line[] {
  if (facts.platform === 'ios') return [['Team', facts.profile?.teamName ?? facts.profile?.teamId ?? 'none']];
  const { v1, v2, v3, v31 } = signature.schemes;
  const schemes = [v1 && 'v1', v2 && 'v2', v3 && 'v3', v31 && 'v3.1'].filter(Boolean).join(', ');
  const certificates = signature.certificates.map(({ subject, sha256 }) => `${subject}, SHA-256 ${sha256}`);
  return [
    ['Signature', signature.verified ? `verifies with ${schemes}` : 'doesn’t verify'],
    ...certificates.map((certificate): Line => ['Signer', certificate]),
  ];
}

/** Returns the lines of findings, each with its fix. */
export function describeFindings(findings: readonly ExplainedFinding[]): string[] {
  return findings.flatMap(findingLines);
}

function findingLines({ severity, rule, title, evidence, fix, helpUrl }: ExplainedFinding): string[] {
  const label = styleText([COLOURS[severity], 'bold'], severity);
  return [
    '',
    `  ${label} ${title} ${styleText('dim', `[${rule}]`)}`,
    `    ${evidence}`,
    `    Fix: ${fix}`,
    ...(helpUrl === undefined ? [] : [`    ${helpUrl}`]),
  ];
}

function summary(findings: readonly ExplainedFinding[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const errors = count('error');
  const warnings = count('warning');
  if (errors + warnings === 0) return styleText('green', 'No problems found.');
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
}
