interface ChangeGroup {
  readonly title: string;
  /** What each kind of difference is called before the name of the thing that differs. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** How differences of two packages are grouped and called; sizes of parts are shown apart. */
export const CHANGE_GROUPS: readonly ChangeGroup[] = [
  {
    title: 'What it may do',
    kinds: {
      permissions: 'permission',
      usageTexts: 'reason for access',
      entitlements: 'entitlement',
      extensions: 'extension',
      features: 'device feature',
    },
  },
  {
    title: 'Who it says it is',
    kinds: {
      signers: 'signer',
      team: 'team',
      label: 'name on the device',
      labels: 'name on the device in',
      iconSha256: 'icon',
      applicationId: 'application id',
      platform: 'platform',
    },
  },
  {
    title: 'Where it runs',
    kinds: {
      targetSdk: 'target SDK',
      minSdk: 'lowest SDK',
      maxSdk: 'highest SDK',
      minimumOs: 'lowest iOS',
      abis: 'processor type',
      architectures: 'processor type',
      deviceFamilies: 'device family',
      split: 'split',
      requiresSplits: 'needs splits',
    },
  },
  {
    title: 'How it was built',
    kinds: {
      versionName: 'version name',
      versionCode: 'version code',
      buildVersion: 'build',
      debuggable: 'debuggable',
      testOnly: 'for tests only',
      hasInstrumentation: 'instrumentation',
      encrypted: 'encrypted code',
    },
  },
];
