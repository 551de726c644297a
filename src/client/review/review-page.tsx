import Alert from '@mui/material/Alert';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatusPage } from '#client/components/feedback/call-status.tsx';
import { DecisionNote } from '#client/components/review/decision-note.tsx';
import { VersionReport } from '#client/components/version/version-report.tsx';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { Page } from '#client/ui/page.tsx';
import { SideColumns } from '#client/ui/side-columns.tsx';
import type { Review } from '#shared/reviews/calls.ts';
import { EarlierRejection } from './earlier-rejection.tsx';
import { ReviewAbout } from './review-about.tsx';
import { ReviewActions } from './review-actions.tsx';
import { ReviewChanges } from './review-changes.tsx';
import { ReviewConversation } from './review-conversation.tsx';
import { ReviewStatus } from './review-status.tsx';

const WAY = [{ label: 'Admin Dashboard', href: paths.admin }];

/** Shows everything that a reviewer needs to decide about a version. */
export function ReviewPage({ versionId }: { versionId: string }) {
  const call = useCallQuery('reviews.get', { versionId });
  if (call.data === undefined) return <CallStatusPage title="Review" breadcrumbs={WAY} call={call} />;
  return <LoadedReview review={call.data} />;
}

function LoadedReview({ review }: { review: Review }) {
  const { storage } = useBackend();
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
      status={<VersionStatusLine version={version} />}
      breadcrumbs={WAY}
    >
      <ReviewActions review={review} />
      <DecisionNote version={version} />
      <SideColumns
        side={
          <>
            <ReviewStatus review={review} />
            <ReviewAbout review={review} />
          </>
        }
      >
        {review.earlierRejection !== null && (
          <>
            <EarlierRejection rejection={review.earlierRejection} review={review} />
            <ReviewConversation review={review} />
          </>
        )}
        <ReviewChanges review={review} />
        {version.findings.length === 0 && version.package !== null && (
          <Alert severity="success" sx={{ mb: 3 }}>
            No findings.
          </Alert>
        )}
        <VersionReport version={version} />
        {review.earlierRejection === null && <ReviewConversation review={review} />}
      </SideColumns>
    </Page>
  );
}
