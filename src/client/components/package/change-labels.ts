import { t } from '#shared/languages/translate.ts';

interface ChangeGroup {
  readonly title: string;
  /** The label of each kind of difference, before the name of the item. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** Groups and labels of the differences between two packages; sizes are shown separately. */
export const CHANGE_GROUPS: readonly ChangeGroup[] = [
  {
    title: t`Access`,
    kinds: {
      permissions: 'permission',
      usageTexts: 'reason for access',
      entitlements: 'entitlement',
      extensions: 'extension',
      features: 'device feature',
    },
  },
  {
    title: t`Identity`,
    kinds: {
      signers: 'signer',
      team: 'team',
      label: t`name on the device`,
      labels: 'name on the device in',
      iconSha256: 'icon',
      applicationId: 'application ID',
      platform: 'platform',
    },
  },
  {
    title: t`Device support`,
    kinds: {
      targetSdk: 'target SDK',
      minSdk: 'minimum SDK',
      maxSdk: 'maximum SDK',
      minimumOs: 'minimum iOS',
      abis: 'processor type',
      architectures: 'processor type',
      deviceFamilies: 'device family',
      split: 'split',
      requiresSplits: 'requires splits',
    },
  },
  {
    title: t`Build`,
    kinds: {
      versionName: 'version name',
      versionCode: 'version code',
      buildVersion: 'build',
      debuggable: 'debuggable',
      testOnly: 'test only',
      hasInstrumentation: 'instrumentation',
      encrypted: 'encrypted code',
    },
  },
];
