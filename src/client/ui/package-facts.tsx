import type { AndroidFacts, IosFacts, PackageFacts } from '#shared/packages/facts.ts';
import { androidRelease } from './android-release.ts';
import { CopyId } from './copy.tsx';
import { type Fact, FactList } from './fact-list.tsx';
import { PermissionList } from './permission-list.tsx';

function androidFacts(facts: AndroidFacts): Fact[] {
  return [
    { label: 'Name on the device', value: facts.label },
    { label: 'Version', value: `${facts.versionName} (${facts.versionCode})` },
    { label: 'Runs on', value: `${androidRelease(facts.minSdk)} and newer` },
    { label: 'Made for', value: androidRelease(facts.targetSdk) },
    { label: 'Processors', value: facts.abis.length === 0 ? 'Any' : facts.abis.join(', ') },
    { label: 'Permissions', value: <PermissionList permissions={facts.permissions} /> },
  ];
}

function iosFacts(facts: IosFacts): Fact[] {
  const usages = Object.entries(facts.usageTexts);
  return [
    { label: 'Name on the device', value: facts.label },
    { label: 'Version', value: `${facts.versionName} (${facts.buildVersion})` },
    { label: 'Runs on', value: `iOS ${facts.minimumOs} and newer` },
    { label: 'Processors', value: facts.architectures.join(', ') },
    { label: 'Provisioning', value: facts.profile?.name ?? 'No profile' },
    {
      label: 'Asks for access',
      value:
        usages.length === 0 ? (
          'None'
        ) : (
          <FactList facts={usages.map(([label, value]) => ({ label, value }))} />
        ),
    },
  ];
}

/** What a package says about itself, as names and values. */
export function PackageFactList({ facts }: { facts: PackageFacts }) {
  return (
    <FactList
      facts={[
        { label: 'Application id', value: <CopyId value={facts.applicationId} label="application id" /> },
        ...(facts.platform === 'android' ? androidFacts(facts) : iosFacts(facts)),
      ]}
    />
  );
}
