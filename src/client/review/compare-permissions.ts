import { t } from '#shared/languages/translate.ts';
import { explainPermission, isSensitivePermission } from '#shared/packages/capabilities.ts';
import { ANDROID_PERMISSION_KINDS } from '#shared/packages/changes.ts';
import type { Review } from '#shared/reviews/calls.ts';

/** The facts that are permissions, named as in changes. */
const KINDS = [...ANDROID_PERMISSION_KINDS, 'usageTexts', 'extensionUsageTexts'] as const;
type AndroidKind = (typeof ANDROID_PERMISSION_KINDS)[number];
type PermissionKind = (typeof KINDS)[number];

/** A permission of a version or of the live one. */
export interface ComparedPermission {
  readonly kind: PermissionKind;
  readonly name: string;
  readonly explanation: string | null;
  readonly sensitive: boolean;
  /** The request of the live version and that of this one, such as "Yes" or "Up to API 28"; null without one. */
  readonly live: string | null;
  readonly now: string | null;
}

/** Returns the permissions of both versions: sensitive ones first, and of these the changed ones. */
export function comparePermissions({ version, published, changes }: Review): ComparedPermission[] {
  const weight = ({ sensitive, live, now }: ComparedPermission) =>
    (sensitive ? 0 : 2) + (live === now ? 1 : 0);
  return KINDS.flatMap((kind) => {
    const asked = askedPermissions(version.package, kind);
    const changed = new Map(
      (changes ?? []).filter((change) => change.kind === kind).map((change) => [change.name, change]),
    );
    return [...new Set([...asked.keys(), ...changed.keys()])].map((name): ComparedPermission => {
      const change = changed.get(name);
      const now = asked.get(name) ?? null;
      const before = change === undefined ? now : describePermission(kind, change.before);
      return {
        kind,
        name,
        explanation: explainPermission(name),
        sensitive: isSensitivePermission(name),
        live: published === null ? null : before,
        now,
      };
    });
  }).sort((one, other) => weight(one) - weight(other) || one.name.localeCompare(other.name));
}

/** Returns how a package asks for each of its permissions. */
function askedPermissions(facts: Review['version']['package'], kind: PermissionKind): Map<string, string> {
  if (facts === null) return new Map();
  if (facts.platform === 'ios') return new Map(isAndroidKind(kind) ? [] : Object.entries(facts[kind]));
  if (!isAndroidKind(kind)) return new Map();
  return new Map(
    (facts[kind] ?? []).map(({ name, maxSdkVersion }) => [name, describeRequest(kind, maxSdkVersion)]),
  );
}

function isAndroidKind(kind: PermissionKind): kind is AndroidKind {
  return ANDROID_PERMISSION_KINDS.some((known) => known === kind);
}

/** Words on which devices a package has a permission. */
function describeRequest(kind: AndroidKind, limit: number | string | undefined): string {
  if (kind === 'permissionsSdk23') return limit === undefined ? t`From API 23` : t`From API 23 to ${limit}`;
  if (kind === 'impliedPermissions') return limit === undefined ? t`Implied` : t`Implied up to API ${limit}`;
  return limit === undefined ? t`Yes` : t`Up to API ${limit}`;
}

/** Words a value of a change, as `compareVersions` has it, like the permissions of the package. */
function describePermission(kind: PermissionKind, value: string | null): string | null {
  if (value === null || !isAndroidKind(kind)) return value;
  const limit = /^maxSdkVersion (-?\d+)$/.exec(value)?.[1];
  return limit !== undefined || value === 'yes' ? describeRequest(kind, limit) : value;
}
