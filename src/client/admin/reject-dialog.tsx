import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { rejectionSchema } from '#shared/reviews/calls.ts';
import { REJECTION_REASONS, type RejectionReason } from '#shared/reviews/reasons.ts';
import type { DecisionDialogProps } from './approve-dialog.tsx';
import { REVIEW_CHANGED } from './review-changed.ts';

const LIST = Object.entries(REJECTION_REASONS) as [RejectionReason, string][];

/** Rejects a version: what is wrong, from the store's list, and in the reviewer's own words. */
export function RejectDialog({ review, onClose, onError }: DecisionDialogProps) {
  const [reasons, setReasons] = useState<readonly RejectionReason[]>([]);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const reject = useCallMutation('reviews.reject', { invalidates: REVIEW_CHANGED });

  function confirm() {
    const parsed = rejectionSchema.safeParse({ versionId: review.version.id, reason, reasons });
    setRefusal(parsed.error?.issues[0]?.message);
    if (parsed.success) reject.mutate(parsed.data, { onSuccess: onClose, onError });
  }

  const toggle = (id: RejectionReason) =>
    setReasons((chosen) => (chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]));

  return (
    <ConfirmDialog
      title={`Reject ${versionTitle(review.version)}?`}
      confirmLabel="Reject"
      danger
      pending={reject.isPending}
      error={reject.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>
        The version is not published. The publisher reads all of this, and keeps the place in the queue with
        the next version.
      </span>
      <FormControl component="fieldset">
        <FormLabel
          component="legend"
          sx={{ mb: 0.5, typography: 'body2', fontWeight: 500, color: 'text.primary' }}
        >
          What is wrong
        </FormLabel>
        <FormGroup>
          {LIST.map(([id, sentence]) => (
            <FormControlLabel
              key={id}
              control={<Checkbox size="small" checked={reasons.includes(id)} onChange={() => toggle(id)} />}
              label={sentence}
              slotProps={{ typography: { variant: 'body2' } }}
            />
          ))}
        </FormGroup>
      </FormControl>
      <TextFormField
        label="Reason"
        help="What exactly is wrong, and what would make it acceptable."
        error={refusal}
        required
        multiline
        minRows={4}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setRefusal(undefined);
        }}
        inputProps={{ maxLength: 4_000 }}
      />
    </ConfirmDialog>
  );
}
