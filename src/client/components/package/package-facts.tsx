import { CopyId } from '#client/ui/copy.tsx';
import { type DescriptionItem, DescriptionList } from '#client/ui/description-list.tsx';
import { androidRelease } from '#shared/packages/android-release.ts';
import type { AndroidFacts, IosFacts, PackageFacts } from '#shared/packages/facts.ts';
import { PermissionList } from './permission-list.tsx';

function androidFacts(facts: AndroidFacts): DescriptionItem[] {
  return [
    { label: 'Display name', value: facts.label },
    { label: 'Version', value: `${facts.versionName} (${facts.versionCode})` },
    { label: 'Runs on', value: `${androidRelease(facts.minSdk)} and newer` },
    { label: 'Targets', value: androidRelease(facts.targetSdk) },
    { label: 'Processors', value: facts.abis.length === 0 ? 'Any' : facts.abis.join(', ') },
    { label: 'Permissions', value: <PermissionList permissions={facts.permissions} /> },
  ];
}

function iosFacts(facts: IosFacts): DescriptionItem[] {
  const usages = Object.entries(facts.usageTexts);
  return [
    { label: 'Display name', value: facts.label },
    { label: 'Version', value: `${facts.versionName} (${facts.buildVersion})` },
    { label: 'Runs on', value: `iOS ${facts.minimumOs} and newer` },
    { label: 'Processors', value: facts.architectures.join(', ') },
    { label: 'Provisioning', value: facts.profile?.name ?? 'No profile' },
    {
      label: 'Asks for access to',
      value:
        usages.length === 0 ? (
          'None'
        ) : (
          <DescriptionList items={usages.map(([label, value]) => ({ label, value }))} />
        ),
    },
  ];
}

/** Lists the facts of a package as names and values. */
export function PackageDescription({ facts }: { facts: PackageFacts }) {
  return (
    <DescriptionList
      items={[
        { label: 'Application ID', value: <CopyId value={facts.applicationId} label="application ID" /> },
        ...(facts.platform === 'android' ? androidFacts(facts) : iosFacts(facts)),
      ]}
    />
  );
}
