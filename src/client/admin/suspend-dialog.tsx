import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { userCalls } from '#shared/users/calls.ts';
import type { PersonDialogProps } from './role-dialog.tsx';

/** Suspends a person, or lifts the suspension; either way with a reason for the records. */
export function SuspendDialog({ person, name, suspend, onClose }: PersonDialogProps & { suspend: boolean }) {
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const change = useCallMutation('users.suspend', { invalidates: ['users.list'] });

  function confirm() {
    const parsed = userCalls['users.suspend'].input.safeParse({
      uid: person.uid,
      suspended: suspend,
      reason,
    });
    setRefusal(parsed.error?.issues[0]?.message);
    if (parsed.success) change.mutate(parsed.data, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={suspend ? `Suspend ${name}?` : `Lift the suspension of ${name}?`}
      confirmLabel={suspend ? 'Suspend' : 'Lift the suspension'}
      danger={suspend}
      pending={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {suspend
          ? 'All their sessions end at once and they cannot sign in. What they have published stays available.'
          : 'They can sign in again, with the role that they had.'}
      </Typography>
      <TextFormField
        label="Reason"
        help="Kept in the store’s records."
        error={refusal}
        required
        multiline
        minRows={3}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setRefusal(undefined);
        }}
        inputProps={{ maxLength: 1000 }}
      />
    </ConfirmDialog>
  );
}
