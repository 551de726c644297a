import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { FactList } from '#client/ui/fact-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { Time } from '#client/ui/time.tsx';
import { appSentence } from '#shared/apps/sentence.ts';
import type { CallResult } from '#shared/calls.ts';
import { AppHistory } from './app-history.tsx';
import { AppRemoval } from './app-removal.tsx';
import { ManagedVersions } from './managed-versions.tsx';

const WAY = [{ label: 'App Management', href: paths.adminApps }];

/** One app as the store's people see it: how it stands, its versions and history, removal and restoration. */
export function ManagedApp({ appId }: { appId: string }) {
  const { data, error, refetch } = useCallQuery('apps.get', { appId });
  if (data !== undefined) return <ManagedAppPage loaded={data} />;
  if (error === null) return <PageSkeleton />;
  return (
    <Page title="App" breadcrumbs={WAY}>
      <CallErrorAlert error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

function ManagedAppPage({ loaded }: { loaded: CallResult<'apps.get'> }) {
  const { app, versions } = loaded;
  const { storage } = useBackend();
  return (
    <Page
      title={app.name}
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={56} />
      }
      status={<Stands status={app.status} sentence={appSentence(app)} />}
      breadcrumbs={WAY}
      action={<Button href={paths.app(app.id)}>Open as its publisher sees it</Button>}
    >
      {app.status === 'removed' && (
        <Alert severity="error" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
          <AlertTitle>Why the store removed it</AlertTitle>
          {app.removalReason}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 400px)' },
          columnGap: 3,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <AppFacts loaded={loaded} />
          <ManagedVersions versions={versions} />
          <AppRemoval app={app} versions={versions} />
        </Box>
        <AppHistory appId={app.id} />
      </Box>
    </Page>
  );
}

function AppFacts({ loaded: { app, live } }: { loaded: CallResult<'apps.get'> }) {
  const downloads = useCallQuery('apps.versionDownloads', { appId: app.id });
  return (
    <Section title="App">
      <FactList
        facts={[
          {
            label: 'Publisher',
            value: <Link href={paths.adminPerson(app.ownerUid)}>{app.ownerName ?? 'No name given'}</Link>,
          },
          { label: 'Application id', value: <CopyId value={app.applicationId} label="application id" /> },
          { label: 'Summary', value: app.summary ?? 'None' },
          { label: 'Public now', value: live.stable?.versionName ?? live.beta?.versionName ?? 'Nothing' },
          {
            label: 'Downloads',
            value:
              downloads.data === undefined
                ? '…'
                : `${downloads.data.allTime.toLocaleString('en')} in all, ${downloads.data.total.toLocaleString('en')} in the last 30 days`,
          },
          { label: 'Created', value: <Time iso={app.createdAt} /> },
          { label: 'Changed', value: <Time iso={app.updatedAt} /> },
        ]}
      />
    </Section>
  );
}
