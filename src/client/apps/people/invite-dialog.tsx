import { useState } from 'react';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { InvitationDialog } from '#client/components/member/invitation-dialog.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import { type MemberRole, memberRoleSchema } from '#shared/members/member.ts';
import { MEMBER_ROLE_CHOICES } from './member-role-labels.ts';

interface InviteDialogProps {
  readonly app: App;
  readonly onClose: () => void;
}

/** Invites someone to work on an app, by email or by a link to pass on. */
export function InviteDialog({ app, onClose }: InviteDialogProps) {
  const sendsEmail = useSendsEmail();
  const [role, setRole] = useState<MemberRole>('maintainer');
  return (
    <InvitationDialog
      title={t`Invite someone to ${app.name}`}
      confirmLabel={sendsEmail ? t`Send invitation` : t`Create link`}
      app={app}
      invitedAs={role}
      emailLabel={t`Email`}
      emailHelp={
        sendsEmail
          ? t`We’ll email them a link that works for 14 days. They sign in with this email.`
          : t`You get a link to pass on, which works for 14 days. They sign in with this email.`
      }
      onClose={onClose}
    >
      <ChoiceField
        label={t`Role`}
        name="role"
        choices={MEMBER_ROLE_CHOICES}
        value={role}
        onChange={(value) => setRole(memberRoleSchema.parse(value))}
      />
    </InvitationDialog>
  );
}
