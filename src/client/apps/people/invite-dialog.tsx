import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { InvitationLinkDialog } from '#client/components/member/invitation-link-dialog.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { newInvitationSchema } from '#shared/members/calls.ts';
import { type MemberRole, memberRoleSchema } from '#shared/members/member.ts';
import { MEMBER_ROLE_CHOICES } from './member-role-labels.ts';

interface InviteDialogProps {
  readonly app: App;
  readonly onClose: () => void;
}

/** Invites someone to work on an app, by email or by a link to pass on. */
export function InviteDialog({ app, onClose }: InviteDialogProps) {
  const invite = useCallMutation('members.invite');
  const sendsEmail = useSendsEmail();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('maintainer');
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const read = newInvitationSchema.safeParse({ appId: app.id, email: email.trim(), role });
    setProblem(read.error?.issues[0]?.message);
    if (read.success) invite.mutate(read.data, { onSuccess: ({ link }) => link === null && onClose() });
  }

  if (invite.data !== undefined && invite.data.link !== null) {
    return (
      <InvitationLinkDialog email={invite.data.invitation.email} link={invite.data.link} onClose={onClose} />
    );
  }
  return (
    <ConfirmDialog
      title={t`Invite someone to ${app.name}`}
      confirmLabel={sendsEmail ? t`Send invitation` : t`Create link`}
      pending={invite.isPending}
      error={invite.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextFormField
        label={t`Email`}
        help={
          sendsEmail
            ? t`We’ll email them a link that works for 14 days. They sign in with this email.`
            : t`You get a link to pass on, which works for 14 days. They sign in with this email.`
        }
        error={problem}
        type="email"
        name="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <ChoiceField
        label={t`Role`}
        name="role"
        choices={MEMBER_ROLE_CHOICES}
        value={role}
        onChange={(value) => setRole(memberRoleSchema.parse(value))}
      />
    </ConfirmDialog>
  );
}
