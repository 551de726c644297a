import Typography from '@mui/material/Typography';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { personReasonSchema } from '#shared/users/calls.ts';
import type { PersonDialogProps } from './role-dialog.tsx';

/** Suspends a user, or lifts the suspension, with a reason for the records. */
export function SuspendDialog({ person, name, suspend, onClose }: PersonDialogProps & { suspend: boolean }) {
  const change = useCallMutation('users.suspend');
  return (
    <ReasonDialog
      title={suspend ? t`Suspend ${name}?` : t`Lift the suspension of ${name}?`}
      confirmLabel={suspend ? t`Suspend` : t`Lift suspension`}
      danger={suspend}
      help={t`Kept on record, and shown to the person when they try to sign in.`}
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
          ? t`They’re signed out everywhere and can’t sign in. Their published apps stay available.`
          : t`They can sign in again with the same role.`}
      </Typography>
    </ReasonDialog>
  );
}
