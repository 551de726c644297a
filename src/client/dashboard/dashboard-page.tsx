import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton, PageSkeleton } from '#client/ui/skeletons.tsx';
import { DecisionsSection } from './decisions-section.tsx';
import { DownloadsSection } from './downloads-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { MyAppsSection } from './my-apps-section.tsx';
import { needsPublisher } from './needs-you.ts';
import { NeedsYouSection } from './needs-you-section.tsx';
import { NextForUsers } from './next-for-users.tsx';
import { QueueSection } from './queue-section.tsx';

const NotificationsView = lazy(async () => ({
  default: (await import('./notifications-view.tsx')).NotificationsView,
}));

const InvitationView = lazy(async () => ({
  default: (await import('./invitation-view.tsx')).InvitationView,
}));

/**
 * What needs the signed-in person now; for admins also what the store waits for. With `?view=notifications` it is the
 * page of all notifications, with `?invitation=` what the link of an invitation leads to.
 */
export default function DashboardPage() {
  const { role } = useSessionUser();
  const params = useSearchParams()[0];
  const invitation = params.get('invitation');
  if (invitation !== null) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <InvitationView token={invitation} />
      </Suspense>
    );
  }
  if (params.get('view') === 'notifications') {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <NotificationsView />
      </Suspense>
    );
  }
  return role === 'user' ? <UserDashboard /> : <PublisherDashboard />;
}

function UserDashboard() {
  return (
    <Page title="Dashboard" status="What you can do here.">
      <MessagesSection />
      <NextForUsers />
    </Page>
  );
}

function PublisherDashboard() {
  const { role } = useSessionUser();
  const { data, error, refetch } = useCallQuery('apps.list', { scope: 'mine', limit: 100 });
  const isReviewerOnly = role === 'admin' && data?.apps.length === 0;
  return (
    <Page
      title="Dashboard"
      status={
        data === undefined || isReviewerOnly
          ? 'What needs you now.'
          : needsText(needsPublisher(data.apps).length)
      }
      action={
        <Button variant="contained" startIcon={<AddIcon />} href={paths.newApp}>
          New app
        </Button>
      }
    >
      <MessagesSection />
      {role === 'admin' && <QueueSection />}
      {error !== null && <CallErrorAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ListSkeleton />}
      {data !== undefined && (
        <>
          {data.apps.length > 0 && <NeedsYouSection apps={data.apps} />}
          <DecisionsSection />
          {!isReviewerOnly && <MyAppsSection apps={data.apps} />}
          {data.apps.length > 0 && <DownloadsSection />}
        </>
      )}
    </Page>
  );
}

function needsText(count: number): string {
  if (count === 0) return 'Nothing of yours waits for you.';
  return count === 1 ? 'One version waits for you.' : `${count} versions wait for you.`;
}
