import {
  CAPABILITY_IDS,
  type CapabilityId,
  type CapabilityWeight,
  capability,
  capabilityByPermission,
  isCapability,
  specialAccessByPermission,
} from './capability-records.ts';
import type { AndroidFacts, IosFacts, PackageFacts } from './facts.ts';
import { allPermissions, impliedPermissions, MAX_IMPLIED, type Permission } from './implied-permissions.ts';
import { MAX_LISTED } from './limits.ts';

/** What in a package gives a capability. */
export interface CapabilityEvidence {
  readonly kind: 'permission' | 'impliedPermission' | 'usageText' | 'component' | 'domain';
  /** The permission, the key of the usage description, the component, or the domain; `*` for all domains. */
  readonly name: string;
  /** The last platform version on which it gives the capability; absent when there is none. */
  readonly maxSdkVersion?: number | undefined;
}

/** A capability of a package. */
export interface FoundCapability {
  readonly id: CapabilityId;
  readonly evidence: readonly CapabilityEvidence[];
}

/** The least weight of a capability that puts a version among the sensitive ones in the queue. */
const SENSITIVE_WEIGHT: CapabilityWeight = 2;

/** Returns what a package can do, the gravest first, each with what gives it. */
export function capabilitiesOf(facts: PackageFacts | null): FoundCapability[] {
  if (facts === null) return [];
  const found = new Map<CapabilityId, CapabilityEvidence[]>();
  const evidence = facts.platform === 'android' ? androidEvidence(facts) : iosEvidence(facts);
  for (const [id, item] of evidence) found.set(id, [...(found.get(id) ?? []), item]);
  return byWeight([...found.keys()]).map((id) => ({ id, evidence: found.get(id) ?? [] }));
}

/** Orders capabilities by weight, and those of one weight as they are listed. */
export function byWeight(ids: readonly CapabilityId[]): CapabilityId[] {
  return [...ids].sort(
    (one, other) =>
      capability(other).weight - capability(one).weight ||
      CAPABILITY_IDS.indexOf(one) - CAPABILITY_IDS.indexOf(other),
  );
}

type Evidence = readonly [id: CapabilityId, item: CapabilityEvidence];

function androidEvidence(facts: AndroidFacts): Evidence[] {
  const implied = new Set(impliedPermissions(facts).map(({ name }) => name));
  const onLater = facts.permissionsSdk23 ?? [];
  const permissions = allPermissions(facts).filter((permission) =>
    isEverGranted(permission, facts, onLater.includes(permission) ? SDK_23 : 1),
  );
  return [
    ...permissions.flatMap(({ name, maxSdkVersion }): Evidence[] => {
      const id = capabilityByPermission(name);
      const kind = implied.has(name) ? 'impliedPermission' : 'permission';
      return id === null ? [] : [[id, { kind, name, maxSdkVersion }]];
    }),
    ...cleartextEvidence(facts),
    ...(facts.components ?? [])
      .filter(({ foregroundTypes = [] }) => foregroundTypes.includes('mediaProjection'))
      .map(({ name }): Evidence => ['screenRecording', { kind: 'component', name }]),
    ...(facts.specialAccess ?? []).map(({ kind, name }): Evidence => [kind, { kind: 'component', name }]),
  ];
}

/** Hosts of the device itself, and of the computer that an emulator runs on. */
const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '10.0.2.2', '10.0.3.2']);

/** Returns the domains for which an app that may use the network uses it without encryption. */
function cleartextEvidence(facts: AndroidFacts): Evidence[] {
  const { network } = facts;
  if (!network || !allPermissions(facts).some(({ name }) => name === 'android.permission.INTERNET'))
    return [];
  const domains = network.cleartext ? ['*'] : network.cleartextDomains.filter((name) => !OWN_HOSTS.has(name));
  return domains.map((name): Evidence => ['cleartext', { kind: 'domain', name }]);
}

/** The first platform version that reads `uses-permission-sdk-23`. */
const SDK_23 = 23;

