import DownloadIcon from '@mui/icons-material/Download';
import ThumbUpIcon from '@mui/icons-material/ThumbUp';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { lazyChunk } from '#client/components/chunk/lazy-chunk.tsx';
import { useAnnounce } from '#client/components/feedback/announcements.tsx';
import { CallErrorAlert, errorText } from '#client/components/feedback/call-error.tsx';
import { HoldMenu } from '#client/components/hold/hold-menu.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { useFileDownload } from '#client/components/version/use-file-download.ts';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { useSessionUser } from '#client/store/store.ts';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { LOW_WINDOW } from '#client/ui/low-window.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { useShortcuts } from '#client/ui/shortcuts.ts';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { ownAppDenialReason, removedAppDenialReason, undoDenialReason } from '#shared/reviews/rules.ts';
import { VERSION_STATUSES } from '#shared/statuses/version-status.ts';
import { VERSION_ACTIONS, versionDenialReason } from '#shared/versions/actions.ts';
import { ApproveDialog, coveredText } from './approve-dialog.tsx';
import { DecisionAnnouncement } from './decision-announcement.tsx';
import { PublicationText } from './review-publication.tsx';
import type { QueuePlace } from './use-queue-place.ts';

const RejectDialog = lazyChunk(
  'reject-dialog',
  async () => (await import('./reject-dialog.tsx')).RejectDialog,
  'window',
);

/** Returns true when the action failed because someone else was faster, so that the page must reload. */
function isConflict(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === 'failed-precondition' || error.code === 'aborted');
}

interface ReviewActionsProps {
  readonly review: Review;
  readonly place: QueuePlace;
}

