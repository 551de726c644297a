import { capabilitiesOf } from './capabilities.ts';
import { exposedComponents } from './exposed-components.ts';
import type { AndroidFacts, ComponentFacts, PackageFacts, SignatureFacts } from './facts.ts';
import { allPermissions, impliedPermissions, lastSdkOf } from './implied-permissions.ts';

/** The parts of a version that are compared. */
export interface VersionFacts {
  package: PackageFacts;
  signature: SignatureFacts;
}

/** One difference between two versions. Null means that this version does not have it. */
export interface PackageChange {
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
const IDENTITY = new Set([
  'label',
  'labels',
  'labelVariants',
  'launcherLabels',
  'launcherIcons',
  'iconSha256',
  'iconFilesSha256',
  'signers',
  'otherSigners',
  'team',
  'platform',
  'applicationId',
  'sharedUserId',
]);
/** Facts that grant access: an addition is sensitive, a removal is not. */
const ACCESS = new Set([
  'specialAccess',
  'exposedComponents',
  'componentSettings',
  'entitlements',
  'usageTexts',
  'extensions',
  'extensionEntitlements',
  'extensionUsageTexts',
]);
/** Facts that differ between any two files and carry no information. */
const IGNORED = new Set([
  'size',
  'entitlementsFrom',
  'profile',
  'launchers',
  'otherIcons',
  'nativeLibraries',
  'permissionGroups',
]);
/** Facts that older inspections didn't read: they are compared only where both versions have them. */
const READ_LATER = [
  'partSizes',
  'iconFilesSha256',
  'sharedUserId',
  'specialAccess',
  'components',
  'componentSettings',
  'deepLinks',
  'queries',
  'declaredPermissions',
  'instrumentations',
  'overlayTarget',
  'backup',
  'network',
] as const;
/** Lists of permissions, of which one may move to another. */
export const ANDROID_PERMISSION_KINDS = ['permissions', 'permissionsSdk23', 'impliedPermissions'] as const;

/** Compares two versions over the union of their facts, so that something removed counts as a change too. */
export function compareVersions(before: VersionFacts, after: VersionFacts): PackageChange[] {
  const old = flatten(before);
  const now = flatten(after);
  const isRead = (facts: Partial<Record<string, unknown>>, kind: string) =>
    facts[kind === 'componentSettings' ? 'components' : kind] !== undefined;
  const unread = new Set<string>(
    READ_LATER.filter((kind) => !isRead(before.package, kind) || !isRead(after.package, kind)),
  );
  const changes: PackageChange[] = [];
  for (const id of new Set([...old.keys(), ...now.keys()])) {
    const [kind = '', name = ''] = id.split('\n');
    const change = { kind, name, before: old.get(id) ?? null, after: now.get(id) ?? null };
    if (change.before === change.after || unread.has(kind)) continue;
    changes.push({ ...change, sensitive: isSensitive(change, before.package, after.package) });
  }
  return changes;
}

function isSensitive(
  change: Omit<PackageChange, 'sensitive'>,
  before: PackageFacts,
  after: PackageFacts,
): boolean {
  if (IDENTITY.has(change.kind)) return true;
  if (change.kind === 'network' && change.name === 'userCertificates') return change.after === 'true';
  if (change.kind === 'capabilities') return lastSdkIn(change.after) > lastSdkIn(change.before);
  const isPermission = ANDROID_PERMISSION_KINDS.some((kind) => kind === change.kind);
  if (isPermission && before.platform === 'android' && after.platform === 'android') {
    return lastSdkOf(allPermissions(after), change.name) > lastSdkOf(allPermissions(before), change.name);
  }
  return (isPermission || ACCESS.has(change.kind)) && change.after !== null;
}

/** Flattens a version to single values. Kind and name are joined by a line feed, which neither contains. */
function flatten(version: VersionFacts): Map<string, string> {
  const values = new Map<string, string>();
  const team = version.package.platform === 'ios' ? version.package.profile?.teamId : null;
  const { signers } = version.signature;
  const facts = {
    ...version.package,
    ...derivedFacts(version.package),
    signers: signers.join(', '),
    otherSigners: otherSigners(version.signature).join(', '),
    team,
  };
  for (const [kind, value] of Object.entries(facts)) {
    if (IGNORED.has(kind)) continue;
    for (const [name, text] of entriesOf(value)) values.set(`${kind}\n${name.replaceAll('\n', ' ')}`, text);
  }
  return values;
}

/** Returns the names and icons of the entries in the launcher, by activity and configuration. */
function launcherValues({ launchers = [] }: AndroidFacts): Record<string, Record<string, string>> {
  const names = launchers.flatMap(({ name, labels }) =>
    Object.entries(labels).map(([configuration, text]) => [`${name} ${configuration}`, text] as const),
  );
  const icons = launchers.flatMap(({ name, iconFilesSha256: icon }) =>
    icon === null ? [] : [[name, icon] as const],
  );
  return { launcherLabels: Object.fromEntries(names), launcherIcons: Object.fromEntries(icons) };
}

/**
 * Returns the components with what matters about each, those that every other app can use, and what XML lets them do. An
 * earlier inspection didn't read them: what the live version may have had counts as new.
 */
function componentValues(facts: AndroidFacts) {
  const components = facts.components ?? [];
  const valueOf = (component: ComponentFacts) => [`${component.kind} ${component.name}`, describe(component)];
  const settings = components.flatMap(({ name, settings: given = [] }) =>
    given.map((setting) => [`${name} ${setting}`, 'yes']),
  );
  return {
    components: Object.fromEntries(components.map(valueOf)) as Record<string, string>,
    exposedComponents: Object.fromEntries(
      exposedComponents(facts).map(({ kind, name }) => [`${kind} ${name}`, 'yes']),
    ) as Record<string, string>,
    componentSettings: Object.fromEntries(settings) as Record<string, string>,
  };
}

function describe({
  exported,
  disabled,
  permission,
  writePermission,
  process,
  taskAffinity,
}: ComponentFacts): string {
  const parts = [
    exported && 'exported',
    disabled && 'disabled',
    permission && `permission ${permission}`,
    writePermission !== undefined && `write permission ${writePermission || 'none'}`,
    process && `process ${process}`,
    taskAffinity !== undefined && `task ${taskAffinity}`,
  ];
  return parts.filter(Boolean).join(', ') || 'yes';
}

/** Returns the other parts of a manifest by names that identify them. */
function declaredValues({ deepLinks = [], queries = [], backup, network }: AndroidFacts) {
  return {
    deepLinks: Object.fromEntries(
      deepLinks.map(({ component, link, verified }) => [
        `${link} ${component}`,
        verified ? 'verified' : 'yes',
      ]),
    ) as Record<string, string>,
    queries: Object.fromEntries(queries.map(({ kind, name }) => [`${kind} ${name}`, 'yes'])) as Record<
      string,
      string
    >,
    backup: backup && { allowed: String(backup.allowed), rules: backup.rules.join(', ') },
    network: network && {
      cleartext: String(network.cleartext),
      cleartextDomains: network.cleartextDomains.join(', '),
      userCertificates: String(network.userCertificates),
    },
  };
}

/** Returns the signers that only older releases see, in a stable order. */
function otherSigners({ signers, ranges = [] }: SignatureFacts): string[] {
  const all = new Set(ranges.flatMap((range) => range.signers));
  return [...all].filter((signer) => !signers.includes(signer)).sort();
}

/**
 * Returns the facts that follow from others: capabilities, names and icons in the launcher, and permissions that Android
 * adds.
 */
function derivedFacts(facts: PackageFacts) {
  const capabilities = capabilityValues(facts);
  if (facts.platform === 'ios') return { capabilities };
  return {
    capabilities,
    ...componentValues(facts),
    ...declaredValues(facts),
    ...launcherValues(facts),
    // Both sides by the same list: packages of earlier releases of Quayside have a shorter one in their facts.
    impliedPermissions: impliedPermissions(facts),
  };
}

const LAST_SDK = 'maxSdkVersion ';

/** Returns each capability with the last platform version that has it, as permissions are compared. */
function capabilityValues(facts: PackageFacts): Record<string, string> {
  const values = capabilitiesOf(facts).map(({ id, evidence }) => {
    const last = Math.max(...evidence.map(({ maxSdkVersion = Infinity }) => maxSdkVersion));
    return [id, last === Infinity ? 'yes' : `${LAST_SDK}${last}`] as const;
  });
  return Object.fromEntries(values);
}

/** Returns the last platform version with a capability: none when it is absent, all when there is no limit. */
function lastSdkIn(value: string | null): number {
  if (value === null) return -Infinity;
  return value.startsWith(LAST_SDK) ? Number(value.slice(LAST_SDK.length)) : Infinity;
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
  const { kind, name, applicationId, ...rest } = item as Record<string, unknown>;
  if (kind !== undefined) return [`${String(kind)} ${String(name)}`, 'yes'];
  const details = Object.entries(rest).map(([key, value]) => `${key} ${textOf(value)}`);
  return [String(name ?? applicationId), details.join(', ') || 'yes'];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
