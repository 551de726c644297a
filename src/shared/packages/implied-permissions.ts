import type { AndroidFacts } from './facts.ts';

/** A permission, up to a platform version or on all of them. */
export interface Permission {
  readonly name: string;
  /** The last platform version that the permission is requested on; absent when it is requested on all. */
  readonly maxSdkVersion?: number | undefined;
}

interface SplitPermission {
  readonly from: string;
  readonly to: readonly string[];
  /** Applies to packages with a lower target; to all when absent. */
  readonly belowTarget?: number;
}

const NEARBY_BLUETOOTH = ['BLUETOOTH_SCAN', 'BLUETOOTH_CONNECT', 'BLUETOOTH_ADVERTISE'];
const MEDIA = ['READ_MEDIA_AUDIO', 'READ_MEDIA_VIDEO', 'READ_MEDIA_IMAGES'];

/**
 * Permissions that were part of another one, which older packages therefore have too, up to Android 16. In the order of
 * the file, because a new one may be split again by a later entry. Source: AOSP frameworks/base, data/etc/platform.xml,
 * `split-permission`, applied by ParsingPackageUtils.convertSplitPermissions.
 */
const SPLIT_PERMISSIONS: readonly SplitPermission[] = [
  { from: 'ACCESS_FINE_LOCATION', to: ['ACCESS_COARSE_LOCATION'] },
  { from: 'WRITE_EXTERNAL_STORAGE', to: ['READ_EXTERNAL_STORAGE'] },
  { from: 'READ_PRIVILEGED_PHONE_STATE', to: ['READ_PHONE_STATE'] },
  { from: 'READ_CONTACTS', to: ['READ_CALL_LOG'], belowTarget: 16 },
  { from: 'WRITE_CONTACTS', to: ['WRITE_CALL_LOG'], belowTarget: 16 },
  { from: 'ACCESS_FINE_LOCATION', to: ['ACCESS_BACKGROUND_LOCATION'], belowTarget: 29 },
  { from: 'ACCESS_COARSE_LOCATION', to: ['ACCESS_BACKGROUND_LOCATION'], belowTarget: 29 },
  { from: 'READ_EXTERNAL_STORAGE', to: ['ACCESS_MEDIA_LOCATION'], belowTarget: 29 },
  { from: 'WRITE_EXTERNAL_STORAGE', to: ['ACCESS_MEDIA_LOCATION'], belowTarget: 29 },
  { from: 'BLUETOOTH', to: NEARBY_BLUETOOTH, belowTarget: 31 },
  { from: 'BLUETOOTH_ADMIN', to: NEARBY_BLUETOOTH, belowTarget: 31 },
  { from: 'BODY_SENSORS', to: ['BODY_SENSORS_BACKGROUND'], belowTarget: 33 },
  { from: 'BODY_SENSORS', to: ['health.READ_HEART_RATE'], belowTarget: 36 },
  { from: 'BODY_SENSORS_BACKGROUND', to: ['health.READ_HEALTH_DATA_IN_BACKGROUND'], belowTarget: 36 },
  { from: 'READ_EXTERNAL_STORAGE', to: MEDIA, belowTarget: 33 },
  { from: 'WRITE_EXTERNAL_STORAGE', to: MEDIA, belowTarget: 33 },
  { from: 'READ_MEDIA_IMAGES', to: ['READ_MEDIA_VISUAL_USER_SELECTED'] },
  { from: 'READ_MEDIA_VIDEO', to: ['READ_MEDIA_VISUAL_USER_SELECTED'] },
  { from: 'ACCESS_MEDIA_LOCATION', to: ['READ_MEDIA_VISUAL_USER_SELECTED'] },
];

/**
 * Permissions that packages have which target a platform without them. Source: AOSP
 * CompatibilityPermissionInfo.COMPAT_PERMS.
 */
const COMPATIBILITY_PERMISSIONS: readonly { readonly name: string; readonly belowTarget: number }[] = [
  { name: 'POST_NOTIFICATIONS', belowTarget: 33 },
  { name: 'WRITE_EXTERNAL_STORAGE', belowTarget: 4 },
  { name: 'READ_PHONE_STATE', belowTarget: 4 },
];

/** Maximum number of implied permissions: those that the platform knows. */
export const MAX_IMPLIED = new Set([
  ...COMPATIBILITY_PERMISSIONS.map(({ name }) => name),
  ...SPLIT_PERMISSIONS.flatMap(({ to }) => to),
]).size;

type Requests = Pick<AndroidFacts, 'permissions' | 'permissionsSdk23' | 'targetSdk'>;

/**
 * Returns the permissions that Android adds to those a package requests, in alphabetical order: each up to the last
 * platform version that what it follows from is requested on.
 */
export function impliedPermissions(facts: Requests): Permission[] {
  const limits = new Map<string, number>();
  const widen = (name: string, limit: number) =>
    limits.set(name, Math.max(limits.get(name) ?? -Infinity, limit));
  for (const permission of requestedPermissions(facts)) widen(permission.name, limitOf(permission));
  const requested = new Set(limits.keys());
  const applies = (belowTarget = Infinity) => facts.targetSdk < belowTarget;
  for (const { name, belowTarget } of COMPATIBILITY_PERMISSIONS) {
    if (applies(belowTarget) && !limits.has(fullName(name))) widen(fullName(name), Infinity);
  }
  for (const { from, to, belowTarget } of SPLIT_PERMISSIONS) {
    const limit = limits.get(fullName(from));
    if (limit === undefined || !applies(belowTarget)) continue;
    for (const name of to) if (!requested.has(fullName(name))) widen(fullName(name), limit);
  }
  return [...limits]
    .filter(([name]) => !requested.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, limit]) => (limit === Infinity ? { name } : { name, maxSdkVersion: limit }));
}

/** Returns the permissions that a package requests in either list. */
export function requestedPermissions({
  permissions,
  permissionsSdk23 = [],
}: Pick<AndroidFacts, 'permissions' | 'permissionsSdk23'>): Permission[] {
  return [...permissions, ...permissionsSdk23];
}

/** Returns all permissions of a package: requested ones first, then those that Android adds. */
export function allPermissions(facts: Requests): Permission[] {
  // Not those of the facts: packages of earlier releases of Quayside have them by a shorter list.
  return [...requestedPermissions(facts), ...impliedPermissions(facts)];
}

/** Returns the last platform version that a package has a permission on; 0 when it hasn't. */
export function lastSdkOf(permissions: readonly Permission[], name: string): number {
  return Math.max(0, ...permissions.filter((permission) => permission.name === name).map(limitOf));
}

function limitOf({ maxSdkVersion = Infinity }: Permission): number {
  return maxSdkVersion;
}

function fullName(name: string): string {
  return `android.permission.${name}`;
}
