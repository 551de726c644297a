import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { rejectionSchema } from '#shared/reviews/calls.ts';
import {
  isListingRejection,
  REJECTION_REASONS,
  type RejectionReason,
  rejectionReasonSchema,
} from '#shared/reviews/reasons.ts';
import { type DecisionDialogProps, OpenNextField } from './approve-dialog.tsx';
import { reviewTitle } from './decision-announcement.tsx';

/** The reason is what a rejection needs, so that typing can begin at once. */
function focusOnMount(field: HTMLInputElement | null): void {
  field?.focus();
}

/** Rejects a version, with reasons from the store's list and a text. */
export function RejectDialog({ review, isFromQueue, onDecided, onClose, onError }: DecisionDialogProps) {
  const [reasons, setReasons] = useState<readonly RejectionReason[]>([]);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [opensNext, setOpensNext] = useState(isFromQueue);
  const reject = useCallMutation('reviews.reject');

  function confirm() {
    const parsed = rejectionSchema.safeParse({ versionId: review.version.id, reason, reasons });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success)
      reject.mutate(parsed.data, { onSuccess: () => onDecided('rejected', opensNext), onError });
  }

  const toggle = (id: RejectionReason) =>
    setReasons((chosen) => (chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]));

  return (
    <ConfirmDialog
      title={t`Reject ${reviewTitle(review)}?`}
      confirmLabel={t`Reject`}
      danger
      pending={reject.isPending}
      error={reject.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>
        {isListingRejection(reasons)
          ? t`The version won’t be published. The publisher sees all of this, can edit the listing and submit this version again, and keeps its place in the queue.`
          : t`The version won’t be published. The publisher sees all of this, and their next version keeps its place in the queue.`}
      </span>
      <GrowingTextField
        label={t`Reason`}
        help={t`Say exactly what’s wrong and how to fix it.`}
        error={problem}
        required
        ref={focusOnMount}
        minRows={4}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(undefined);
        }}
        inputProps={{ maxLength: 4_000 }}
      />
      <FormControl component="fieldset">
        <FormLabel
          component="legend"
          sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}
        >
          {t`What’s wrong`}
        </FormLabel>
        <FormGroup>
          {rejectionReasonSchema.options.map((id) => (
            <FormControlLabel
              key={id}
              control={<Checkbox size="small" checked={reasons.includes(id)} onChange={() => toggle(id)} />}
              label={REJECTION_REASONS[id].sentence}
              slotProps={{ typography: { variant: 'body2' } }}
            />
          ))}
        </FormGroup>
      </FormControl>
      {isFromQueue && <OpenNextField checked={opensNext} onChange={setOpensNext} />}
    </ConfirmDialog>
  );
}
