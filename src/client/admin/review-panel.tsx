import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { AppIcon } from '#client/ui/app-icon.tsx';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { DecisionNote } from '#client/ui/decision-note.tsx';
import { Page } from '#client/ui/page.tsx';
import { PageSkeleton } from '#client/ui/skeletons.tsx';
import { Stands } from '#client/ui/stands.tsx';
import { useMinute } from '#client/ui/use-minute.ts';
import { VersionReport } from '#client/ui/version-report.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { versionSentence } from '#shared/versions/sentence.ts';
import { ReviewAbout } from './review-about.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewChanges } from './review-changes.tsx';
import { ReviewConversation } from './review-conversation.tsx';
import { ReviewStanding } from './review-standing.tsx';

const WAY = [{ label: 'Admin Dashboard', href: paths.admin }];
/** How soon a reviewer sees what another one does, in milliseconds. */
const POLL_MS = 10_000;

/** Everything that a reviewer needs to decide about one version, on one page. */
export function ReviewPanel({ versionId }: { versionId: string }) {
  const { data, error, refetch } = useCallQuery('reviews.get', { versionId }, { refetchInterval: POLL_MS });
  if (data !== undefined) return <ReviewPage review={data} />;
  if (error === null) return <PageSkeleton />;
  return (
    <Page title="Review" breadcrumbs={WAY}>
      <CallErrorAlert error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

function ReviewPage({ review }: { review: Review }) {
  const { storage } = useBackend();
  const now = useMinute();
  const { app, version } = review;
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
      <ReviewActions review={review} />
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
          <ReviewChanges review={review} />
          {version.findings.length === 0 && version.package !== null && (
            <Alert severity="success" sx={{ mb: 3 }}>
              Inspection found nothing to look at.
            </Alert>
          )}
          <VersionReport version={version} />
          <ReviewConversation review={review} />
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <ReviewStanding review={review} />
          <ReviewAbout review={review} />
        </Box>
      </Box>
    </Page>
  );
}