/**
 * Returns true when Android grants a request on some version on which the package can be installed.
 * @param firstSdk the first version that knows the request
 */
function isEverGranted(
  { maxSdkVersion = Infinity }: Permission,
  { minSdk = 1, maxSdk = Infinity }: AndroidFacts,
  firstSdk: number,
): boolean {
  return Math.min(maxSdkVersion, maxSdk) >= Math.max(minSdk, firstSdk);
}

function iosEvidence({ usageTexts, extensionUsageTexts }: IosFacts): Evidence[] {
  return Object.keys({ ...usageTexts, ...extensionUsageTexts }).flatMap((name): Evidence[] => {
    const id = capabilityByPermission(name);
    return id === null ? [] : [[id, { kind: 'usageText', name }]];
  });
}

/** A difference between two packages, as `compareVersions` returns it. */
interface CapabilityChange {
  readonly kind: string;
  readonly name: string;
  readonly sensitive: boolean;
}

/**
 * Returns the sensitive capabilities of a package beyond those of the live one, the gravest first: new and widened ones
 * by its changes, or all of them when nothing is live.
 */
export function findNewCapabilities(
  facts: PackageFacts | null,
  changes: readonly CapabilityChange[] | null,
): CapabilityId[] {
  const ids = changes ? gainedCapabilities(changes) : capabilitiesOf(facts).map(({ id }) => id);
  return byWeight(ids.filter(isSensitive));
}

/** Returns the capabilities that are new or widened by the changes of a package. */
export function gainedCapabilities(changes: readonly CapabilityChange[]): CapabilityId[] {
  return changes
    .filter(({ kind, sensitive }) => kind === 'capabilities' && sensitive)
    .map(({ name }) => name)
    .filter(isCapability);
}

/**
 * Returns the sensitive changes, without the permissions and components that only give a new or widened capability,
 * which is one of the changes itself.
 */
export function sensitiveChanges<Change extends CapabilityChange>(changes: readonly Change[]): Change[] {
  const gained = new Set<string>(gainedCapabilities(changes));
  const given = ({ kind, name }: Change) =>
    kind === 'specialAccess' ? (name.split(' ')[0] ?? '') : (capabilityByPermission(name) ?? '');
  return changes.filter((change) => change.sensitive && !gained.has(given(change)));
}

/** Returns the capabilities by their ids, or by the permissions that give them; others are left out. */
export function capabilitiesNamed(names: readonly string[]): CapabilityId[] {
  const ids = names.map((name) => (isCapability(name) ? name : capabilityByPermission(name)));
  return byWeight([...new Set(ids.filter((id) => id !== null))]);
}

function isSensitive(id: CapabilityId): boolean {
  return capability(id).weight >= SENSITIVE_WEIGHT;
}

/**
 * Returns what a permission allows, also one that protects a component with special access, as a sentence in
 * the page’s language; null for any other permission.
 */
export function explainPermission(name: string): string | null {
  const id = capabilityByPermission(name) ?? specialAccessByPermission(name);
  return id === null ? null : capability(id).sentence;
}

/** Returns true for a permission that gives a sensitive capability. */
export function isSensitivePermission(name: string): boolean {
  const id = capabilityByPermission(name);
  return id !== null && isSensitive(id);
}

/** Maximum number of names that `listAccess` returns. */
export const MAX_ACCESS = 2 * MAX_LISTED.permissions + MAX_IMPLIED + MAX_LISTED.specialAccess;

/**
 * Returns the names of all permissions of a package, and of those that protect its components with special access, as
 * visitors see them; on iOS the keys of its usage texts and its extensions'.
 */
export function listAccess(facts: PackageFacts | null): string[] {
  if (facts === null) return [];
  if (facts.platform === 'ios') return Object.keys({ ...facts.usageTexts, ...facts.extensionUsageTexts });
  const protecting = (facts.specialAccess ?? []).map(
    ({ kind }) => capability(kind).component?.permission ?? '',
  );
  return [...new Set([...allPermissions(facts).map(({ name }) => name), ...protecting])];
}
