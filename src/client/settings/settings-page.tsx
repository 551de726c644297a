import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { withFilter } from '#client/paths.ts';
import { Page } from '#client/ui/page.tsx';
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
type PartName = keyof typeof PARTS;

function isPart(name: string | null): name is PartName {
  return name !== null && Object.hasOwn(PARTS, name);
}

/** The person's own settings, in parts that have an address each (`tab=…`). */
export default function SettingsPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const current = isPart(asked) ? asked : 'general';
  const { Part } = PARTS[current];
  return (
    <Page
      title="Settings"
      tabs={
        <Tabs
          value={current}
          onChange={(_event, next: string) =>
            setParams((before) => withFilter(before, 'tab', next), { replace: true })
          }
          variant="scrollable"
          scrollButtons={false}
          aria-label="Parts of the settings"
        >
          {Object.entries(PARTS).map(([name, { label: tabLabel }]) => (
            <Tab
              key={name}
              value={name}
              label={tabLabel}
              id={`tab-${name}`}
              aria-controls="settings-part"
              sx={{ minWidth: 0, px: { xs: 1.25, sm: 2 } }}
            />
          ))}
        </Tabs>
      }
    >
      <Box role="tabpanel" id="settings-part" aria-labelledby={`tab-${current}`}>
        <Suspense fallback={<FormSkeleton />}>
          <Part />
        </Suspense>
      </Box>
    </Page>
  );
}
