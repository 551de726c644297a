import { formatNumber, t } from '../../languages/translate.ts';
import { buildOrder, buildVersionOrder, compareBuildOrders } from '../build-order.ts';
import { labelOfChange } from '../change-labels.ts';
import { compareVersions, type PackageChange } from '../changes.ts';
import type { SignatureFacts } from '../facts.ts';
import { listNames, type SomeNames, someNames } from '../finding.ts';
import { MAX_LISTED_VALUES } from '../limits.ts';
import { comparePlainVersions } from './build-version.ts';
import { oneOf, type PackageRule, packageRule, type RuleSubject } from './rule.ts';
import { signerRelation } from './signers.ts';

/** Rules that compare a package with its app and the app's earlier versions. */
export const VERSION_RULES: PackageRule[] = [
  packageRule({
    id: 'platform',
    severity: 'error',
    get title() {
      return t`The package is for a different platform`;
    },
    get fix() {
      return t`Upload it to an app for that platform.`;
    },
    checks: 'Whether the file is an Android or an iOS package.',
    why: 'An app here has one platform. Publish the other one as an app of its own.',
    find: ({ facts: { platform }, context: { app } }) =>
      app && app.platform !== platform ? { platform, expected: app.platform } : null,
    evidence: ({ platform, expected }) => t`The app is for ${expected}, but the package is for ${platform}.`,
  }),
  packageRule({
    id: 'application-id',
    severity: 'error',
    get title() {
      return t`The package belongs to a different app`;
    },
    get fix() {
      return t`Build with this app’s application ID, or upload the package to its own app.`;
    },
    checks: 'The package’s application ID against the app’s.',
    why: 'A package with another ID is another app for every device, so nobody would get it as an update.',
    find: ({ facts: { applicationId }, context: { app } }) =>
      app && app.applicationId !== applicationId ? { applicationId, expected: app.applicationId } : null,
    evidence: ({ applicationId, expected }) =>
      t`The package is ${applicationId}, but the app is ${expected}.`,
  }),
  packageRule({
    id: 'version-code',
    severity: 'error',
    get title() {
      return t`The version isn’t newer than earlier ones`;
    },
    get fix() {
      return t`Increase the version code (Android) or build version (iOS) and rebuild.`;
    },
    checks: 'The version code (on iOS the build version) against the highest one that was submitted before.',
    why: 'Devices install an update only if its number is higher.',
    find: ({ facts, context: { previous } }) => {
      if (facts.platform === 'android') {
        const highest = previous?.versionCode ?? null;
        if (highest === null || facts.versionCode > highest) return null;
        return { found: 'versionCode' as const, own: facts.versionCode, highest };
      }
      const highest = previous?.buildVersion ?? null;
      if (highest === null) return null;
      const [own, taken] = [buildOrder(facts), buildVersionOrder(highest)];
      if (own === null || taken === null || compareBuildOrders(own, taken) > 0) return null;
      return { found: 'buildVersion' as const, own: facts.buildVersion, highest };
    },
    evidence: oneOf({
      versionCode: ({ own, highest }: { own: number; highest: number }) =>
        t`Its version code is ${own}, but ${highest} was already used.`,
      buildVersion: ({ own, highest }: { own: string; highest: string }) =>
        t`Its build version is ${own}, but ${highest} was already used.`,
    }),
  }),
  packageRule({
    id: 'signer',
    severity: 'error',
    get title() {
      return t`The package isn’t signed by the app’s signer`;
    },
    get fix() {
      return t`Sign with the same key as before, or rotate the key with "apksigner rotate" and sign with the lineage. Otherwise Android won’t update the app.`;
    },
    checks: 'The signing certificates against those of the app’s versions so far.',
    why: 'Android refuses an update from another signer. It’s also how the store notices that somebody else tries to publish your app.',
    find: (subject) =>
      signerRelation(subject) === 'other'
        ? { ...signersByRelease(subject.signature), earlier: earlierSigners(subject) }
        : null,
    evidence: ({ earlier, ...signers }) =>
      t`Signed by ${describeSigners(signers)}; the app’s signer is ${earlier || t`no one`}.`,
  }),
  packageRule({
    id: 'rotation-without-data',
    severity: 'error',
    get title() {
      return t`The key rotation drops the data of installed apps`;
    },
    get fix() {
      return t`Create the lineage with the capability "installed-data" for the earlier key (apksigner lineage --set-installed-data true).`;
    },
    checks: 'The capabilities that the key rotation’s lineage gives the earlier key.',
    why: 'Without “installed data”, devices refuse to replace an app that was signed with the earlier key.',
    find: (subject) => (signerRelation(subject) === 'withoutData' ? {} : null),
    evidence: () =>
      t`The lineage doesn’t trust the earlier certificate with installed data, so devices reject the update.`,
  }),
  packageRule({
    id: 'signer-changed',
    severity: 'warning',
    get title() {
      return t`The signer changed with a proven key rotation`;
    },
    get fix() {
      return t`Nothing to do if you rotated the key yourself. Every signer change is reviewed manually.`;
    },
    checks: 'Whether the signer changed by a rotation that the earlier key has signed.',
    why: 'The rotation is valid. A reviewer still makes sure that it was you.',
    find: (subject) => {
      const relation = signerRelation(subject);
      if (relation !== 'rotated' && relation !== 'rolledBack') return null;
      return { ...signersByRelease(subject.signature), earlier: earlierSigners(subject) };
    },
    evidence: ({ earlier, ...signers }) => t`From ${earlier || t`no one`} to ${describeSigners(signers)}.`,
  }),
  packageRule({
    id: 'shared-user-id',
    severity: 'error',
    get title() {
      return t`The shared user ID differs from the published version’s`;
    },
    get fix() {
      return t`Keep android:sharedUserId as it was published. Android refuses an update that changes it, because the app’s data belongs to that user.`;
    },
    checks: '`android:sharedUserId` in the manifest against the published version’s.',
    why: 'Android installs an app under one user for good. It refuses an update that joins, leaves or changes a shared one.',
    find: ({ facts, context: { previous } }) => {
      const published = previous?.published?.package;
      if (facts.platform !== 'android' || published?.platform !== 'android') return null;
      const { sharedUserId: before } = published;
      const { sharedUserId: after } = facts;
      // Older inspections didn't read it.
      if (before === undefined || after === undefined || before === after) return null;
      return { before: before ?? '', after: after ?? '' };
    },
    evidence: ({ before, after }) =>
      t`The shared user ID changes from ${before || t`none`} to ${after || t`none`}.`,
  }),
  packageRule({
    id: 'permissions-widened',
    severity: 'warning',
    get title() {
      return t`The app asks for more access than the published version`;
    },
    get fix() {
      return t`Remove what the app doesn’t need. New access is reviewed manually.`;
    },
    checks:
      'Permissions, also those that Android adds, components with special access, entitlements, usage descriptions and extensions that the published version doesn’t have.',
    why: 'People accepted less when they installed the app, so a reviewer looks at what is new.',
    find: (subject) => listChanges(subject, ({ kind, sensitive }) => sensitive && ACCESS_KINDS.has(kind)),
    evidence: describeChanges,
  }),
  packageRule({
    id: 'name-changed',
    severity: 'warning',
    get title() {
      return t`The name changed`;
    },
    get fix() {
      return t`Nothing to do if this is intended. A new name is reviewed manually.`;
    },
    checks: 'The app’s name on the device, in each language.',
    why: 'A new name can imitate another app.',
    find: (subject) => listChanges(subject, ({ kind }) => NAME_KINDS.has(kind)),
    evidence: describeChanges,
  }),
  packageRule({
    id: 'icon-changed',
    severity: 'warning',
    get title() {
      return t`The icon changed`;
    },
    get fix() {
      return t`Nothing to do if this is intended. A new icon is reviewed manually.`;
    },
    checks: 'The app’s icon on the device.',
    why: 'A new icon can imitate another app.',
    find: (subject) => changedIcon(changesOf(subject)),
    evidence: oneOf({
      own: () => t`The icon differs from the published one.`,
      files: () => t`The icon differs on some devices.`,
      launcher: (entries: SomeNames) => t`The icon in the launcher differs: ${listNames(entries)}.`,
    }),
  }),
  packageRule({
    id: 'team-changed',
    severity: 'warning',
    get title() {
      return t`The app comes from a different developer team`;
    },
    get fix() {
      return t`Nothing to do if you moved the app on purpose. A new team is reviewed manually.`;
    },
    checks: 'The developer team in the provisioning profile.',
    why: 'It’s the closest thing to a signer on iOS. A reviewer makes sure that the app changed hands on purpose.',
    find: (subject) => listChanges(subject, ({ kind }) => kind === 'team'),
    evidence: describeChanges,
  }),
  packageRule({
    id: 'abis-removed',
    severity: 'warning',
    get title() {
      return t`Some devices won’t get updates: native code was removed`;
    },
    get fix() {
      return t`Build the native libraries for the same processor types as before, unless you mean to drop them.`;
    },
    checks: 'The processor types of the native code against the published version’s.',
    why: 'Devices with the missing type keep the old version for good, without a message.',
    find: (subject) =>
      listChanges(
        subject,
        ({ kind, after }) => (kind === 'abis' || kind === 'architectures') && after === null,
      ),
    evidence: describeChanges,
  }),
  packageRule({
    id: 'minimum-raised',
    severity: 'warning',
    get title() {
      return t`Some devices won’t get updates: the minimum version was raised`;
    },
    get fix() {
      return t`Lower the minimum version again, unless you mean to drop those devices.`;
    },
    checks: 'The lowest Android or iOS version against the published version’s.',
    why: 'Devices below it keep the old version for good, without a message.',
    find: (subject) =>
      listChanges(
        subject,
        ({ kind, before, after }) =>
          (kind === 'minSdk' || kind === 'minimumOs') && comparePlainVersions(after ?? '', before ?? '') > 0,
      ),
    evidence: describeChanges,
  }),
  packageRule({
    id: 'target-lowered',
    severity: 'warning',
    get title() {
      return t`The target SDK was lowered`;
    },
    get fix() {
      return t`Raise targetSdk to at least the published one. A lower target re-enables behaviour Android has since restricted.`;
    },
    checks: '`targetSdkVersion` against the published version’s.',
    why: 'A lower target brings back behaviour that newer Android versions restrict, and devices may refuse the update.',
    find: (subject) =>
      listChanges(
        subject,
        ({ kind, before, after }) => kind === 'targetSdk' && Number(after) < Number(before),
      ),
    evidence: describeChanges,
  }),
  packageRule({
    id: 'feature-required',
    severity: 'warning',
    get title() {
      return t`Some devices won’t get updates: a feature became required`;
    },
    get fix() {
      return t`Mark the feature as not required, unless the app can’t run without it.`;
    },
    checks: 'Features of the device that became required in the manifest.',
    why: 'Devices without the feature don’t get the update.',
    find: (subject) =>
      listChanges(subject, ({ kind, after }) => kind === 'features' && after === 'required true'),
    evidence: describeChanges,
  }),
];

