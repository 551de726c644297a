import { t } from '../languages/translate.ts';
import type { PackageChange } from './changes.ts';

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
      permissions: t`permission`,
      permissionsSdk23: t`permission on Android 6 and later`,
      impliedPermissions: t`implied permission`,
      specialAccess: t`special access`,
      usageTexts: t`reason for access`,
      entitlements: t`entitlement`,
      extensions: t`extension`,
      extensionEntitlements: t`entitlement of an extension`,
      extensionUsageTexts: t`reason for access by an extension`,
      features: t`device feature`,
    },
  },
  {
    title: t`Identity`,
    kinds: {
      signers: t`signer`,
      otherSigners: t`signer for older Android versions`,
      team: t`team`,
      label: t`name on the device`,
      labels: t`name on the device in`,
      labelVariants: t`name on devices with`,
      launcherLabels: t`name in the launcher of`,
      launcherIcons: t`icon in the launcher of`,
      iconSha256: t`icon`,
      iconFilesSha256: t`icon files for all devices`,
      applicationId: t`application ID`,
      sharedUserId: t`shared user ID`,
      platform: t`platform`,
    },
  },
  {
    title: t`Device support`,
    kinds: {
      targetSdk: t`target SDK`,
      minSdk: t`minimum SDK`,
      maxSdk: t`maximum SDK`,
      minimumOs: t`minimum iOS`,
      abis: t`processor type`,
      architectures: t`processor type`,
      deviceFamilies: t`device family`,
      split: t`split`,
      requiresSplits: t`requires splits`,
    },
  },
  {
    title: t`Build`,
    kinds: {
      versionName: t`version name`,
      versionCode: t`version code`,
      buildVersion: t`build`,
      debuggable: t`debuggable`,
      testOnly: t`test only`,
      hasInstrumentation: t`instrumentation`,
      encrypted: t`encrypted code`,
    },
  },
];

const labelsOfKinds: Readonly<Record<string, string>> = Object.assign(
  {},
  ...CHANGE_GROUPS.map(({ kinds }) => kinds),
);

/** Returns a difference by the label of its kind and its name, such as `permission android.permission.CAMERA`. */
export function labelOfChange({ kind, name }: Pick<PackageChange, 'kind' | 'name'>): string {
  const label = labelsOfKinds[kind] ?? kind;
  return name === '' ? label : `${label} ${name}`;
}

/** Labels of the parts by which a package's size is broken down. */
export const SIZE_LABELS: Readonly<Record<string, string>> = {
  code: t`Code`,
  'native libraries': t`Native libraries`,
  resources: t`Resources`,
  assets: t`Assets`,
  frameworks: t`Frameworks`,
  extensions: t`Extensions`,
  'other files': t`Other files`,
};
