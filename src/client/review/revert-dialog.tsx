import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useCallMutation } from '#client/backend/use-call.ts';
import { errorText } from '#client/components/feedback/call-error.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { fieldTitle } from '#client/components/listing/listing-differences.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import type { LiveListingChange } from '#shared/listings/review-calls.ts';
import { changeElementId } from './recent-listing-change.tsx';

interface RevertDialogProps {
  readonly change: LiveListingChange;
  readonly onClose: () => void;
}

/** Restores the live value from before a change, with an optional reason for its publisher. */
export function RevertDialog({ change, onClose }: RevertDialogProps) {
  const { documents } = useBackend();
  const [reason, setReason] = useState('');
  const revert = useCallMutation('listings.revert');
  const { error } = revert;
  const newestId = error instanceof CallError ? newestOf(error) : undefined;

  async function showNewest(changeId: string) {
    await documents.whenRefreshed();
    onClose();
    // The dialog returns the focus to the button that opened it; afterwards the newest change gets it.
    requestAnimationFrame(() => document.getElementById(changeElementId(changeId))?.focus());
  }

  return (
    <ConfirmDialog
      title={t`Revert ${fieldTitle(change)}?`}
      confirmLabel={t`Revert`}
      pending={revert.isPending}
      error={newestId === undefined ? error : null}
      onConfirm={() =>
        revert.mutate(
          {
            changeId: change.id,
            revision: change.revision,
            ...(reason.trim() !== '' && { reason: reason.trim() }),
          },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <span>
        {t`People will see what ${change.app.name} showed before. We’ll notify the publisher. Their version is kept and needs approval to go live.`}
      </span>
      <GrowingTextField
        label={t`Reason`}
        optional
        minRows={2}
        maxRows={8}
        help={t`Shown to the publisher.`}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        inputProps={{ maxLength: 4_000 }}
      />
      {newestId !== undefined && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={() => void showNewest(newestId ?? change.id)}>
              {t`Show the latest change`}
            </Button>
          }
        >
          {errorText(error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

/** Returns the newest change of the same field from the error about it; undefined for any other error. */
function newestOf({ details }: CallError): string | null | undefined {
  if (details?.['reason'] !== 'changed-again') return undefined;
  const { changeId } = details;
  return typeof changeId === 'string' ? changeId : null;
}
