import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { newInvitationSchema } from '#shared/members/calls.ts';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';

interface TransferDialogProps {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Invites someone to become the publisher of an app. */
export function TransferDialog({ app, onClose }: TransferDialogProps) {
  const invite = useCallMutation('members.invite');
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const read = newInvitationSchema.safeParse({ appId: app.id, email: email.trim(), role: 'publisher' });
    setProblem(read.error?.issues[0]?.message);
    if (read.success) invite.mutate(read.data, { onSuccess: ({ link }) => link === null && onClose() });
  }

  if (invite.data !== undefined && invite.data.link !== null) {
    const { invitation, link } = invite.data;
    return <InvitationLinkDialog email={invitation.email} link={link} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={t`Transfer ${app.name}?`}
      confirmLabel={t`Send transfer request`}
      danger
      typeToConfirm={app.name}
      pending={invite.isPending}
      error={invite.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <span>
        {t`Once they accept, they become the publisher: the app carries their name, and they decide who works on it, including you. You can revoke the request until then.`}
      </span>
      <TextFormField
        label={t`Email of the new publisher`}
        error={problem}
        type="email"
        name="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </ConfirmDialog>
  );
}
