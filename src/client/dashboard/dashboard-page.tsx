import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { Page } from '#client/ui/page.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { DecisionsSection } from './decisions-section.tsx';
import { MyAppsSection } from './my-apps-section.tsx';
import { NeedsYouSection } from './needs-you-section.tsx';
import { NextForUsers } from './next-for-users.tsx';
import { QueueSection } from './queue-section.tsx';

/** What needs the signed-in person now; for admins also what the store waits for. */
export default function DashboardPage() {
  const { role, displayName } = useSessionUser();
  const greeting = displayName === null ? undefined : `Signed in as ${displayName}.`;
  if (role === 'user') {
    return (
      <Page title="Dashboard" status={greeting}>
        <NextForUsers />
      </Page>
    );
  }
  return (
    <Page
      title="Dashboard"
      status={greeting}
      action={
        <Button variant="contained" startIcon={<AddIcon />} href={paths.newApp}>
          New app
        </Button>
      }
    >
      {role === 'admin' && <QueueSection />}
      <PublisherSections />
    </Page>
  );
}

function PublisherSections() {
  const { data, error, refetch } = useCallQuery('apps.list', { scope: 'mine', limit: 100 });
  if (error !== null) return <CallErrorAlert error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ListSkeleton />;
  return (
    <>
      {data.apps.length > 0 && <NeedsYouSection apps={data.apps} />}
      <DecisionsSection />
      <MyAppsSection apps={data.apps} />
    </>
  );
}
