import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { t } from '#shared/languages/translate.ts';
import { androidRelease } from '#shared/packages/android-release.ts';
import type { AndroidFacts, IosFacts, PackageFacts } from '#shared/packages/facts.ts';
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
      { label: t`Version`, value: `${facts.versionName} (${facts.versionCode})` },
    ],
    compatibility: [
      { label: t`Runs on`, value: t`${androidRelease(facts.minSdk)} and newer` },
      { label: t`Targets`, value: androidRelease(facts.targetSdk) },
      { label: t`Processors`, value: facts.abis.length === 0 ? t`Any` : facts.abis.join(', ') },
    ],
    access: [{ label: t`Permissions`, value: <PermissionList permissions={facts.permissions} /> }],
  };
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
