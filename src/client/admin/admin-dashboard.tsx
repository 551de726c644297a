import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { PagePart } from '#client/components/feedback/page-part.tsx';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { OverviewView } from './overview/overview-view.tsx';

const LINKS = [
  { name: 'overview', label: t`Overview`, href: paths.admin },
  { name: 'queue', label: t`Review queue`, href: paths.queue },
  { name: 'listings', label: t`Listing changes`, href: paths.listings },
  { name: 'holds', label: t`Holds`, href: paths.holds },
  { name: 'announcements', label: t`Announcements`, href: paths.announcements },
  { name: 'audit', label: t`Audit log`, href: paths.audit },
] as const;
type AdminView = (typeof LINKS)[number]['name'];

const AnnouncementsView = lazyChunk(
  'announcements-view',
  async () => (await import('./announcements/announcements-view.tsx')).AnnouncementsView,
);
const HoldsView = lazyChunk('holds-view', async () => (await import('./holds/holds-view.tsx')).HoldsView);
const AuditView = lazyChunk('audit-view', async () => (await import('./audit/audit-view.tsx')).AuditView);

export interface AdminDashboardProps {
  /** The view of versions that wait for a decision. */
  readonly reviewQueue: ReactNode;
  /** The view of listings that wait for a decision. */
  readonly listingChanges: ReactNode;
}

/** Shows the Admin Dashboard in its views (`?view=…`). */
export function AdminDashboard({ reviewQueue, listingChanges }: AdminDashboardProps) {
  const [params] = useSearchParams();
  const asked = params.get('view');
  const current: AdminView = LINKS.find(({ name }) => name === asked)?.name ?? 'overview';
  return (
    <Page
      title={SCREENS.admin.title}
      isWide={current === 'queue'}
      parts={{ label: t`Admin Dashboard sections`, current, links: LINKS }}
    >
      <PagePart current={current} fallback={<ListSkeleton />}>
        {current === 'overview' && <OverviewView />}
        {current === 'queue' && reviewQueue}
        {current === 'listings' && listingChanges}
        {current === 'announcements' && <AnnouncementsView />}
        {current === 'holds' && <HoldsView />}
        {current === 'audit' && <AuditView />}
      </PagePart>
    </Page>
  );
}
