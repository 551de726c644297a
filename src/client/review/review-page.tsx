import NavigateBeforeIcon from '@mui/icons-material/NavigateBefore';
import NavigateNextIcon from '@mui/icons-material/NavigateNext';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallQuery } from '#client/backend/use-call.ts';
import { AppIcon } from '#client/components/app/app-icon.tsx';
import { CallStatusPage } from '#client/components/feedback/call-status.tsx';
import { PartBoundary, Parts } from '#client/components/feedback/page-part.tsx';
import { SideColumns } from '#client/components/feedback/side-columns.tsx';
import { VersionHoldNote } from '#client/components/hold/hold-note.tsx';
import { ApprovalReceipt } from '#client/components/review/approval-receipt.tsx';
import { DecisionNote } from '#client/components/review/decision-note.tsx';
import { VersionReport } from '#client/components/version/version-report.tsx';
import { VersionStatusLine } from '#client/components/version/version-status.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { paths } from '#client/paths.ts';
import { SCREENS } from '#client/screens.ts';
import { Page } from '#client/ui/page.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { EarlierRejection } from './earlier-rejection.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';
import { ReviewAbout } from './review-about.tsx';
import { REVIEW_CONTENT, ReviewActions } from './review-actions.tsx';
import { ReviewCapabilities } from './review-capabilities.tsx';
import { ReleaseNotes, ReviewChanges, ReviewSize } from './review-changes.tsx';
import { ReviewConversation } from './review-conversation.tsx';
import { ReviewIcons } from './review-icons.tsx';
import { ReviewListing } from './review-listing.tsx';
import { ReviewLookalikes } from './review-lookalikes.tsx';
import { ReviewProvenance } from './review-provenance.tsx';
import { ReviewStatus } from './review-status.tsx';
import { ReviewerNotes } from './reviewer-notes.tsx';
import { type QueuePlace, useQueuePlace } from './use-queue-place.ts';

/** The height that is reserved for sections that are taller than the window, in pixels. */
const LATER_HEIGHT = 1_200;

const ADMIN = { label: SCREENS.admin.title, href: paths.admin };

/** Shows everything that a reviewer needs to decide about a version. */
export function ReviewPage({ versionId }: { versionId: string }) {
  const call = useCallQuery('reviews.get', { versionId });
  if (call.data === undefined) return <CallStatusPage title={t`Review`} breadcrumbs={[ADMIN]} call={call} />;
  return <LoadedReview key={versionId} review={call.data} />;
}

function LoadedReview({ review }: { review: Review }) {
  const { storage } = useBackend();
  const place = useQueuePlace(review);
  const { app, version } = review;
  // What was said and decided before comes first; a review without either begins with the package. The place stays
  // while the page is open, because moving the conversation would lose a message that is being written.
  const [hasPast] = useState(review.earlierRejection !== null || review.messages.length > 0);
  // What starts below the first screenful of a phone takes half a second of it, so it renders after the first paint.
  const isPainted = useDeferredValue(true, false);
  const reserved = isPainted ? null : <Box sx={{ height: LATER_HEIGHT }} />;
  return (
    <Page
      title={appVersionTitle({ app, version })}
      picture={
        <AppIcon
          src={version.iconPath && storage.urlOf(version.iconPath)}
          platform={app.platform}
          size={56}
        />
      }
      status={<VersionStatusLine version={version} />}
      breadcrumbs={[ADMIN, { label: t`Review queue`, href: place.queueHref }]}
      action={<QueueSteps place={place} />}
    >
      <PartBoundary>
        <ReviewActions review={review} place={place} />
      </PartBoundary>
      <Box sx={REVIEW_CONTENT}>
        <PartBoundary>
          <VersionHoldNote hold={version.hold} holder={holderOf(review)} />
          <DecisionNote version={version} />
        </PartBoundary>
        <SideColumns
          side={
            <>
              <ReviewStatus review={review} />
              <ApprovalReceipt version={version} />
              {reserved ?? <ReviewAbout review={review} />}
            </>
          }
        >
          {review.earlierRejection !== null && (
            <EarlierRejection rejection={review.earlierRejection} review={review} />
          )}
          <ReviewerNotes review={review} />
          {hasPast && <ReviewConversation review={review} />}
          {review.published === null ? (
            <FirstVersion review={review} later={reserved} />
          ) : (
            <Update review={review} later={reserved} />
          )}
          {reserved === null && !hasPast && <ReviewConversation review={review} />}
        </SideColumns>
      </Box>
    </Page>
  );
}

