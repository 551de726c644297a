import { t } from '#shared/languages/translate.ts';
import { explainPermission } from '#shared/packages/sensitive-permissions.ts';
import type { Review } from '#shared/reviews/calls.ts';

/** The facts that are permissions, named as in changes. */
const KINDS = ['permissions', 'usageTexts', 'extensionUsageTexts'] as const;
type PermissionKind = (typeof KINDS)[number];

/** A permission of a version or of the live one. */
export interface ComparedPermission {
  readonly kind: PermissionKind;
  readonly name: string;
  readonly explanation: string | null;
  /** The request of the live version and that of this one, such as "Yes" or "Up to API 28"; null without one. */
  readonly live: string | null;
  readonly now: string | null;
}

/** Returns the permissions of both versions: sensitive ones first, and of these the changed ones. */
export function comparePermissions({ version, published, changes }: Review): ComparedPermission[] {
  const weight = ({ explanation, live, now }: ComparedPermission) =>
    (explanation === null ? 2 : 0) + (live === now ? 1 : 0);
  return KINDS.flatMap((kind) => {
    const asked = askedPermissions(version.package, kind);
    const changed = new Map(
      (changes ?? []).filter((change) => change.kind === kind).map((change) => [change.name, change]),
    );
    return [...new Set([...asked.keys(), ...changed.keys()])].map((name): ComparedPermission => {
      const change = changed.get(name);
      const now = asked.get(name) ?? null;
      const before = change === undefined ? now : describe(change.before);
      return {
        kind,
        name,
        explanation: explainPermission(name),
        live: published === null ? null : before,
        now,
      };
    });
  }).sort((one, other) => weight(one) - weight(other) || one.name.localeCompare(other.name));
}

/** Returns how a package asks for each of its permissions. */
function askedPermissions(facts: Review['version']['package'], kind: PermissionKind): Map<string, string> {
  if (facts === null) return new Map();
  if (facts.platform === 'ios') return new Map(kind === 'permissions' ? [] : Object.entries(facts[kind]));
  if (kind !== 'permissions') return new Map();
  return new Map(
    facts.permissions.map(({ name, maxSdkVersion }) => [
      name,
      maxSdkVersion === undefined ? t`Yes` : t`Up to API ${maxSdkVersion}`,
    ]),
  );
}

/** Words a value of a change, as `compareVersions` has it, like the permissions of the package. */
function describe(value: string | null): string | null {
  if (value === null) return null;
  const limit = /^maxSdkVersion (\d+)$/.exec(value)?.[1];
  if (limit !== undefined) return t`Up to API ${limit}`;
  return value === 'yes' ? t`Yes` : value;
}
