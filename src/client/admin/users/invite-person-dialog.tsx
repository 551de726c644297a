import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { LinkDialog } from '#client/components/credentials/link-dialog.tsx';
import { FormDialog } from '#client/components/feedback/form-dialog.tsx';
import { InviteeField } from '#client/components/member/invitee-field.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { INVITATION_DAYS, newUserInvitationSchema } from '#shared/users/invitation-calls.ts';
import { normaliseRole, type Role } from '#shared/users/role.ts';

const ROLE_HELP: Readonly<Record<Role, string>> = {
  admin: t`Reviews apps and runs the store.`,
  developer: t`Publishes apps.`,
  user: t`Looks around, and can ask to publish.`,
};

const ROLES_BY_WEIGHT = ['admin', 'developer', 'user'] as const;

/** Invites someone to the store with a role, by email or by a link that the admin passes on. */
export function InvitePersonDialog({ onClose }: { onClose: () => void }) {
  const sendsEmail = useSendsEmail();
  const invite = useCallMutation('users.invite');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('admin');
  const [chosenBy, setBy] = useState<'email' | 'link'>('email');
  const [problem, setProblem] = useState<string>();
  const by = sendsEmail ? chosenBy : 'link';

  if (invite.data !== undefined && invite.data.link !== null) {
    return (
      <LinkDialog
        title={t`Invitation for ${invite.data.invitation.email}`}
        warning={t`Copy the link now and pass it on. You won’t see it again. It works once, for ${INVITATION_DAYS} days, and whoever opens it gets the account.`}
        link={invite.data.link}
        onClose={onClose}
      />
    );
  }

  function submit() {
    const read = newUserInvitationSchema.safeParse({ email: email.trim(), role, by });
    setProblem(read.error?.issues[0]?.message);
    if (!read.success) return;
    invite.mutate(read.data, { onSuccess: ({ link }) => link === null && onClose() });
  }

  return (
    <FormDialog
      title={t`Invite someone to the store`}
      submitLabel={by === 'email' ? t`Send invitation` : t`Create link`}
      pending={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <InviteeField
        label={t`Email`}
        help={t`They sign in with this email. The invitation confirms it.`}
        error={problem}
        email={email}
        onChange={setEmail}
      />
      <ChoiceField
        label={t`Role`}
        name="role"
        choices={ROLES_BY_WEIGHT.map((value) => ({
          value,
          label: ROLE_LABELS[value].name,
          help: ROLE_HELP[value],
        }))}
        value={role}
        onChange={(value) => setRole(normaliseRole(value))}
      />
      {sendsEmail && (
        <ChoiceField
          label={t`Invite by`}
          name="by"
          choices={[
            { value: 'email', label: t`Email`, help: t`We’ll email them the link.` },
            { value: 'link', label: t`Link`, help: t`You get the link and pass it on.` },
          ]}
          value={by}
          onChange={(value) => setBy(value === 'link' ? 'link' : 'email')}
        />
      )}
    </FormDialog>
  );
}
