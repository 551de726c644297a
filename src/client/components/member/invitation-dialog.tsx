import { type ReactNode, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#client/components/feedback/confirm-dialog.tsx';
import type { App } from '#shared/apps/app.ts';
import { newInvitationSchema } from '#shared/members/calls.ts';
import type { InvitationRole } from '#shared/members/member.ts';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { InviteeField } from './invitee-field.tsx';

interface InvitationDialogProps
  extends Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'danger' | 'typeToConfirm' | 'onClose'> {
  readonly app: Pick<App, 'id'>;
  readonly invitedAs: InvitationRole;
  /** What is above the field for the email. */
  readonly lead?: ReactNode;
  readonly emailLabel: string;
  readonly emailHelp?: string;
  /** What is below the field for the email. */
  readonly children?: ReactNode;
}

/** Invites someone to an app, and then shows the link in a store that sends no email. */
export function InvitationDialog({
  app,
  invitedAs,
  lead,
  emailLabel,
  emailHelp,
  children,
  ...dialog
}: InvitationDialogProps) {
  const { onClose } = dialog;
  const invite = useCallMutation('members.invite');
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const read = newInvitationSchema.safeParse({ appId: app.id, email: email.trim(), role: invitedAs });
    setProblem(read.error?.issues[0]?.message);
    if (read.success) invite.mutate(read.data, { onSuccess: ({ link }) => link === null && onClose() });
  }

  if (invite.data !== undefined && invite.data.link !== null) {
    const { invitation, link } = invite.data;
    return <InvitationLinkDialog email={invitation.email} link={link} onClose={onClose} />;
  }
  return (
    <ConfirmDialog {...dialog} pending={invite.isPending} error={invite.error} onConfirm={confirm}>
      {lead}
      <InviteeField label={emailLabel} help={emailHelp} error={problem} email={email} onChange={setEmail} />
      {children}
    </ConfirmDialog>
  );
}
