import UploadIcon from '@mui/icons-material/Upload';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useParams, useSearchParams } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { useSessionUser } from '#client/store/store.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Empty } from '#client/ui/empty.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { Stands } from '#client/ui/stands.tsx';
import type { App } from '#shared/apps/app.ts';
import { appSentence } from '#shared/apps/sentence.ts';
import type { CallResult } from '#shared/calls.ts';
import type { Version } from '#shared/versions/version.ts';
import { VersionDetails } from './version-details.tsx';
import { VersionList } from './version-list.tsx';

const WAY = [{ label: 'My Apps', href: paths.apps }];
const CHANGES_AT_ONCE_MS = 1_000;
const CHANGES_LATER_MS = 15_000;

/** How often to look again: each second while the store works on a version, seldom while a person does. */
function pollInterval(result: CallResult<'apps.get'> | undefined): number | false {
  const statuses = new Set(result?.versions.map((version) => version.status));
  if (statuses.has('analysing') || statuses.has('approved')) return CHANGES_AT_ONCE_MS;
  return statuses.has('submitted') || statuses.has('in_review') ? CHANGES_LATER_MS : false;
}

/** One app with its versions; `?version=` opens one of them. */
export default function AppPage() {
  const { appId = '' } = useParams();
  const { data, error, refetch } = useCallQuery('apps.get', { appId }, { refetchInterval: pollInterval });
  if (data !== undefined) return <LoadedApp app={data.app} versions={data.versions} />;
  if (error === null) return <PageSkeleton />;
  return (
    <Page title="App" breadcrumbs={WAY}>
      <CallErrorAlert error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

function LoadedApp({ app, versions }: { app: App; versions: readonly Version[] }) {
  const { storage } = useBackend();
  const isOwner = useSessionUser().uid === app.ownerUid;
  const upload = (
    <ReasonedButton
      variant="contained"
      startIcon={<UploadIcon />}
      reason={isOwner ? null : 'Only the publisher of this app can upload versions.'}
      {...(isOwner && { href: paths.newVersion(app.id) })}
    >
      Upload a version
    </ReasonedButton>
  );
  return (
    <Page
      title={app.name}
      picture={
        <AppIcon src={app.iconPath && storage.urlOf(app.iconPath)} platform={app.platform} size={56} />
      }
      status={
        <>
          <Stands status={app.status} sentence={appSentence(app)} />
          <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
            {app.applicationId}
          </Box>
        </>
      }
      action={upload}
      breadcrumbs={isOwner ? WAY : [{ label: 'App Management', href: paths.adminApps }]}
    >
      {app.summary !== null && <Typography sx={{ mb: 3, maxWidth: 720 }}>{app.summary}</Typography>}
      <Versions app={app} versions={versions} isOwner={isOwner} />
    </Page>
  );
}

interface VersionsProps {
  readonly app: App;
  readonly versions: readonly Version[];
  readonly isOwner: boolean;
}

function Versions({ app, versions, isOwner }: VersionsProps) {
  const chosenId = useSearchParams()[0].get('version');
  const newest = versions[0];
  if (newest === undefined) {
    return (
      <Empty
        title={
          isOwner
            ? 'No version yet. Upload a package: the store reads it at once and says what it finds.'
            : 'The publisher has not uploaded a version yet.'
        }
        action={
          isOwner && (
            <Button variant="contained" href={paths.newVersion(app.id)}>
              Upload the first version
            </Button>
          )
        }
      />
    );
  }
  const chosen = chosenId === null ? newest : versions.find((version) => version.id === chosenId);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
        alignItems: 'start',
        gap: 3,
      }}
    >
      {chosen === undefined ? (
        <Alert severity="info">This app has no such version. Choose one from the list.</Alert>
      ) : (
        <VersionDetails
          key={chosen.id}
          version={chosen}
          actor={isOwner ? 'publisher' : 'admin'}
          chosen={chosenId !== null}
        />
      )}
      <Box component="aside" sx={{ minWidth: 0 }}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          All versions
        </Typography>
        <VersionList versions={versions} selectedId={chosen?.id ?? ''} />
      </Box>
    </Box>
  );
}