/** Shows buttons to decide, which stay on screen, and to claim, unclaim and download. A disabled one shows its reason. */
export function ReviewActions({ review, place }: ReviewActionsProps) {
  const { version, app, publisher, release, listingChanges, listingRevision } = review;
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const file = useFileDownload(version);
  const claim = useCallMutation('reviews.claim');
  const unclaim = useCallMutation('reviews.unclaim');
  const approve = useCallMutation('reviews.approve');
  const undo = useCallMutation('reviews.undo');
  const announce = useAnnounce();
  const { uid } = useSessionUser();
  const denialReasonFor = useDenialReason(review);
  const approveReason =
    removedAppDenialReason(app.status, 'version') ??
    denialReasonFor('approve') ??
    ownAppDenialReason(review.own, 'approve');
  const rejectReason = denialReasonFor('reject');

  function handleError(error: unknown) {
    if (!isConflict(error)) return;
    setAsking(null);
    setConflict(errorText(error));
  }

  function handleDecision(decision: 'approved' | 'rejected', opensNext: boolean) {
    setAsking(null);
    announce(<DecisionAnnouncement review={review} decision={decision} />);
    if (opensNext) place.openNext();
  }

  const open = (href: string | null) => () => {
    if (href !== null) void navigate(href);
  };
  useShortcuts([
    {
      key: 'a',
      does: t`Approve`,
      run: () => setAsking(approveReason === null ? 'approve' : null),
    },
    { key: 'r', does: t`Reject`, run: () => setAsking(rejectReason === null ? 'reject' : null) },
    { key: 'j', does: t`Next version in the queue`, run: open(place.nextHref) },
    { key: 'k', does: t`Previous version in the queue`, run: open(place.previousHref) },
  ]);

  const dialog = {
    review,
    isFromQueue: place.isFromQueue,
    onDecided: handleDecision,
    onClose: () => setAsking(null),
    onError: handleError,
  };
  return (
    <>
      {conflict !== null && (
        <Alert severity="warning" onClose={() => setConflict(null)} sx={{ mb: 2 }}>
          {conflict} {t`The page now shows the current status.`}
        </Alert>
      )}
      {[claim.error, unclaim.error, approve.error, undo.error, file.error].map(
        (error) =>
          error !== null &&
          !isConflict(error) && (
            <Box key={error.message} sx={{ mb: 2 }}>
              <CallErrorAlert error={error} />
            </Box>
          ),
      )}
      {VERSION_STATUSES[version.status].isAwaitingReview && (
        <Paper component="section" aria-label={t`Decision`} elevation={3} sx={DECISION_BAR}>
          <Typography
            variant="body2"
            component="div"
            sx={{ flex: '1 1 240px', color: 'text.secondary', display: { xs: 'none', md: 'block' } }}
          >
            {approveReason === null && release !== null && (
              <>
                <PublicationText release={release} app={app} />{' '}
                {listingChanges.length > 0 && coveredText(listingChanges.length)}
              </>
            )}
          </Typography>
          <ActionButton
            action={VERSION_ACTIONS.reject}
            status={version.status}
            variant="outlined"
            reason={rejectReason}
            onClick={() => setAsking('reject')}
          />
          <ActionButton
            action={VERSION_ACTIONS.approve}
            status={version.status}
            variant={place.isFromQueue ? 'outlined' : 'contained'}
            reason={approveReason}
            onClick={() => setAsking('approve')}
          />
          {place.isFromQueue && (
            <ReasonedButton
              variant="contained"
              color="success"
              startIcon={<ThumbUpIcon aria-hidden />}
              reason={approveReason}
              pending={approve.isPending}
              onClick={() =>
                approve.mutate(
                  { versionId: version.id, listingRevision, withUndo: true },
                  { onSuccess: () => handleDecision('approved', true), onError: handleError },
                )
              }
            >
              {t`Approve and open next`}
            </ReasonedButton>
          )}
        </Paper>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        <ActionButton
          action={VERSION_ACTIONS.unclaim}
          status={version.status}
          reason={null}
          pending={unclaim.isPending}
          onClick={() => unclaim.mutate({ versionId: version.id }, { onError: handleError })}
        />
        <ActionButton
          action={VERSION_ACTIONS.claim}
          status={version.status}
          reason={denialReasonFor('claim')}
          pending={claim.isPending}
          onClick={() => claim.mutate({ versionId: version.id }, { onError: handleError })}
        />
        {version.reviewerUid === uid && (
          <ActionButton
            action={VERSION_ACTIONS.reopen}
            status={version.status}
            reason={review.undo && undoDenialReason(review.undo)}
            pending={undo.isPending}
            onClick={() => undo.mutate({ versionId: version.id }, { onError: handleError })}
          />
        )}
        <PendingButton startIcon={<DownloadIcon />} pending={file.isPending} onClick={file.download}>
          {t`Download file`}
        </PendingButton>
        <HoldMenu
          label={t`More actions`}
          subjects={{
            version: { id: version.id, name: appVersionTitle(review) },
            app: { id: app.id, name: app.name },
            publisher: { id: publisher.uid, name: publisher.name ?? publisher.email },
          }}
          holds={[version.hold, app.hold]}
        />
      </Box>
      {asking === 'approve' && <ApproveDialog {...dialog} />}
      {asking === 'reject' && (
        <Suspense fallback={null}>
          <RejectDialog {...dialog} />
        </Suspense>
      )}
    </>
  );
}

/** Stays below the top bar, or on phones at the bottom, where `REVIEW_CONTENT` leaves space for it. */
const DECISION_BAR = {
  position: { xs: 'fixed', md: 'sticky' },
  top: { xs: 'auto', md: 72 },
  bottom: { xs: 0, md: 'auto' },
  left: { xs: 0, md: 'auto' },
  right: { xs: 0, md: 'auto' },
  zIndex: 'appBar',
  mb: { md: 2 },
  px: 2,
  py: 1.25,
  borderRadius: { xs: 0, md: 1 },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 1.25,
  '& > :is(button, span)': { flex: { xs: '1 1 auto', md: '0 0 auto' } },
  [LOW_WINDOW]: { position: 'static', mb: 2 },
} as const;

/** Keeps the end of the page above the decision bar of phones. */
export const REVIEW_CONTENT = { pb: { xs: 16, md: 0 } } as const;

/** Returns the reason why this reviewer can't do something, by the server's rule; null when they can. */
function useDenialReason({ version, reviewerName }: Review) {
  const { uid } = useSessionUser();
  const isOthers =
    version.status === 'in_review' && version.reviewerUid !== null && version.reviewerUid !== uid;
  return (action: 'claim' | 'approve' | 'reject') =>
    isOthers
      ? t`${reviewerName ?? t`Another reviewer`} has claimed this version.`
      : versionDenialReason({ action, status: version.status, actor: 'admin' });
}
