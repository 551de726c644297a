import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { CopyId } from '#client/ui/copy.tsx';
import { DecisionNote } from '#client/ui/decision-note.tsx';
import { FactList } from '#client/ui/fact-list.tsx';
import { Page } from '#client/ui/page.tsx';
import { Section } from '#client/ui/section.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { Time } from '#client/ui/time.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { VersionReport } from '#client/ui/version-report.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { App } from '#shared/apps/app.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import type { Version } from '#shared/versions/version.ts';
import { ReviewActions } from './review-actions.tsx';

const WAY = [{ label: 'Admin Dashboard', href: paths.admin }];
/** How soon a reviewer sees what another one does, in milliseconds. */
const POLL_MS = 10_000;

/** Everything that a reviewer needs to decide about one version. */
export function ReviewPanel({ versionId }: { versionId: string }) {
  const review = useCallQuery('versions.get', { versionId }, { refetchInterval: POLL_MS });
  const version = review.data?.version;
  const owner = useCallQuery('apps.get', { appId: version?.appId ?? '' }, { enabled: version !== undefined });
  const error = review.error ?? owner.error;
  if (version !== undefined && owner.data !== undefined) {
    return <Review version={version} app={owner.data.app} versions={owner.data.versions} />;
  }
  if (error === null) return <PageSkeleton />;
  return (
    <Page title="Review" breadcrumbs={WAY}>
      <CallErrorAlert
        error={error}
        onRetry={() => {
          void review.refetch();
          void owner.refetch();
        }}
      />
    </Page>
  );
}

interface ReviewProps {
  readonly version: Version;
  readonly app: App;
  readonly versions: readonly Version[];
}

function Review({ version, app, versions }: ReviewProps) {
  const { storage } = useBackend();
  const now = useMinute();
  return (
    <Page
      title={`${app.name} ${versionTitle(version)}`}
      picture={
        <AppIcon
          src={version.iconPath && storage.urlOf(version.iconPath)}
          platform={app.platform}
          size={56}
        />
      }
      status={<Stands status={version.status} sentence={versionSentence(version, now)} />}
      breadcrumbs={WAY}
    >
      <ReviewActions version={version} />
      <DecisionNote version={version} />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 400px)' },
          columnGap: 3,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          {version.findings.length === 0 && version.package !== null && (
            <Alert severity="success" sx={{ mb: 3 }}>
              Inspection found nothing to look at.
            </Alert>
          )}
          <VersionReport version={version} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <AboutApp app={app} published={versions.find(({ status }) => status === 'published')} />
        </Box>
      </Box>
    </Page>
  );
}

function AboutApp({ app, published }: { app: App; published: Version | undefined }) {
  return (
    <>
      <Section title="App">
        <FactList
          facts={[
            { label: 'Name', value: <Link href={paths.app(app.id)}>{app.name}</Link> },
            { label: 'Application id', value: <CopyId value={app.applicationId} label="application id" /> },
            { label: 'Summary', value: app.summary ?? 'None' },
            { label: 'Created', value: <Time iso={app.createdAt} /> },
            {
              label: 'Published now',
              value:
                published === undefined ? (
                  'Nothing: this would be the first'
                ) : (
                  <Link href={paths.version(app.id, published.id)}>{versionTitle(published)}</Link>
                ),
            },
          ]}
        />
      </Section>
      <Section title="Publisher">
        <FactList
          facts={[
            { label: 'Name', value: app.ownerName ?? 'No name given' },
            { label: 'Id', value: <CopyId value={app.ownerUid} label="publisher id" /> },
          ]}
        />
      </Section>
    </>
  );
}