const NAME_KINDS = new Set(['label', 'labels', 'labelVariants', 'launcherLabels']);
const ACCESS_KINDS = new Set([
  'permissions',
  'permissionsSdk23',
  'impliedPermissions',
  'specialAccess',
  'exposedComponents',
  'componentSettings',
  'entitlements',
  'usageTexts',
  'extensions',
  'extensionEntitlements',
  'extensionUsageTexts',
]);

/** Returns which icons changed: the one that is shown here, or those of some devices or launcher entries. */
function changedIcon(changes: PackageChange[]) {
  if (changes.some(({ kind }) => kind === 'iconSha256')) return { found: 'own' as const };
  if (changes.some(({ kind }) => kind === 'iconFilesSha256')) return { found: 'files' as const };
  const entries = changes.filter(({ kind }) => kind === 'launcherIcons').map(({ name }) => name);
  return entries.length > 0 ? { found: 'launcher' as const, ...someNames(entries, MAX_LISTED_VALUES) } : null;
}

function changesOf({ facts, signature, context }: RuleSubject): PackageChange[] {
  const published = context.previous?.published;
  return published ? compareVersions(published, { package: facts, signature }) : [];
}

/** Changes as values of a finding: lists of equal length, in which an empty text stands for none. */
type ChangeValues = {
  readonly kinds: readonly string[];
  readonly names: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly more: number;
};

