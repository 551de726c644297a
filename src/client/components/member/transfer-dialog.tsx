import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { InvitationDialog } from './invitation-dialog.tsx';

interface TransferDialogProps {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Invites someone to become the publisher of an app. */
export function TransferDialog({ app, onClose }: TransferDialogProps) {
  return (
    <InvitationDialog
      title={t`Transfer ${app.name}?`}
      confirmLabel={t`Send transfer request`}
      danger
      typeToConfirm={app.name}
      app={app}
      invitedAs="publisher"
      lead={
        <span>
          {t`Once they accept, they become the publisher: the app carries their name, and they decide who works on it, including you. You can revoke the request until then.`}
        </span>
      }
      emailLabel={t`Email of the new publisher`}
      onClose={onClose}
    />
  );
}
