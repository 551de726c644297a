import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { Review } from '#shared/reviews/calls.ts';
import { PublicationText } from './review-publication.tsx';

const NOTE_LENGTH = 4_000;

export interface DecisionDialogProps {
  readonly review: Review;
  readonly onClose: () => void;
  readonly onError: (error: unknown) => void;
}

/** Approves a version after explaining how it will be released. */
export function ApproveDialog({ review, onClose, onError }: DecisionDialogProps) {
  const { version, release, app } = review;
  const [note, setNote] = useState('');
  // The revision that the reviewer saw when they opened the dialog; the page may be refetched meanwhile.
  const [{ listingChanges, listingRevision }] = useState(review);
  const approve = useCallMutation('reviews.approve');
  const isImmediate = release?.publication === 'immediate' && app.status !== 'unpublished';
  return (
    <ConfirmDialog
      title={`Approve ${versionTitle(version)}?`}
      confirmLabel={isImmediate ? 'Approve and publish' : 'Approve'}
      pending={approve.isPending}
      error={approve.error}
      onConfirm={() =>
        approve.mutate(
          { versionId: version.id, listingRevision, ...(note.trim() !== '' && { note: note.trim() }) },
          { onSuccess: onClose, onError },
        )
      }
      onClose={onClose}
    >
      <span>
        {release !== null && <PublicationText release={release} app={app} />} We’ll notify the publisher.
      </span>
      {listingChanges.length > 0 && <span>{coveredText(listingChanges.length)}</span>}
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

/** Lists the listing changes that the approval covers. */
function coveredText(count: number): string {
  return count === 1
    ? 'This also approves the listing change on this page.'
    : `This also approves the ${count} listing changes on this page.`;
}
