import Typography from '@mui/material/Typography';
import { ReasonDialog, type ReasonDialogProps } from '#client/components/feedback/reason-dialog.tsx';
import { t } from '#shared/languages/translate.ts';
import { personReasonSchema } from '#shared/users/calls.ts';

interface DeclineDialogProps extends Pick<ReasonDialogProps, 'pending' | 'error' | 'onConfirm' | 'onClose'> {
  readonly name: string;
}

/** Declines a request to publish, with a reason. Loaded when it opens, because the schema needs its library. */
export function DeclineDialog({ name, ...dialog }: DeclineDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title={t`Decline ${name}?`}
      confirmLabel={t`Decline`}
      danger
      help={t`Shown to the person.`}
      schema={personReasonSchema}
    >
      <Typography>{t`They stay a user, see your reason, and can ask again.`}</Typography>
    </ReasonDialog>
  );
}
