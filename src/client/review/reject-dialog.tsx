import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { NO_REJECTION, RejectionFields } from '#client/components/review/rejection-fields.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { t } from '#shared/languages/translate.ts';
import { rejectionSchema } from '#shared/reviews/calls.ts';
import { isListingRejection } from '#shared/reviews/reasons.ts';
import { type DecisionDialogProps, OpenNextField } from './approve-dialog.tsx';

/** Rejects a version, with reasons from the store's list and a text. */
export function RejectDialog({ review, isFromQueue, onDecided, onClose, onError }: DecisionDialogProps) {
  const [rejection, setRejection] = useState(NO_REJECTION);
  const [problem, setProblem] = useState<string>();
  const [opensNext, setOpensNext] = useState(isFromQueue);
  const reject = useCallMutation('reviews.reject');

  function confirm() {
    const parsed = rejectionSchema.safeParse({ versionId: review.version.id, ...rejection });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success)
      reject.mutate(parsed.data, { onSuccess: () => onDecided('rejected', opensNext), onError });
  }

  return (
    <ConfirmDialog
      title={t`Reject ${appVersionTitle(review)}?`}
      confirmLabel={t`Reject`}
      danger
      pending={reject.isPending}
      error={reject.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>
        {isListingRejection(rejection.reasons)
          ? t`The version won’t be published. The publisher sees all of this, can edit the listing and submit this version again, and keeps its place in the queue.`
          : t`The version won’t be published. The publisher sees all of this, and their next version keeps its place in the queue.`}
      </span>
      <RejectionFields
        value={rejection}
        problem={problem}
        onChange={(changed) => {
          setRejection(changed);
          setProblem(undefined);
        }}
      />
      {isFromQueue && <OpenNextField checked={opensNext} onChange={setOpensNext} />}
    </ConfirmDialog>
  );
}
