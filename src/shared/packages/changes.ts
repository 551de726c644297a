import type { AndroidFacts, PackageFacts, SignatureFacts } from './facts.ts';

/** A version as the comparison sees it. */
export interface VersionFacts {
  package: PackageFacts;
  signature: SignatureFacts;
}

/** One difference between two versions. Null means that this side does not have it. */
export interface Change {
  /** The fact that changed, such as `permissions`, `label` or `signers`. */
  kind: string;
  /** Which of several, such as the permission's name or the locale; empty for a single value. */
  name: string;
  before: string | null;
  after: string | null;
  /** Whether a person has to look at it before it is published (design, section 6). */
  sensitive: boolean;
}

/** What says who somebody is, or what an app may do: any change of it is sensitive, additions and removals too. */
const IDENTITY = new Set(['label', 'labels', 'iconSha256', 'signers', 'team', 'platform', 'applicationId']);
/** What gives access: more of it is sensitive, less is not. */
const ACCESS = new Set(['permissions', 'entitlements', 'usageTexts', 'extensions']);
/** Facts that differ between any two files and say nothing. */
const IGNORED = new Set(['size', 'entitlementsFrom', 'profile']);

/**
 * Everything that differs between two versions, over the union of what either has: nothing is compared only because
 * the newer version still mentions it.
 */
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

/** The last platform version that is asked for a permission; 0 when none is. */
function lastSdkOf(facts: AndroidFacts, name: string): number {
  const permission = facts.permissions.find((asked) => asked.name === name);
  return permission ? (permission.maxSdkVersion ?? Infinity) : 0;
}

/** Every single value by its kind and name, joined by a line feed, which neither contains. */
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

/** A listed thing: by its name or application id, with the rest of it as the value. */
function itemEntry(item: unknown): [name: string, text: string] {
  if (item === null || typeof item !== 'object') return [String(item), 'yes'];
  const { name, applicationId, ...rest } = item as Record<string, unknown>;
  const details = Object.entries(rest).map(([key, value]) => `${key} ${textOf(value)}`);
  return [String(name ?? applicationId), details.join(', ') || 'yes'];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
