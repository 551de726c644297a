import type { AndroidFacts, PackageFacts, SignatureFacts } from './facts.ts';

/** The parts of a version that are compared. */
export interface VersionFacts {
  package: PackageFacts;
  signature: SignatureFacts;
}

/** One difference between two versions. Null means that this version does not have it. */
export interface Change {
  /** The fact that changed, such as `permissions`, `label` or `signers`. */
  kind: string;
  /** Identifies the item in a list, such as the permission's name or the locale; empty for a single value. */
  name: string;
  before: string | null;
  after: string | null;
  /** True when the change needs a manual review before publication. */
  sensitive: boolean;
}

/**
 * Facts that identify the app or its developer. Any change is sensitive, including additions and removals.
 */
const IDENTITY = new Set(['label', 'labels', 'iconSha256', 'signers', 'team', 'platform', 'applicationId']);
/** Facts that grant access: an addition is sensitive, a removal is not. */
const ACCESS = new Set([
  'permissions',
  'entitlements',
  'usageTexts',
  'extensions',
  'extensionEntitlements',
  'extensionUsageTexts',
]);
/** Facts that differ between any two files and carry no information. */
const IGNORED = new Set(['size', 'entitlementsFrom', 'profile', 'nativeLibraries']);

/** Compares two versions over the union of their facts, so that something removed counts as a change too. */
export function compareVersions(before: VersionFacts, after: VersionFacts): Change[] {
  const old = flatten(before);
  const now = flatten(after);
  const areMeasured = before.package.partSizes !== undefined && after.package.partSizes !== undefined;
  const changes: Change[] = [];
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [kind = '', name = ''] = id.split('\n');
    const change = { kind, name, before: old.get(id) ?? null, after: now.get(id) ?? null };
    if (change.before === change.after || (kind === 'partSizes' && !areMeasured)) continue;
    changes.push({ ...change, sensitive: isSensitive(change, before.package, after.package) });
  }
  return changes;
}

function isSensitive(change: Omit<Change, 'sensitive'>, before: PackageFacts, after: PackageFacts): boolean {
  if (IDENTITY.has(change.kind)) return true;
  if (change.kind === 'permissions' && before.platform === 'android' && after.platform === 'android') {
    return lastSdkOf(after, change.name) > lastSdkOf(before, change.name);
  }
  return ACCESS.has(change.kind) && change.after !== null;
}

/** Returns the last platform version that a permission is requested on; 0 when it is not requested. */
function lastSdkOf(facts: AndroidFacts, name: string): number {
  const permission = facts.permissions.find((asked) => asked.name === name);
  return permission ? (permission.maxSdkVersion ?? Infinity) : 0;
}

/** Flattens a version to single values. Kind and name are joined by a line feed, which neither contains. */
function flatten(version: VersionFacts): Map<string, string> {
  const values = new Map<string, string>();
  const team = version.package.platform === 'ios' ? version.package.profile?.teamId : null;
  const facts = { ...version.package, signers: version.signature.signers.join(', '), team };
  for (const [kind, value] of Object.entries(facts)) {
    if (IGNORED.has(kind)) continue;
    for (const [name, text] of entriesOf(value)) values.set(`${kind}\n${name.replaceAll('\n', ' ')}`, text);
  }
  return values;
}

function entriesOf(value: unknown): [name: string, text: string][] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.map(itemEntry);
  if (typeof value !== 'object') return [['', String(value)]];
  return Object.entries(value).map(([name, inner]) => [name, textOf(inner)]);
}

/** Returns the name or application id of a list item, and the rest of it as text. */
function itemEntry(item: unknown): [name: string, text: string] {
  if (item === null || typeof item !== 'object') return [String(item), 'yes'];
  const { name, applicationId, ...rest } = item as Record<string, unknown>;
  const details = Object.entries(rest).map(([key, value]) => `${key} ${textOf(value)}`);
  return [String(name ?? applicationId), details.join(', ') || 'yes'];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
