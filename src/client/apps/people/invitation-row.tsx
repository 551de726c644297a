import Chip from '@mui/material/Chip';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { InvitationLinkDialog } from '#client/components/member/invitation-link-dialog.tsx';
import { OpenInvitation } from '#client/components/member/open-invitation.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Invitation } from '#shared/members/calls.ts';
import { MEMBER_ROLE_LABELS } from './member-role-labels.ts';

/** Shows one pending invitation, with a button that sends it again. */
export function InvitationRow({ invitation, appId }: { invitation: Invitation; appId: string }) {
  const again = useCallMutation('members.invite');
  const sendsEmail = useSendsEmail();
  const { email, role, createdAt, expiresAt } = invitation;
  return (
    <>
      <OpenInvitation
        invitation={invitation}
        revokeCall="members.revokeInvitation"
        validity={rich`Invited ${<Time iso={createdAt} />}; link expires ${<Time iso={expiresAt} />}`}
        problem={again.error?.message}
        role={
          <Chip size="small" label={role === 'publisher' ? t`New publisher` : MEMBER_ROLE_LABELS[role]} />
        }
        actions={
          <PendingButton
            size="small"
            pending={again.isPending}
            onClick={() => again.mutate({ appId, email, role })}
          >
            {sendsEmail ? t`Send again` : t`New link`}
          </PendingButton>
        }
      />
      {again.data !== undefined && again.data.link !== null && (
        <InvitationLinkDialog email={email} link={again.data.link} onClose={() => again.reset()} />
      )}
    </>
  );
}
