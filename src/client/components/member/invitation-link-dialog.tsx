import { LinkDialog } from '#client/components/credentials/link-dialog.tsx';
import { t } from '#shared/languages/translate.ts';

interface InvitationLinkDialogProps {
  readonly email: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** Shows the link of an invitation to an app once, in a store that sends no email. */
export function InvitationLinkDialog({ email, link, onClose }: InvitationLinkDialogProps) {
  return (
    <LinkDialog
      title={t`Invitation for ${email}`}
      warning={t`Copy the link now and pass it on, because this store sends no email. You won’t see it again. It works once, for an account with this email that an admin confirmed.`}
      link={link}
      onClose={onClose}
    />
  );
}
