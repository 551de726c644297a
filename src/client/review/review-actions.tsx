import DownloadIcon from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert, errorText } from '#client/components/feedback/call-error.tsx';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { useFileDownload } from '#client/components/version/use-file-download.ts';
import { useSessionUser } from '#client/store/store.ts';
import { CallError } from '#shared/errors.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { ownAppDenialReason } from '#shared/reviews/rules.ts';
import { VERSION_ACTIONS, versionDenialReason } from '#shared/versions/actions.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';

/** Returns true when the action failed because someone else was faster, so that the page must reload. */
function isConflict(error: unknown): error is CallError {
  return error instanceof CallError && (error.code === 'failed-precondition' || error.code === 'aborted');
}

/** Shows buttons to claim, unclaim, approve or reject. A disabled one shows its reason. */
export function ReviewActions({ review }: { review: Review }) {
  const { version, app } = review;
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const file = useFileDownload(version);
  const claim = useCallMutation('reviews.claim');
  const unclaim = useCallMutation('reviews.unclaim');
  const denialReasonFor = useDenialReason(review);

  function handleError(error: unknown) {
    if (!isConflict(error)) return;
    setAsking(null);
    setConflict(errorText(error));
  }

  const dialog = { review, onClose: () => setAsking(null), onError: handleError };
  return (
    <>
      {conflict !== null && (
        <Alert severity="warning" onClose={() => setConflict(null)} sx={{ mb: 2 }}>
          {conflict} The page now shows the current status.
        </Alert>
      )}
      {[claim.error, unclaim.error, file.error].map(
        (error) =>
          error !== null &&
          !isConflict(error) && (
            <Box key={error.message} sx={{ mb: 2 }}>
              <CallErrorAlert error={error} />
            </Box>
          ),
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 3 }}>
        <ActionButton
          action={VERSION_ACTIONS.approve}
          status={version.status}
          variant="contained"
          reason={
            app.status === 'removed'
              ? 'This app was removed by staff. Restore it first, or reject the version.'
              : (denialReasonFor('approve') ?? ownAppDenialReason(review.own, 'approve'))
          }
          onClick={() => setAsking('approve')}
        />
        <ActionButton
          action={VERSION_ACTIONS.reject}
          status={version.status}
          variant="outlined"
          reason={denialReasonFor('reject')}
          onClick={() => setAsking('reject')}
        />
        <ActionButton
          action={VERSION_ACTIONS.unclaim}
          status={version.status}
          reason={null}
          loading={unclaim.isPending}
          onClick={() => unclaim.mutate({ versionId: version.id }, { onError: handleError })}
        />
        <ActionButton
          action={VERSION_ACTIONS.claim}
          status={version.status}
          reason={denialReasonFor('claim')}
          loading={claim.isPending}
          onClick={() => claim.mutate({ versionId: version.id }, { onError: handleError })}
        />
        <Button startIcon={<DownloadIcon />} loading={file.isPending} onClick={file.download}>
          Download file
        </Button>
      </Box>
      {asking === 'approve' && <ApproveDialog {...dialog} />}
      {asking === 'reject' && <RejectDialog {...dialog} />}
    </>
  );
}

/** Returns the reason why this reviewer can't do something, by the server's rule; null when they can. */
function useDenialReason({ version, reviewerName }: Review) {
  const { uid } = useSessionUser();
  const isOthers =
    version.status === 'in_review' && version.reviewerUid !== null && version.reviewerUid !== uid;
  return (action: 'claim' | 'approve' | 'reject') =>
    isOthers
      ? `${reviewerName ?? 'Another reviewer'} has claimed this version.`
      : versionDenialReason({ action, status: version.status, actor: 'admin' });
}
