import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { t } from '#shared/languages/translate.ts';
import { androidRelease } from '#shared/packages/android-release.ts';
import { capabilitiesOf } from '#shared/packages/capabilities.ts';
import type { AndroidFacts, IosFacts, PackageFacts } from '#shared/packages/facts.ts';
import { CapabilityList } from './capability-list.tsx';
import { PermissionList } from './permission-list.tsx';

/** The facts of a package, grouped by what they tell. */
interface FactGroups {
  readonly identity: readonly DescriptionItem[];
  readonly compatibility: readonly DescriptionItem[];
  /** Permissions, or usage texts on iOS. */
  readonly access: readonly DescriptionItem[];
}

function androidFacts(facts: AndroidFacts): FactGroups {
  return {
    identity: [
      { label: t`Display name`, value: facts.label },
      ...otherNames(facts),
      { label: t`Version`, value: `${facts.versionName} (${facts.versionCode})` },
    ],
    compatibility: [
      { label: t`Runs on`, value: t`${androidRelease(facts.minSdk)} and newer` },
      { label: t`Targets`, value: androidRelease(facts.targetSdk) },
      { label: t`Processors`, value: facts.abis.length === 0 ? t`Any` : facts.abis.join(', ') },
    ],
    access: androidAccess(facts),
  };
}

/** Returns the names besides the default one: translations, those of some devices, and those in the launcher. */
function otherNames({ labels, labelVariants = {}, launchers = [] }: AndroidFacts): DescriptionItem[] {
  const groups: [label: string, names: Readonly<Record<string, string>>][] = [
    [t`Translated names`, labels],
    [t`Names on some devices`, labelVariants],
    ...launchers
      .filter((launcher) => Object.keys(launcher.labels).length > 0)
      .map((launcher): (typeof groups)[number] => [
        t`Name in the launcher of ${launcher.name}`,
        launcher.labels,
      ]),
  ];
  const named = groups
    .filter(([, names]) => Object.keys(names).length > 0)
    .map(([label, names]) => ({ label, value: <NameList names={names} /> }));
  const pictured = launchers.filter(({ iconFilesSha256 }) => iconFilesSha256 !== null);
  if (pictured.length === 0) return named;
  const value = pictured.map(({ name }) => name).join(', ');
  return [...named, { label: t`Own icon in the launcher`, value }];
}

function NameList({ names }: { names: Readonly<Record<string, string>> }) {
  const items = Object.entries(names).map(([label, value]) => ({ label, value }));
  return <DescriptionList items={items} />;
}

/** Lists the permissions, and what gives control over the device; lists other than the first only when they aren't empty. */
function androidAccess(facts: AndroidFacts): DescriptionItem[] {
  const { permissions, permissionsSdk23 = [], impliedPermissions = [] } = facts;
  const capabilities = capabilitiesOf(facts);
  const lists = [
    { label: t`From Android 6 on`, permissions: permissionsSdk23 },
    { label: t`Added by Android`, permissions: impliedPermissions },
  ].filter((list) => list.permissions.length > 0);
  return [
    ...(capabilities.length > 0
      ? [{ label: t`What it can do`, value: <CapabilityList capabilities={capabilities} /> }]
      : []),
    { label: t`Permissions`, value: <PermissionList permissions={permissions} /> },
    ...lists.map((list) => ({ label: list.label, value: <PermissionList permissions={list.permissions} /> })),
    ...(facts.sharedUserId ? [{ label: t`Shared user ID`, value: facts.sharedUserId }] : []),
  ];
}

function iosFacts(facts: IosFacts): FactGroups {
  const usages = Object.entries(facts.usageTexts);
  return {
    identity: [
      { label: t`Display name`, value: facts.label },
      { label: t`Version`, value: `${facts.versionName} (${facts.buildVersion})` },
      { label: t`Provisioning`, value: facts.profile?.name ?? t`No profile` },
      ...innerApps(facts),
    ],
    compatibility: [
      { label: t`Runs on`, value: t`iOS ${facts.minimumOs} and newer` },
      { label: t`Processors`, value: facts.architectures.join(', ') },
    ],
    access: [
      {
        label: t`Asks for access to`,
        value:
          usages.length === 0 ? (
            t`None`
          ) : (
            <DescriptionList items={usages.map(([label, value]) => ({ label, value }))} />
          ),
      },
    ],
  };
}

/** Lists the watch apps and App Clips, which people get with the app. */
function innerApps({ extensions }: IosFacts): DescriptionItem[] {
  const labels = { watchApp: t`Watch app`, appClip: t`App Clip` };
  return extensions.flatMap(({ kind, applicationId }) =>
    kind === undefined ? [] : [{ label: labels[kind], value: applicationId }],
  );
}

interface PackageDescriptionProps {
  readonly facts: PackageFacts;
  /** True where the page shows the permissions elsewhere. */
  readonly withoutAccess: boolean;
}

/** Lists the facts of a package in groups of names and values. */
export function PackageDescription({ facts, withoutAccess }: PackageDescriptionProps) {
  const { identity, compatibility, access } =
    facts.platform === 'android' ? androidFacts(facts) : iosFacts(facts);
  const id = {
    label: t`Application ID`,
    value: <CopyId value={facts.applicationId} label={t`application ID`} />,
  };
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Group title={t`Identity`} items={[id, ...identity]} />
      <Group title={t`Compatibility`} items={compatibility} />
      {!withoutAccess && <Group title={t`Access`} items={access} />}
    </Box>
  );
}

function Group({ title, items }: { title: string; items: readonly DescriptionItem[] }) {
  return (
    <Box>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <DescriptionList items={items} />
    </Box>
  );
}
