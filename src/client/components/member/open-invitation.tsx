import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { t } from '#shared/languages/translate.ts';

interface OpenInvitationProps {
  readonly invitation: { readonly id: string; readonly email: string };
  /** The call that revokes it. */
  readonly revokeCall: 'members.revokeInvitation' | 'users.revokeInvitation';
  /** When it was sent, and how long its link works. */
  readonly validity: ReactNode;
  /** A problem with it, below its validity. */
  readonly problem?: string | undefined;
  /** The role, unless the validity says it. */
  readonly role?: ReactNode;
  /** Buttons before the one that revokes it. */
  readonly actions?: ReactNode;
}

/** Shows an invitation as an item of a list, with a button that revokes it after a confirmation. */
export function OpenInvitation({
  invitation: { id, email },
  revokeCall,
  validity,
  problem,
  role,
  actions,
}: OpenInvitationProps) {
  const [asking, setAsking] = useState(false);
  const revoke = useCallMutation(revokeCall);
  const close = () => setAsking(false);
  return (
    <Box
      component="li"
      aria-label={email}
      sx={{ px: 2, py: 1.5, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{email}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {validity}
        </Typography>
        {problem !== undefined && (
          <Typography variant="body2" color="error" role="alert">
            {problem}
          </Typography>
        )}
      </Box>
      {role}
      <Box sx={{ display: 'flex', gap: 1 }}>
        {actions}
        <Button size="small" color="error" onClick={() => setAsking(true)}>
          {t`Revoke`}
        </Button>
      </Box>
      {asking && (
        <ConfirmDialog
          title={t`Revoke the invitation for ${email}?`}
          confirmLabel={t`Revoke`}
          danger
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate({ invitationId: id }, { onSuccess: close })}
          onClose={close}
        >
          <span>{t`Their link stops working immediately. You can invite them again.`}</span>
        </ConfirmDialog>
      )}
    </Box>
  );
}
