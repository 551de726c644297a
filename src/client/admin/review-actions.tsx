import DownloadIcon from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useFileDownload } from '#client/backend/use-file-download.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { CallError } from '#shared/errors.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { whyNot } from '#shared/versions/rules.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { REVIEW_CHANGED } from './review-changed.ts';

/** A rule refused: somebody else was faster, and the page must show how it stands now. */
function isConflict(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === 'failed-precondition' || error.code === 'aborted');
}

/** Claim or give back, approve or reject; what cannot be done says why, and a colleague's decision is told. */
export function ReviewActions({ review }: { review: Review }) {
  const { version, app } = review;
  const { documents } = useBackend();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const file = useFileDownload(version);
  const claim = useCallMutation('reviews.claim', { invalidates: REVIEW_CHANGED });
  const release = useCallMutation('reviews.release', { invalidates: REVIEW_CHANGED });
  const reasonAgainst = useReasonAgainst(review);

  function tell(error: unknown) {
    if (!isConflict(error)) return;
    setAsking(null);
    setConflict(error.message);
    void documents.invalidate(REVIEW_CHANGED);
  }

  const dialog = { review, onClose: () => setAsking(null), onError: tell };
  return (
    <>
      {conflict !== null && (
        <Alert severity="warning" onClose={() => setConflict(null)} sx={{ mb: 2 }}>
          {conflict} The page shows how it stands now.
        </Alert>
      )}
      {[claim.error, release.error, file.error].map(
        (error) =>
          error !== null &&
          !isConflict(error) && (
            <Box key={error.message} sx={{ mb: 2 }}>
              <CallErrorAlert error={error} />
            </Box>
          ),
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        <ReasonedButton
          variant="contained"
          color="success"
          reason={
            app.status === 'removed'
              ? 'The store removed this app. Restore it first, or reject the version.'
              : reasonAgainst('approve')
          }
          onClick={() => setAsking('approve')}
        >
          Approve
        </ReasonedButton>
        <ReasonedButton
          variant="outlined"
          color="error"
          reason={reasonAgainst('reject')}
          onClick={() => setAsking('reject')}
        >
          Reject
        </ReasonedButton>
        {version.status === 'in_review' ? (
          <Button
            loading={release.isPending}
            onClick={() => release.mutate({ versionId: version.id }, { onError: tell })}
          >
            Give back to the queue
          </Button>
        ) : (
          <ReasonedButton
            variant="text"
            loading={claim.isPending}
            reason={reasonAgainst('claim')}
            onClick={() => claim.mutate({ versionId: version.id }, { onError: tell })}
          >
            Claim the review
          </ReasonedButton>
        )}
        <Button startIcon={<DownloadIcon />} loading={file.isPending} onClick={file.download}>
          Download the file
        </Button>
      </Box>
      {asking === 'approve' && <ApproveDialog {...dialog} />}
      {asking === 'reject' && <RejectDialog {...dialog} />}
    </>
  );
}

/** Why this reviewer cannot do something, by the rule that the server applies; null when they can. */
function useReasonAgainst({ version, reviewerName }: Review) {
  const { uid } = useSessionUser();
  const isOthers =
    version.status === 'in_review' && version.reviewerUid !== null && version.reviewerUid !== uid;
  return (action: 'claim' | 'approve' | 'reject') =>
    isOthers
      ? `${reviewerName ?? 'Another reviewer'} has this version.`
      : whyNot({ action, status: version.status, actor: 'admin' });
}