/** Returns the matching changes; null when there are none. */
function listChanges(subject: RuleSubject, matters: (change: PackageChange) => boolean) {
  const changes = changesOf(subject).filter(matters);
  if (changes.length === 0) return null;
  const shown = changes.slice(0, MAX_LISTED_VALUES);
  return {
    kinds: shown.map(({ kind }) => kind),
    names: shown.map(({ name }) => name),
    before: shown.map(({ before }) => before ?? ''),
    after: shown.map(({ after }) => after ?? ''),
    more: changes.length - shown.length,
  };
}

function describeChanges({ kinds, names, before, after, more }: ChangeValues): string {
  const texts = kinds.map((kind, at) => {
    const name = names[at] || labelOfChange({ kind, name: '' });
    return `${name}: ${before[at] || t`none`} → ${after[at] || t`none`}`;
  });
  if (more > 0) texts.push(t`${formatNumber(more)} more`);
  return `${texts.join('; ')}.`;
}

/** Returns the signers, and the releases that see each when not all see the same, as lists of equal length. */
function signersByRelease({ signers, ranges = [] }: SignatureFacts) {
  if (ranges.length <= 1) return { signers: [shortList(signers)], from: [], to: [] };
  return {
    signers: ranges.map((range) => shortList(range.signers)),
    from: ranges.map(({ minSdk }) => String(minSdk)),
    to: ranges.map(({ maxSdk }) => (maxSdk === null ? '' : String(maxSdk))),
  };
}

function describeSigners({
  signers,
  from,
  to,
}: Record<'signers' | 'from' | 'to', readonly string[]>): string {
  const texts = signers.map((list, at) => {
    const [first, last] = [from[at], to[at]];
    if (first === undefined) return list || t`no one`;
    return last
      ? t`${list || t`no one`} for API level ${first} to ${last}`
      : t`${list || t`no one`} for API level ${first} and above`;
  });
  return texts.join(', ');
}

function earlierSigners({ context }: RuleSubject): string {
  return shortList(context.previous?.signers ?? []);
}

/** Abbreviates certificates to the first digits of their SHA-256, enough to tell them apart. */
function shortList(hashes: readonly string[]): string {
  return hashes.map((hash) => `${hash.slice(0, 16)}…`).join(', ');
}