interface ReviewPartsProps {
  readonly review: Review;
  /** Reserves the space of what renders after the first paint; null after it. */
  readonly later: ReactNode;
}

/** Shows a first version: what it contains and may do, then its listing, in which everything is new. */
function FirstVersion({ review, later }: ReviewPartsProps) {
  const { version } = review;
  return (
    <Parts>
      <Alert severity="info" sx={{ mb: 3 }}>
        {t`First version: review everything.`}
      </Alert>
      <NoFindings review={review} />
      <VersionReport
        version={version}
        access={
          <>
            <Lookalikes review={review} />
            <ReviewCapabilities facts={version.package} />
            <PermissionMatrix review={review} />
          </>
        }
      />
      {later ?? (
        <>
          <ReviewSize review={review} />
          <ReviewIcons review={review} />
          <ReviewProvenance review={review} />
          <ReleaseNotes notes={version.releaseNotes} />
          <ReviewListing review={review} />
        </>
      )}
    </Parts>
  );
}

/** Shows an update: its changes first, then the whole. */
function Update({ review, later }: ReviewPartsProps) {
  const { version } = review;
  return (
    <Parts>
      <Lookalikes review={review} />
      <ReviewIcons review={review} />
      <ReviewChanges review={review} />
      {later ?? (
        <>
          <ReviewProvenance review={review} />
          <PermissionMatrix review={review} />
          <ReviewListing review={review} />
          <NoFindings review={review} />
          <VersionReport version={version} access={null} />
        </>
      )}
    </Parts>
  );
}

function Lookalikes({ review: { app, lookalikes, own } }: Pick<ReviewPartsProps, 'review'>) {
  return <ReviewLookalikes app={app} lookalikes={lookalikes} reason={ownAppDenialReason(own, 'clear')} />;
}

function NoFindings({ review: { lookalikes, version } }: Pick<ReviewPartsProps, 'review'>) {
  if (version.findings.length + lookalikes.length > 0 || version.package === null) return null;
  return (
    <Alert severity="success" sx={{ mb: 3 }}>
      {t`No findings.`}
    </Alert>
  );
}

/** Returns where staff see the hold on a version's app or publisher. */
function holderOf({ app, publisher, version: { hold } }: Review) {
  return hold?.subject === 'publisher'
    ? { href: paths.adminPerson(publisher.uid), label: t`See the publisher` }
    : { href: paths.adminApp(app.id), label: t`See the app` };
}

/** Reserves the space of one button, because they arrive later. */
const STEPS = { display: 'flex', gap: 1, minWidth: 80, minHeight: 31 } as const;

/** Links to the reviews before and after this one in the queue. */
function QueueSteps({ place: { previousHref, nextHref } }: { place: QueuePlace }) {
  return (
    <Box component="nav" aria-label={t`Review queue`} sx={STEPS}>
      {previousHref !== null && (
        <Button size="small" href={previousHref} startIcon={<NavigateBeforeIcon />} aria-keyshortcuts="k">
          {t`Previous`}
        </Button>
      )}
      {nextHref !== null && (
        <Button size="small" href={nextHref} endIcon={<NavigateNextIcon />} aria-keyshortcuts="j">
          {t`Next`}
        </Button>
      )}
    </Box>
  );
}
