import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { useSendsEmail } from '#client/backend/use-sends-email.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { InvitationLinkDialog } from '#client/components/member/invitation-link-dialog.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Invitation } from '#shared/members/calls.ts';
import { MEMBER_ROLE_LABELS } from './member-role-labels.ts';

/** Shows one pending invitation. */
export function InvitationRow({ invitation, appId }: { invitation: Invitation; appId: string }) {
  const [asking, setAsking] = useState(false);
  const revoke = useCallMutation('members.revokeInvitation');
  const again = useCallMutation('members.invite');
  const sendsEmail = useSendsEmail();
  const { id, email, role, createdAt, expiresAt } = invitation;
  return (
    <Box
      component="li"
      aria-label={email}
      sx={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{email}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {rich`Invited ${<Time iso={createdAt} />}; link expires ${<Time iso={expiresAt} />}`}
        </Typography>
        {again.error !== null && (
          <Typography variant="body2" color="error" role="alert">
            {again.error.message}
          </Typography>
        )}
      </Box>
      <Chip size="small" label={role === 'publisher' ? t`New publisher` : MEMBER_ROLE_LABELS[role]} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <PendingButton
          size="small"
          pending={again.isPending}
          onClick={() => again.mutate({ appId, email, role })}
        >
          {sendsEmail ? t`Send again` : t`New link`}
        </PendingButton>
        <Button size="small" color="error" onClick={() => setAsking(true)}>
          {t`Revoke`}
        </Button>
      </Box>
      {again.data !== undefined && again.data.link !== null && (
        <InvitationLinkDialog email={email} link={again.data.link} onClose={() => again.reset()} />
      )}
      {asking && (
        <ConfirmDialog
          title={t`Revoke the invitation for ${email}?`}
          confirmLabel={t`Revoke`}
          danger
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate({ invitationId: id }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <span>{t`Their link stops working immediately. You can invite them again.`}</span>
        </ConfirmDialog>
      )}
    </Box>
  );
}
