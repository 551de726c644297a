import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Member } from '#shared/members/calls.ts';
import { memberRoleSchema } from '#shared/members/member.ts';
import { MEMBER_ROLE_CHOICES } from './member-role-labels.ts';

interface MemberRoleDialogProps {
  readonly member: Member;
  readonly appId: string;
  readonly onClose: () => void;
}

/** Changes a member's role. */
export function MemberRoleDialog({ member, appId, onClose }: MemberRoleDialogProps) {
  const change = useCallMutation('members.setRole');
  const [role, setRole] = useState(member.role);
  return (
    <ConfirmDialog
      title={t`Change role of ${member.name ?? member.email}`}
      confirmLabel={t`Change role`}
      pending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ appId, uid: member.uid, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
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
