import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useCallQuery } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { Parts } from '#client/components/feedback/page-part.tsx';
import { paths } from '#client/paths.ts';
import { DASHBOARD_APPS, DASHBOARD_DECISIONS, DASHBOARD_NOTIFICATIONS, SCREENS } from '#client/screens.ts';
import { useSessionUser } from '#client/store/store.ts';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton, PageSkeleton } from '#client/ui/skeletons.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import { ActionRequiredSection } from './action-required-section.tsx';
import { DecisionsSection } from './decisions-section.tsx';
import { DownloadsSection } from './downloads-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { MyAppsSection } from './my-apps-section.tsx';
import { NextForUsers } from './next-for-users.tsx';
import { QueueSection } from './queue-section.tsx';

const NotificationsView = lazyChunk(
  'notifications-view',
  async () => (await import('./notifications-view.tsx')).NotificationsView,
);

const InvitationView = lazyChunk(
  'invitation-view',
  async () => (await import('./invitation-view.tsx')).InvitationView,
);

/**
 * Shows everything that needs the user's attention, for admins also the review queue. `?view=notifications` shows all
 * notifications, and `?invitation=` the invitation of a link.
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
    <Page title={SCREENS.dashboard.title} status={t`Your account and next steps.`}>
      <BelowMessages>
        <NextForUsers />
      </BelowMessages>
    </Page>
  );
}

/** Shows the messages of the store, and what is below them once they are known, because they would push it down. */
function BelowMessages({ children }: { children: ReactNode }) {
  const { isPending } = useCallQuery('notifications.list', DASHBOARD_NOTIFICATIONS);
  return (
    <Parts>
      <MessagesSection />
      {isPending ? <ListSkeleton /> : children}
    </Parts>
  );
}

function PublisherDashboard() {
  const { role } = useSessionUser();
  const call = useCallQuery('apps.list', DASHBOARD_APPS);
  const { data } = call;
  const actionRequired = useCallQuery('apps.actionRequired', {});
  const notifications = useCallQuery('notifications.list', DASHBOARD_DECISIONS);
  // Both are shown above the apps, so these wait for them.
  const isPending = actionRequired.isPending || notifications.isPending;
  const isReviewerOnly = role === 'admin' && data?.apps.length === 0;
  return (
    <Page
      title={SCREENS.dashboard.title}
      status={
        actionRequired.data === undefined || data === undefined || isReviewerOnly
          ? t`Your apps and recent activity.`
          : needsText(actionRequired.data.count)
      }
      action={
        <Button variant="contained" startIcon={<AddIcon />} href={paths.newApp}>
          {t`New app`}
        </Button>
      }
    >
      <BelowMessages>
        {role === 'admin' && <QueueSection />}
        <CallStatus call={call} skeleton={<ListSkeleton />} />
        {data !== undefined && data.apps.length > 0 && <ActionRequiredSection call={actionRequired} />}
        {data !== undefined && isPending && <ListSkeleton />}
        {data !== undefined && !isPending && (
          <>
            <DecisionsSection notifications={notifications.data?.notifications ?? []} />
            <Parts>
              {!isReviewerOnly && <MyAppsSection apps={data.apps} />}
              {data.apps.length > 0 && <DownloadsSection />}
            </Parts>
          </>
        )}
      </BelowMessages>
    </Page>
  );
}

function needsText(count: number): string {
  if (count === 0) return t`You’re all caught up.`;
  return plural(count, {
    one: '# version needs your attention.',
    other: '# versions need your attention.',
  });
}
