import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import { personReasonSchema } from '#shared/users/calls.ts';
import { PEOPLE_CHANGED } from './people-changed.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { PersonDialogProps } from './role-dialog.tsx';

/** Suspends a person, or lifts the suspension; either way with a reason for the records. */
export function SuspendDialog({ person, name, suspend, onClose }: PersonDialogProps & { suspend: boolean }) {
  const change = useCallMutation('users.suspend', { invalidates: PEOPLE_CHANGED });
  return (
    <ReasonDialog
      title={suspend ? `Suspend ${name}?` : `Lift the suspension of ${name}?`}
      confirmLabel={suspend ? 'Suspend' : 'Lift the suspension'}
      danger={suspend}
      help="Kept in the store’s records; the person reads it when trying to sign in."
      schema={personReasonSchema}
      pending={change.isPending}
      error={change.error}
      onConfirm={(reason) =>
        change.mutate({ uid: person.uid, suspended: suspend, reason }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <Typography>
        {suspend
          ? 'All their sessions end at once and they cannot sign in. What they have published stays available.'
          : 'They can sign in again, with the role that they had.'}
      </Typography>
    </ReasonDialog>
  );
}
