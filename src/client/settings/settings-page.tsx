import { type ComponentType, lazy } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#client/paths.ts';
import { Page } from '#client/ui/page.tsx';
import { PageTabs, TabPanel } from '#client/ui/page-tabs.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';

function part(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }));
}

const PARTS = {
  general: { label: 'General', Part: part(async () => (await import('./general-part.tsx')).GeneralPart) },
  notifications: {
    label: 'Notifications',
    Part: part(async () => (await import('./notifications-part.tsx')).NotificationsPart),
  },
  security: {
    label: 'Security',
    Part: part(async () => (await import('./security-part.tsx')).SecurityPart),
  },
  account: { label: 'Account', Part: part(async () => (await import('./account-part.tsx')).AccountPart) },
};
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** The person's own settings, in parts that have an address each (`tab=…`). */
export default function SettingsPage() {
  const asked = useSearchParams()[0].get('tab');
  const current = NAMES.find((name) => name === asked) ?? 'general';
  const { Part } = PARTS[current];
  return (
    <Page
      title="Settings"
      tabs={
        <PageTabs
          label="Parts of the settings"
          current={current}
          tabs={NAMES.map((name) => ({
            name,
            label: PARTS[name].label,
            href: `${paths.settings}?tab=${name}`,
          }))}
        />
      }
    >
      <TabPanel current={current} fallback={<FormSkeleton />}>
        <Part />
      </TabPanel>
    </Page>
  );
}
