import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { REVIEW_CHANGED } from './review-changed.ts';
import { PublicationText } from './review-publication.tsx';

const NOTE_LENGTH = 4_000;

export interface DecisionDialogProps {
  readonly review: Review;
  readonly onClose: () => void;
  readonly onError: (error: unknown) => void;
}

/** Approves a version after saying how it reaches people then. */
export function ApproveDialog({ review, onClose, onError }: DecisionDialogProps) {
  const { version, release, app } = review;
  const [note, setNote] = useState('');
  const approve = useCallMutation('reviews.approve', { invalidates: REVIEW_CHANGED });
  const isAtOnce = release?.publication === 'atOnce' && app.status !== 'unpublished';
  return (
    <ConfirmDialog
      title={`Approve ${versionTitle(version)}?`}
      confirmLabel={isAtOnce ? 'Approve and publish' : 'Approve'}
      pending={approve.isPending}
      error={approve.error}
      onConfirm={() =>
        approve.mutate(
          { versionId: version.id, ...(note.trim() !== '' && { note: note.trim() }) },
          { onSuccess: onClose, onError },
        )
      }
      onClose={onClose}
    >
      <span>
        {release !== null && <PublicationText release={release} app={app} />} The publisher is told.
      </span>
      <TextFormField
        label="Note to the publisher"
        optional
        multiline
        minRows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        inputProps={{ maxLength: NOTE_LENGTH }}
      />
    </ConfirmDialog>
  );
}
