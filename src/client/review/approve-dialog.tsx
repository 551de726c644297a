import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { appVersionTitle } from '#client/components/version/version-title.ts';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { plural, t } from '#shared/languages/translate.ts';
import type { Review } from '#shared/reviews/calls.ts';
import { isPublishedNext } from './decision-announcement.tsx';
import { PublicationText } from './review-publication.tsx';
import { SensitiveSummary } from './sensitive-summary.tsx';

const NOTE_LENGTH = 4_000;

export interface DecisionDialogProps {
  readonly review: Review;
  /** True when the review was opened from the queue, to go on to the next one after the decision. */
  readonly isFromQueue: boolean;
  readonly onDecided: (decision: 'approved' | 'rejected', opensNext: boolean) => void;
  readonly onClose: () => void;
  readonly onError: (error: unknown) => void;
}

/** Approves a version after explaining how it will be released. */
export function ApproveDialog({ review, isFromQueue, onDecided, onClose, onError }: DecisionDialogProps) {
  const { version, release, app } = review;
  const [note, setNote] = useState('');
  const [opensNext, setOpensNext] = useState(isFromQueue);
  // The revision that the reviewer saw when they opened the dialog; the page may be refetched meanwhile.
  const [{ listingChanges, listingRevision }] = useState(review);
  const approve = useCallMutation('reviews.approve');
  return (
    <ConfirmDialog
      title={t`Approve ${appVersionTitle(review)}?`}
      confirmLabel={isPublishedNext(review) ? t`Approve and publish` : t`Approve`}
      startsAtConfirm
      pending={approve.isPending}
      error={approve.error}
      onConfirm={() =>
        approve.mutate(
          {
            versionId: version.id,
            listingRevision,
            withUndo: true,
            ...(note.trim() !== '' && { note: note.trim() }),
          },
          { onSuccess: () => onDecided('approved', opensNext), onError },
        )
      }
      onClose={onClose}
    >
      <span>
        {release !== null && <PublicationText release={release} app={app} />} {t`We’ll notify the publisher.`}
      </span>
      {listingChanges.length > 0 && <span>{coveredText(listingChanges.length)}</span>}
      <SensitiveSummary review={review} />
      <GrowingTextField
        label={t`Note to the publisher`}
        optional
        minRows={3}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        inputProps={{ maxLength: NOTE_LENGTH }}
      />
      {isFromQueue && <OpenNextField checked={opensNext} onChange={setOpensNext} />}
    </ConfirmDialog>
  );
}

/** Chooses if the next version in the queue opens after the decision. */
export function OpenNextField({
  checked,
  onChange,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <FormControlLabel
      control={
        <Checkbox size="small" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      }
      label={t`Then open the next version in the queue`}
      slotProps={{ typography: { variant: 'body2' } }}
    />
  );
}

/** Lists the listing changes that the approval covers. */
export function coveredText(count: number): string {
  return plural(count, {
    one: 'This also approves the listing change on this page.',
    other: 'This also approves the # listing changes on this page.',
  });
}
