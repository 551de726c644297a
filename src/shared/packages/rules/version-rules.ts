import { t } from '../../languages/translate.ts';
import { buildOrder, buildVersionOrder, compareBuildOrders } from '../build-order.ts';
import { type Change, compareVersions } from '../changes.ts';
import type { SignatureFacts } from '../facts.ts';
import { comparePlainVersions } from './build-version.ts';
import type { PackageRule, Subject } from './rule.ts';
import { signerRelation } from './signers.ts';

/** Rules that compare a package with its app and the app's earlier versions. */
export const VERSION_RULES: PackageRule[] = [
  {
    id: 'platform',
    severity: 'error',
    title: t`The package is for a different platform`,
    fix: t`Upload it to an app for that platform.`,
    evidence: ({ facts, context: { app } }) =>
      app && app.platform !== facts.platform
        ? `The app is for ${app.platform}, but the package is for ${facts.platform}.`
        : null,
  },
  {
    id: 'application-id',
    severity: 'error',
    title: t`The package belongs to a different app`,
    fix: t`Build with this app’s application ID, or upload the package to its own app.`,
    evidence: ({ facts, context: { app } }) =>
      app && app.applicationId !== facts.applicationId
        ? `The package is ${facts.applicationId}, but the app is ${app.applicationId}.`
        : null,
  },
  {
    id: 'version-code',
    severity: 'error',
    title: t`The version isn’t newer than earlier ones`,
    fix: t`Increase the version code (Android) or build version (iOS) and rebuild.`,
    evidence: ({ facts, context: { previous } }) => {
      if (facts.platform === 'android') {
        const highest = previous?.versionCode ?? null;
        if (highest === null || facts.versionCode > highest) return null;
        return `Its version code is ${facts.versionCode}, but ${highest} was already used.`;
      }
      const highest = previous?.buildVersion ?? null;
      const [own, taken] = [buildOrder(facts), highest === null ? null : buildVersionOrder(highest)];
      if (own === null || taken === null || compareBuildOrders(own, taken) > 0) return null;
      return `Its build version is ${facts.buildVersion}, but ${highest} was already used.`;
    },
  },
  {
    id: 'signer',
    severity: 'error',
    title: t`The package isn’t signed by the app’s signer`,
    fix: t`Sign with the same key as before, or rotate the key with "apksigner rotate" and sign with the lineage. Otherwise Android won’t update the app.`,
    evidence: (subject) =>
      signerRelation(subject) === 'other'
        ? `Signed by ${signersByRelease(subject.signature)}; the app’s signer is ${shortList(subject.context.previous?.signers)}.`
        : null,
  },
  {
    id: 'rotation-without-data',
    severity: 'error',
    title: t`The key rotation drops the data of installed apps`,
    fix: t`Create the lineage with the capability "installed-data" for the earlier key (apksigner lineage --set-installed-data true).`,
    evidence: (subject) =>
      signerRelation(subject) === 'withoutData'
        ? 'The lineage doesn’t trust the earlier certificate with installed data, so devices reject the update.'
        : null,
  },
  {
    id: 'signer-changed',
    severity: 'warning',
    title: t`The signer changed with a proven key rotation`,
    fix: t`Nothing to do if you rotated the key yourself. Every signer change is reviewed manually.`,
    evidence: (subject) => {
      const relation = signerRelation(subject);
      if (relation !== 'rotated' && relation !== 'rolledBack') return null;
      return `From ${shortList(subject.context.previous?.signers)} to ${signersByRelease(subject.signature)}.`;
    },
  },
  {
    id: 'shared-user-id',
    severity: 'error',
    title: t`The shared user ID differs from the published version’s`,
    fix: t`Keep android:sharedUserId as it was published. Android refuses an update that changes it, because the app’s data belongs to that user.`,
    evidence: ({ facts, context: { previous } }) => {
      const published = previous?.published?.package;
      if (facts.platform !== 'android' || published?.platform !== 'android') return null;
      const { sharedUserId: before } = published;
      const { sharedUserId: after } = facts;
      // Older inspections didn't read it.
      if (before === undefined || after === undefined || before === after) return null;
      return `The shared user ID changes from ${before ?? 'none'} to ${after ?? 'none'}.`;
    },
  },
  {
    id: 'permissions-widened',
    severity: 'warning',
    title: t`The app asks for more access than the published version`,
    fix: t`Remove what the app doesn’t need. New access is reviewed manually.`,
    evidence: (subject) =>
      listed(
        subject,
        ({ kind, sensitive }) =>
          sensitive &&
          (kind === 'permissions' ||
            kind === 'permissionsSdk23' ||
            kind === 'impliedPermissions' ||
            kind === 'specialAccess' ||
            kind === 'entitlements' ||
            kind === 'usageTexts' ||
            kind === 'extensions' ||
            kind === 'extensionEntitlements' ||
            kind === 'extensionUsageTexts'),
      ),
  },
  {
    id: 'name-changed',
    severity: 'warning',
    title: t`The name changed`,
    fix: t`Nothing to do if this is intended. A new name is reviewed manually.`,
    evidence: (subject) => listed(subject, ({ kind }) => NAME_KINDS.has(kind)),
  },
  {
    id: 'icon-changed',
    severity: 'warning',
    title: t`The icon changed`,
    fix: t`Nothing to do if this is intended. A new icon is reviewed manually.`,
    evidence: (subject) => iconEvidence(changesOf(subject)),
  },
  {
    id: 'team-changed',
    severity: 'warning',
    title: t`The app comes from a different developer team`,
    fix: t`Nothing to do if you moved the app on purpose. A new team is reviewed manually.`,
    evidence: (subject) => listed(subject, ({ kind }) => kind === 'team'),
  },
  {
    id: 'abis-removed',
    severity: 'warning',
    title: t`Some devices won’t get updates: native code was removed`,
    fix: t`Build the native libraries for the same processor types as before, unless you mean to drop them.`,
    evidence: (subject) =>
      listed(subject, ({ kind, after }) => (kind === 'abis' || kind === 'architectures') && after === null),
  },
  {
    id: 'minimum-raised',
    severity: 'warning',
    title: t`Some devices won’t get updates: the minimum version was raised`,
    fix: t`Lower the minimum version again, unless you mean to drop those devices.`,
    evidence: (subject) =>
      listed(
        subject,
        ({ kind, before, after }) =>
          (kind === 'minSdk' || kind === 'minimumOs') && comparePlainVersions(after ?? '', before ?? '') > 0,
      ),
  },
  {
    id: 'target-lowered',
    severity: 'warning',
    title: t`The target SDK was lowered`,
    fix: t`Raise targetSdk to at least the published one. A lower target re-enables behaviour Android has since restricted.`,
    evidence: (subject) =>
      listed(subject, ({ kind, before, after }) => kind === 'targetSdk' && Number(after) < Number(before)),
  },
  {
    id: 'feature-required',
    severity: 'warning',
    title: t`Some devices won’t get updates: a feature became required`,
    fix: t`Mark the feature as not required, unless the app can’t run without it.`,
    evidence: (subject) =>
      listed(subject, ({ kind, after }) => kind === 'features' && after === 'required true'),
  },
];

