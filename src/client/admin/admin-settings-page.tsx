import { type ComponentType, lazy } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageTabs, TabPanel } from '#client/ui/page-tabs.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import type { SettingsPartProps } from './settings-part.tsx';

function part(load: () => Promise<ComponentType<SettingsPartProps>>) {
  return lazy(async () => ({ default: await load() }));
}

const PARTS = {
  store: { label: 'Store', Part: part(async () => (await import('./settings-store.tsx')).StorePart) },
  publishing: {
    label: 'Publishing',
    Part: part(async () => (await import('./settings-publishing.tsx')).PublishingPart),
  },
  review: { label: 'Review', Part: part(async () => (await import('./settings-review.tsx')).ReviewPart) },
  rules: {
    label: 'Package rules',
    Part: part(async () => (await import('./settings-rules.tsx')).RulesPart),
  },
  limits: { label: 'Limits', Part: part(async () => (await import('./settings-limits.tsx')).LimitsPart) },
  categories: {
    label: 'Categories',
    Part: part(async () => (await import('./settings-categories.tsx')).CategoriesPart),
  },
  terms: { label: 'Terms', Part: part(async () => (await import('./settings-terms.tsx')).TermsPart) },
};
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** The settings of the whole store, in parts that have an address each (`tab=…`). */
export default function AdminSettingsPage() {
  const asked = useSearchParams()[0].get('tab');
  const current = NAMES.find((name) => name === asked) ?? 'store';
  const { data, error, refetch } = useCallQuery('settings.get', {});
  const { Part } = PARTS[current];
  return (
    <Page
      title="System Settings"
      status="They hold for everybody, from the moment you save them."
      tabs={
        <PageTabs
          label="Parts of the settings"
          current={current}
          tabs={NAMES.map((name) => ({
            name,
            label: PARTS[name].label,
            href: paths.adminSettingsPart(name),
          }))}
        />
      }
    >
      <TabPanel current={current} fallback={<FormSkeleton />}>
        {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <FormSkeleton />}
        {data !== undefined && <Part key={current} settings={data.settings} />}
      </TabPanel>
    </Page>
  );
}
