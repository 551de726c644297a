import { styleText } from 'node:util';
import { capabilitiesOf } from '#shared/packages/capabilities.ts';
import { capability } from '#shared/packages/capability-records.ts';
import { exposedComponents } from '#shared/packages/exposed-components.ts';
import type { AndroidFacts, IosFacts, PackageFacts, SignatureFacts } from '#shared/packages/facts.ts';
import type { Severity } from '#shared/packages/finding.ts';
import type { Permission } from '#shared/packages/implied-permissions.ts';
import type { Inspection } from '#shared/packages/inspect.ts';
import type { ExplainedFinding } from './inspection.ts';

/** The parts of an inspection that are printed. */
export interface InspectionReport extends Omit<Inspection, 'icon' | 'otherIcons' | 'findings'> {
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
    applyStyle('bold', file),
    ...lines.map(([name, value]) => `  ${applyStyle('dim', `${name} `.padEnd(14))}${value}`),
    ...describeFindings(findings),
    `  ${summarySentence(findings)}`,
    '',
  ].join('\n');
}

type FactLine = [name: string, value: string];

function factLines(facts: PackageFacts): FactLine[] {
  const lines = facts.platform === 'android' ? androidLines(facts) : iosLines(facts);
  return [['App', `${facts.label} (${facts.applicationId})`], ...lines, ['Size', `${facts.size} bytes`]];
}

function androidLines(facts: AndroidFacts): FactLine[] {
  const { permissions, permissionsSdk23 = [], impliedPermissions = [] } = facts;
  return [
    ...nameLines(facts),
    ['Version', `${facts.versionName || 'unnamed'} (${facts.versionCode})`],
    ['Android', `API level ${facts.minSdk} and above, targets ${facts.targetSdk}`],
    ['Processors', facts.abis.join(', ') || 'any'],
    ['Permissions', listPermissions(permissions)],
    ...lineIfAny('On Android 6 and later', listPermissions(permissionsSdk23)),
    ...lineIfAny('Implied', listPermissions(impliedPermissions)),
    ...lineIfAny(
      'Can',
      capabilitiesOf(facts)
        .map(({ id }) => capability(id).sentence)
        .join(' ') || 'none',
    ),
    ...lineIfAny(
      'Open to all apps',
      exposedComponents(facts)
        .map(({ name }) => name)
        .join(', ') || 'none',
    ),
    ...lineIfAny('Special access', (facts.specialAccess ?? []).map(describeAccess).join(', ') || 'none'),
    ...lineIfAny('Shared user ID', facts.sharedUserId ?? 'none'),
  ];
}

/** Returns the names that only some devices or entries in the launcher show, and entries with an icon of their own. */
function nameLines({ labelVariants = {}, launchers = [] }: AndroidFacts): FactLine[] {
  const named = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([configuration, text]) => `${text} (${configuration})`);
  return [
    ...named(labelVariants).map((text): FactLine => ['Other name', text]),
    ...launchers.map(
      ({ name, labels, iconFilesSha256 }): FactLine => [
        'In launcher',
        [...named(labels), ...(iconFilesSha256 === null ? [] : ['another icon']), name].join(', '),
      ],
    ),
  ];
}

/** Returns a line unless it says that there is nothing. */
function lineIfAny(name: string, value: string): FactLine[] {
  return value === 'none' ? [] : [[name, value]];
}

function listPermissions(permissions: readonly Permission[]): string {
  const listed = permissions.map(({ name, maxSdkVersion }) =>
    maxSdkVersion === undefined ? name : `${name} (up to API level ${maxSdkVersion})`,
  );
  return listed.join(', ') || 'none';
}

function describeAccess({ kind, name }: NonNullable<AndroidFacts['specialAccess']>[number]): string {
  return `${kind} by ${name}`;
}

function iosLines(facts: IosFacts): FactLine[] {
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
function innerApps({ extensions }: IosFacts): FactLine[] {
  const idsOf = (wanted: 'watchApp' | 'appClip') =>
    extensions.filter(({ kind }) => kind === wanted).map(({ applicationId }) => applicationId);
  const lines: FactLine[] = [
    ['Watch apps', idsOf('watchApp').join(', ')],
    ['App Clips', idsOf('appClip').join(', ')],
  ];
  return lines.filter(([, value]) => value !== '');
}

function signatureLines(facts: PackageFacts, signature: SignatureFacts): FactLine[] {
  if (facts.platform === 'ios') return [['Team', facts.profile?.teamName ?? facts.profile?.teamId ?? 'none']];
  const { v1, v2, v3, v31 } = signature.schemes;
  const schemes = [v1 && 'v1', v2 && 'v2', v3 && 'v3', v31 && 'v3.1'].filter(Boolean).join(', ');
  const certificates = signature.certificates.map(({ subject, sha256 }) => `${subject}, SHA-256 ${sha256}`);
  return [
    ['Signature', signature.verified ? `verifies with ${schemes}` : 'doesn’t verify'],
    ...certificates.map((certificate): FactLine => ['Signer', certificate]),
    ...rangeLines(signature),
  ];
}

/** Returns the signers by range of releases, when not all releases see the same. */
function rangeLines({ ranges = [] }: SignatureFacts): FactLine[] {
  if (ranges.length <= 1) return [];
  return ranges.map(({ minSdk, maxSdk, signers }) => [
    'Signed for',
    `API level ${minSdk} ${maxSdk === null ? 'and above' : `to ${maxSdk}`}: ${signers.join(', ')}`,
  ]);
}

/** Returns the lines of findings, each with its fix. */
export function describeFindings(findings: readonly ExplainedFinding[]): string[] {
  return findings.flatMap(findingLines);
}

function findingLines({ severity, rule, title, evidence, fix, helpUrl }: ExplainedFinding): string[] {
  const label = applyStyle('bold', applyStyle(COLOURS[severity], severity));
  return [
    '',
    `  ${label} ${title} ${applyStyle('dim', `[${rule}]`)}`,
    `    ${evidence}`,
    `    Fix: ${fix}`,
    ...(helpUrl === undefined ? [] : [`    ${helpUrl}`]),
  ];
}

function summarySentence(findings: readonly ExplainedFinding[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const errors = count('error');
  const warnings = count('warning');
  if (errors + warnings === 0) return applyStyle('green', 'No problems found.');
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
}

type TextStyle = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow';

/** `hasColors` reads `NO_COLOR`. Older versions of `styleText` don't, and also write colours into pipes and files. */
const hasColours = process.stdout.isTTY && process.stdout.hasColors();

function applyStyle(style: TextStyle, text: string): string {
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}
