import { type Change, compareVersions } from '../changes.ts';
import { compareBuildVersions } from './build-version.ts';
import type { PackageRule, Subject } from './rule.ts';
import { signerRelation } from './signers.ts';

/** What a package must be for its app, and next to the app's earlier versions. */
export const VERSION_RULES: PackageRule[] = [
  {
    id: 'platform',
    severity: 'error',
    title: 'The package is for another platform than the app',
    fix: 'Upload it to an app of its own platform.',
    evidence: ({ facts, context: { app } }) =>
      app && app.platform !== facts.platform
        ? `The app is for ${app.platform}, the package for ${facts.platform}.`
        : null,
  },
  {
    id: 'application-id',
    severity: 'error',
    title: 'The package belongs to another app',
    fix: "Build with the app's own application id, or upload this package to its own app.",
    evidence: ({ facts, context: { app } }) =>
      app && app.applicationId !== facts.applicationId
        ? `The package is ${facts.applicationId}, the app ${app.applicationId}.`
        : null,
  },
  {
    id: 'version-code',
    severity: 'error',
    title: 'The version is not newer than the earlier ones',
    fix: 'Count the version code (Android) or build version (iOS) up and build again.',
    evidence: ({ facts, context: { previous } }) => {
      if (facts.platform === 'android') {
        const highest = previous?.versionCode ?? null;
        if (highest === null || facts.versionCode > highest) return null;
        return `Its version code is ${facts.versionCode}; ${highest} is taken already.`;
      }
      const highest = previous?.buildVersion ?? null;
      if (highest === null || compareBuildVersions(facts.buildVersion, highest) > 0) return null;
      return `Its build version is ${facts.buildVersion}; ${highest} is taken already.`;
    },
  },
  {
    id: 'signer',
    severity: 'error',
    title: "The package is not signed by the app's signer",
    fix: 'Sign with the same key as before, or rotate the key with "apksigner rotate" and sign with the lineage. Android updates an app only then.',
    evidence: (subject) =>
      signerRelation(subject) === 'other'
        ? `Signed by ${shortList(subject.signature.signers)}; the app's signer is ${shortList(subject.context.previous?.signers)}.`
        : null,
  },
  {
    id: 'rotation-without-data',
    severity: 'error',
    title: 'The key rotation gives up the data of installed apps',
    fix: 'Create the lineage with the capability "installed-data" for the earlier key (apksigner lineage --set-installed-data true).',
    evidence: (subject) =>
      signerRelation(subject) === 'withoutData'
        ? 'The lineage does not trust the earlier certificate with installed data, so devices refuse the update.'
        : null,
  },
  {
    id: 'signer-changed',
    severity: 'warning',
    title: 'The signer changed with a proven rotation',
    fix: 'Nothing, if you rotated the key yourself. A person looks at every change of the signer before it is published.',
    evidence: (subject) => {
      const relation = signerRelation(subject);
      if (relation !== 'rotated' && relation !== 'rolledBack') return null;
      return `From ${shortList(subject.context.previous?.signers)} to ${shortList(subject.signature.signers)}.`;
    },
  },
  {
    id: 'permissions-widened',
    severity: 'warning',
    title: 'The app asks for more access than the published version',
    fix: 'Leave out what the app does not need. A person looks at new access before it is published.',
    evidence: (subject) =>
      listed(
        subject,
        ({ kind, sensitive }) =>
          sensitive &&
          (kind === 'permissions' ||
            kind === 'entitlements' ||
            kind === 'usageTexts' ||
            kind === 'extensions'),
      ),
  },
  {
    id: 'name-changed',
    severity: 'warning',
    title: 'The name changed',
    fix: 'Nothing, if that is intended. A person looks at a new name before it is published.',
    evidence: (subject) => listed(subject, ({ kind }) => kind === 'label' || kind === 'labels'),
  },
  {
    id: 'icon-changed',
    severity: 'warning',
    title: 'The icon changed',
    fix: 'Nothing, if that is intended. A person looks at a new icon before it is published.',
    evidence: (subject) =>
      changesOf(subject).some(({ kind }) => kind === 'iconSha256')
        ? 'The icon differs from the published one.'
        : null,
  },
  {
    id: 'team-changed',
    severity: 'warning',
    title: 'The app comes from another developer team',
    fix: 'Nothing, if the app moved on purpose. A person looks at it before it is published.',
    evidence: (subject) => listed(subject, ({ kind }) => kind === 'team'),
  },
  {
    id: 'abis-removed',
    severity: 'warning',
    title: 'Some devices no longer get updates: native code was removed',
    fix: 'Build the native libraries for the same processor types as before, unless you mean to drop them.',
    evidence: (subject) =>
      listed(subject, ({ kind, after }) => (kind === 'abis' || kind === 'architectures') && after === null),
  },
  {
    id: 'minimum-raised',
    severity: 'warning',
    title: 'Some devices no longer get updates: the minimum version was raised',
    fix: 'Lower the minimum version again, unless you mean to drop those devices.',
    evidence: (subject) =>
      listed(
        subject,
        ({ kind, before, after }) =>
          (kind === 'minSdk' || kind === 'minimumOs') && compareBuildVersions(after ?? '', before ?? '') > 0,
      ),
  },
  {
    id: 'target-lowered',
    severity: 'warning',
    title: 'The target SDK was lowered',
    fix: 'Raise targetSdk to at least the published one. A lower target brings back behaviour that Android has since restricted.',
    evidence: (subject) =>
      listed(subject, ({ kind, before, after }) => kind === 'targetSdk' && Number(after) < Number(before)),
  },
  {
    id: 'feature-required',
    severity: 'warning',
    title: 'Some devices no longer get updates: a feature became required',
    fix: 'Mark the feature as not required, unless the app cannot run without it.',
    evidence: (subject) =>
      listed(subject, ({ kind, after }) => kind === 'features' && after === 'required true'),
  },
];

function changesOf({ facts, signature, context }: Subject): Change[] {
  const published = context.previous?.published;
  return published ? compareVersions(published, { package: facts, signature }) : [];
}

/** The changes that matter, one after the other; null when there are none. */
function listed(subject: Subject, matters: (change: Change) => boolean): string | null {
  const changes = changesOf(subject).filter(matters);
  if (changes.length === 0) return null;
  const texts = changes
    .slice(0, 20)
    .map(({ name, kind, before, after }) => `${name || kind}: ${before ?? 'none'} → ${after ?? 'none'}`);
  if (changes.length > 20) texts.push(`${changes.length - 20} more`);
  return `${texts.join('; ')}.`;
}

/** Certificates by the first digits of their SHA-256, enough to tell them apart. */
function shortList(hashes: string[] | null | undefined): string {
  return (hashes ?? []).map((hash) => `${hash.slice(0, 16)}…`).join(', ') || 'nobody';
}
