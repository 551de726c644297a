import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { Member } from '#shared/members/calls.ts';
import { memberRoleSchema } from '#shared/members/member.ts';
import { ROLE_CHOICES } from './role-words.ts';

interface MemberRoleDialogProps {
  readonly member: Member;
  readonly appId: string;
  readonly onClose: () => void;
}

/** Gives a person of an app another role. */
export function MemberRoleDialog({ member, appId, onClose }: MemberRoleDialogProps) {
  const change = useCallMutation('members.setRole', { invalidates: ['members.list', 'apps.get'] });
  const [role, setRole] = useState(member.role);
  return (
    <ConfirmDialog
      title={`Change the role of ${member.name ?? member.email}`}
      confirmLabel="Change role"
      pending={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ appId, uid: member.uid, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ChoiceField
        label="Role"
        name="role"
        choices={ROLE_CHOICES}
        value={role}
        onChange={(value) => setRole(memberRoleSchema.parse(value))}
      />
    </ConfirmDialog>
  );
}
