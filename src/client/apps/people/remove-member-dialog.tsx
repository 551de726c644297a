import { useNavigate } from 'react-router';
import { LEAVE, useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { paths } from '#client/paths.ts';
import type { App } from '#shared/apps/app.ts';
import { t } from '#shared/languages/translate.ts';
import type { Member } from '#shared/members/calls.ts';

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly app: App;
  /** True when a member removes themselves. */
  readonly isSelf: boolean;
  readonly onClose: () => void;
}

/** Removes a member from an app. Members who leave are taken to their other apps. */
export function RemoveMemberDialog({ member, app, isSelf, onClose }: RemoveMemberDialogProps) {
  const navigate = useNavigate();
  const remove = useCallMutation(
    'members.remove',
    isSelf ? { leave: async () => navigate(paths.apps, LEAVE) } : {},
  );
  const name = member.name ?? member.email;
  return (
    <ConfirmDialog
      title={isSelf ? t`Leave ${app.name}?` : t`Remove ${name} from ${app.name}?`}
      confirmLabel={isSelf ? t`Leave app` : t`Remove`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate({ appId: app.id, uid: member.uid }, { ...(!isSelf && { onSuccess: onClose }) })
      }
      onClose={onClose}
    >
      <span>
        {isSelf
          ? t`You lose access to this app immediately. What you uploaded and wrote stays. An owner can invite you again.`
          : t`${name} loses access to this app immediately. What they uploaded and wrote stays. An owner can invite them again.`}
      </span>
    </ConfirmDialog>
  );
}
