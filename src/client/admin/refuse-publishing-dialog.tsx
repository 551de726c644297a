import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { userCalls } from '#shared/users/calls.ts';

export interface RefusePublishingDialogProps {
  readonly uid: string;
  /** How the person is called on the page. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Refuses somebody who asked to publish, with a reason that they read. */
export function RefusePublishingDialog({ uid, name, onClose }: RefusePublishingDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const decide = useCallMutation('users.decidePublishing', { invalidates: ['users.list'] });

  function confirm() {
    const input = userCalls['users.decidePublishing'].input.safeParse({ uid, decision: 'refuse', reason });
    setProblem(input.error?.issues[0]?.message);
    if (input.success) decide.mutate(input.data, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={`Refuse ${name}?`}
      confirmLabel="Refuse"
      danger
      pending={decide.isPending}
      error={decide.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>They stay a user, read your reason, and can ask again.</Typography>
      <TextFormField
        label="Reason"
        help="The person reads it."
        error={problem}
        required
        multiline
        minRows={3}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setProblem(undefined);
        }}
        inputProps={{ maxLength: 1000 }}
      />
    </ConfirmDialog>
  );
}
