import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
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

/** Invites someone by email to work on an app. */
export function InviteDialog({ app, onClose }: InviteDialogProps) {
  const invite = useCallMutation('members.invite');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('maintainer');
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const read = newInvitationSchema.safeParse({ appId: app.id, email: email.trim(), role });
    setProblem(read.error?.issues[0]?.message);
    if (read.success) invite.mutate(read.data, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={t`Invite someone to ${app.name}`}
      confirmLabel={t`Send invitation`}
      pending={invite.isPending}
      error={invite.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextFormField
        label={t`Email`}
        help={t`We’ll email them a link that works for 14 days. They sign in with this email.`}
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
