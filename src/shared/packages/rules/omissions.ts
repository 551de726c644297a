import { formatNumber, t } from '../../languages/translate.ts';

/** The facts that are truncated, as they are named in a finding. */
const FACTS = {
  applicationId: () => t`Application ID`,
  versionName: () => t`Version name`,
  split: () => t`Split`,
  sharedUserId: () => t`Shared user ID`,
  name: () => t`Name of the app`,
  activity: () => t`Name of an activity`,
  iconConfiguration: () => t`Configuration of an icon`,
  iconFiles: () => t`Files of the icons`,
  launchers: () => t`Entries in the launcher`,
  labels: () => t`Names by locale`,
  labelVariants: () => t`Names by device`,
  nameConfiguration: () => t`Configuration of a name`,
  locale: () => t`Name of a locale`,
  component: () => t`Name of a component`,
  specialAccess: () => t`Components with special access`,
  components: () => t`Components`,
  componentSettings: () => t`Settings of components`,
  deepLinks: () => t`Deep links`,
  queries: () => t`Apps that it asks to see`,
  declaredPermissions: () => t`Permissions of its own`,
  features: () => t`Features`,
  feature: () => t`Name of a feature`,
  permissions: () => t`Permissions`,
  permission: () => t`Name of a permission`,
  abis: () => t`Processor types`,
  abi: () => t`Name of a processor type`,
  nativeLibraries: () => t`Native libraries`,
  nativeLibrary: () => t`Name of a native library`,
  entitlements: () => t`Entitlements`,
  entitlement: () => t`Key of an entitlement`,
  entitlementValue: () => t`Value of an entitlement`,
  profile: () => t`Value of the provisioning profile`,
  profileEntitlements: () => t`Entitlements of the profile`,
  infoValue: () => t`Value in Info.plist`,
  usageTexts: () => t`Usage texts`,
  usageKey: () => t`Key of a usage text`,
  usageText: () => t`Usage text`,
  extensions: () => t`Extensions`,
  extension: () => t`Value of an extension`,
  extensionEntitlements: () => t`Entitlements of extensions`,
};
export type TruncatedFact = keyof typeof FACTS;

/** Facts of which only a part is kept, as lists of equal length: sizes are empty where they weren't counted. */
type Omissions = {
  readonly facts: readonly string[];
  readonly sizes: readonly string[];
  readonly kept: readonly string[];
  readonly more: number;
};

/** Returns which facts are larger than what is kept of them, as a sentence. */
export function describeOmissions({ facts, sizes, kept, more }: Omissions): string {
  const texts = facts.map((fact, at) => {
    const label = isKnown(fact) ? FACTS[fact]() : fact;
    const max = formatNumber(Number(kept[at]));
    return sizes[at]
      ? t`${label}: ${formatNumber(Number(sizes[at]))}; only ${max} are kept`
      : t`${label}: more than ${max}`;
  });
  if (more > 0) texts.push(t`${formatNumber(more)} more`);
  return `${texts.join('; ')}.`;
}

function isKnown(fact: string): fact is TruncatedFact {
  return Object.hasOwn(FACTS, fact);
}
