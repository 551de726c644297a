import { useNavigate } from 'react-router';
import { useCallMutation } from '#client/backend/use-call.ts';
import { paths } from '#client/paths.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { App } from '#shared/apps/app.ts';
import type { Member } from '#shared/members/calls.ts';

interface RemoveMemberDialogProps {
  readonly member: Member;
  readonly app: App;
  /** Whether it is the reader who leaves. */
  readonly isReader: boolean;
  readonly onClose: () => void;
}

/** Takes somebody off an app; who leaves by themselves sees their other apps then. */
export function RemoveMemberDialog({ member, app, isReader, onClose }: RemoveMemberDialogProps) {
  const navigate = useNavigate();
  // The page of an app that was left cannot be read any more.
  const remove = useCallMutation('members.remove', { invalidates: isReader ? [] : ['members.list'] });
  const name = member.name ?? member.email;
  return (
    <ConfirmDialog
      title={isReader ? `Leave ${app.name}?` : `Remove ${name} from ${app.name}?`}
      confirmLabel={isReader ? 'Leave this app' : 'Remove'}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(
          { appId: app.id, uid: member.uid },
          { onSuccess: () => (isReader ? void navigate(paths.apps) : onClose()) },
        )
      }
      onClose={onClose}
    >
      <span>
        {isReader ? 'You do' : `${name} does`} not see this app any more from now on. What{' '}
        {isReader ? 'you' : 'they'} uploaded and wrote stays. An owner can invite {isReader ? 'you' : 'them'}{' '}
        again.
      </span>
    </ConfirmDialog>
  );
}
