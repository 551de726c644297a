import { t } from '../languages/translate.ts';
import { capability, isCapability } from './capability-records.ts';
import type { PackageChange } from './changes.ts';

interface ChangeGroup {
  readonly title: string;
  /** The label of each kind of difference, before the name of the item. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** Groups and labels of the differences between two packages; sizes are shown separately. */
export const CHANGE_GROUPS: readonly ChangeGroup[] = [
  {
    get title() {
      return t`What it can do`;
    },
    kinds: {
      get capabilities() {
        return t`capability`;
      },
    },
  },
  {
    get title() {
      return t`Access`;
    },
    kinds: {
      get permissions() {
        return t`permission`;
      },
      get permissionsSdk23() {
        return t`permission on Android 6 and later`;
      },
      get impliedPermissions() {
        return t`implied permission`;
      },
      get specialAccess() {
        return t`special access`;
      },
      get usageTexts() {
        return t`reason for access`;
      },
      get entitlements() {
        return t`entitlement`;
      },
      get extensions() {
        return t`extension`;
      },
      get extensionEntitlements() {
        return t`entitlement of an extension`;
      },
      get extensionUsageTexts() {
        return t`reason for access by an extension`;
      },
      get features() {
        return t`device feature`;
      },
    },
  },
  {
    get title() {
      return t`Components and connections`;
    },
    kinds: {
      get exposedComponents() {
        return t`open to all other apps:`;
      },
      get componentSettings() {
        return t`setting of a component:`;
      },
      get network() {
        return t`network setting`;
      },
      get deepLinks() {
        return t`deep link`;
      },
      get queries() {
        return t`asks to see`;
      },
      get declaredPermissions() {
        return t`permission of its own`;
      },
      get backup() {
        return t`backup setting`;
      },
      get overlayTarget() {
        return t`changes the look of`;
      },
      get instrumentations() {
        return t`instrumentation`;
      },
      get components() {
        return t`component`;
      },
    },
  },
  {
    get title() {
      return t`Identity`;
    },
    kinds: {
      get signers() {
        return t`signer`;
      },
      get otherSigners() {
        return t`signer for older Android versions`;
      },
      get team() {
        return t`team`;
      },
      get label() {
        return t`name on the device`;
      },
      get labels() {
        return t`name on the device in`;
      },
      get labelVariants() {
        return t`name on devices with`;
      },
      get launcherLabels() {
        return t`name in the launcher of`;
      },
      get launcherIcons() {
        return t`icon in the launcher of`;
      },
      get iconSha256() {
        return t`icon`;
      },
      get iconFilesSha256() {
        return t`icon files for all devices`;
      },
      get applicationId() {
        return t`application ID`;
      },
      get sharedUserId() {
        return t`shared user ID`;
      },
      get platform() {
        return t`platform`;
      },
    },
  },
  {
    get title() {
      return t`Device support`;
    },
    kinds: {
      get targetSdk() {
        return t`target SDK`;
      },
      get minSdk() {
        return t`minimum SDK`;
      },
      get maxSdk() {
        return t`maximum SDK`;
      },
      get minimumOs() {
        return t`minimum iOS`;
      },
      get abis() {
        return t`processor type`;
      },
      get architectures() {
        return t`processor type`;
      },
      get deviceFamilies() {
        return t`device family`;
      },
      get split() {
        return t`split`;
      },
      get requiresSplits() {
        return t`requires splits`;
      },
    },
  },
  {
    get title() {
      return t`Build`;
    },
    kinds: {
      get versionName() {
        return t`version name`;
      },
      get versionCode() {
        return t`version code`;
      },
      get buildVersion() {
        return t`build`;
      },
      get debuggable() {
        return t`debuggable`;
      },
      get testOnly() {
        return t`test only`;
      },
      get hasInstrumentation() {
        return t`instrumentation`;
      },
      get encrypted() {
        return t`encrypted code`;
      },
    },
  },
];

/** Returns a difference by the label of its kind and its name, such as `permission android.permission.CAMERA`. */
export function labelOfChange({ kind, name }: Pick<PackageChange, 'kind' | 'name'>): string {
  const label = CHANGE_GROUPS.map(({ kinds }) => kinds[kind]).find(Boolean) ?? kind;
  return name === '' ? label : `${label} ${nameOfChange({ kind, name })}`;
}

/** Returns the name of what changed as people read it: the sentence of a capability, any other name as it is. */
export function nameOfChange({ kind, name }: Pick<PackageChange, 'kind' | 'name'>): string {
  return kind === 'capabilities' && isCapability(name) ? capability(name).sentence : name;
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
