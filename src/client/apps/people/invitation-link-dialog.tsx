import Alert from '@mui/material/Alert';
import { CodeBlock } from '#client/ui/code-block.tsx';
import { SecretDialog } from '#client/ui/secret-dialog.tsx';
import { t } from '#shared/languages/translate.ts';

interface InvitationLinkDialogProps {
  readonly email: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** Shows the link of an invitation once, in a store that sends no email. */
export function InvitationLinkDialog({ email, link, onClose }: InvitationLinkDialogProps) {
  return (
    <SecretDialog title={t`Invitation for ${email}`} confirmLabel={t`I’ve copied it`} onClose={onClose}>
      <Alert severity="warning">
        {t`Copy the link now and pass it on, because this store sends no email. You won’t see it again. It works once, for an account with this email that an admin confirmed.`}
      </Alert>
      <CodeBlock code={link} label={t`Link`} />
    </SecretDialog>
  );
}
