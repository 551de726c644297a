import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#client/paths.ts';
import { Page } from '#client/ui/page.tsx';
import { PageTabs, TabPanel } from '#client/ui/page-tabs.tsx';
import { ListSkeleton, PageSkeleton } from '#client/ui/skeletons.tsx';

function view(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }));
}

/** The views of the page, each a bundle of its own. */
const VIEWS = {
  overview: {
    label: 'Overview',
    href: paths.admin,
    View: view(async () => (await import('./overview-view.tsx')).OverviewView),
  },
  announcements: {
    label: 'Announcements',
    href: paths.announcements,
    View: view(async () => (await import('./announcements/announcements-view.tsx')).AnnouncementsView),
  },
  audit: {
    label: 'Audit log',
    href: paths.audit,
    View: view(async () => (await import('./audit-view.tsx')).AuditView),
  },
};
type ViewName = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as ViewName[];

const ReviewPanel = lazy(async () => ({ default: (await import('./review-panel.tsx')).ReviewPanel }));

/** The Admin Dashboard in its views (`?view=…`), or with `?version=` the review of one version. */
export default function AdminPage() {
  const [params] = useSearchParams();
  const versionId = params.get('version');
  if (versionId !== null) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <ReviewPanel key={versionId} versionId={versionId} />
      </Suspense>
    );
  }
  const asked = params.get('view');
  const current = NAMES.find((name) => name === asked) ?? 'overview';
  const { View } = VIEWS[current];
  return (
    <Page
      title="Admin Dashboard"
      tabs={
        <PageTabs
          label="Views of the Admin Dashboard"
          current={current}
          tabs={NAMES.map((name) => ({ name, label: VIEWS[name].label, href: VIEWS[name].href }))}
        />
      }
    >
      <TabPanel current={current} fallback={<ListSkeleton />}>
        <View />
      </TabPanel>
    </Page>
  );
}