const NAME_KINDS = new Set(['label', 'labels', 'labelVariants', 'launcherLabels']);

/** Describes changed icons: the one that is shown here, or those of some devices or launcher entries. */
function iconEvidence(changes: Change[]): string | null {
  if (changes.some(({ kind }) => kind === 'iconSha256')) return 'The icon differs from the published one.';
  if (changes.some(({ kind }) => kind === 'iconFilesSha256')) return 'The icon differs on some devices.';
  const entries = changes.filter(({ kind }) => kind === 'launcherIcons').map(({ name }) => name);
  return entries.length > 0 ? `The icon in the launcher differs: ${entries.slice(0, 20).join(', ')}.` : null;
}

function changesOf({ facts, signature, context }: Subject): Change[] {
  const published = context.previous?.published;
  return published ? compareVersions(published, { package: facts, signature }) : [];
}

/** Lists the matching changes in one text; null when there are none. */
function listed(subject: Subject, matters: (change: Change) => boolean): string | null {
  const changes = changesOf(subject).filter(matters);
  if (changes.length === 0) return null;
  const texts = changes
    .slice(0, 20)
    .map(({ name, kind, before, after }) => `${name || kind}: ${before ?? 'none'} → ${after ?? 'none'}`);
  if (changes.length > 20) texts.push(`${changes.length - 20} more`);
  return `${texts.join('; ')}.`;
}

/** Lists the signers, and the releases that see each when not all see the same. */
function signersByRelease({ signers, ranges = [] }: SignatureFacts): string {
  if (ranges.length <= 1) return shortList(signers);
  return ranges
    .map(
      ({ minSdk, maxSdk, signers: seen }) =>
        `${shortList(seen)} for API level ${minSdk} to ${maxSdk ?? 'any'}`,
    )
    .join(', ');
}

/** Abbreviates certificates to the first digits of their SHA-256, enough to tell them apart. */
function shortList(hashes: string[] | null | undefined): string {
  return (hashes ?? []).map((hash) => `${hash.slice(0, 16)}…`).join(', ') || 'no one';
}
