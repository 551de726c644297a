import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';
import type { UserInvitation } from '#shared/users/invitation-calls.ts';

/** Lists the open invitations to the store, each with a button to revoke it; nothing without any. */
export function OpenInvitations() {
  const { data } = useCallQuery('users.listInvitations', {});
  if (data === undefined || data.invitations.length === 0) return null;
  return (
    <Box component="section" aria-label={t`Pending invitations`} sx={{ mb: 3 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t`Pending invitations`}
      </Typography>
      <Paper
        component="ul"
        aria-label={t`Invitations`}
        sx={{ m: 0, p: 0, listStyle: 'none', '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
      >
        {data.invitations.map((invitation) => (
          <OpenInvitation key={invitation.id} invitation={invitation} />
        ))}
      </Paper>
    </Box>
  );
}

function OpenInvitation({ invitation }: { invitation: UserInvitation }) {
  const [asking, setAsking] = useState(false);
  const revoke = useCallMutation('users.revokeInvitation');
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
          {rich`${ROLE_LABELS[role].name} · invited ${<Time iso={createdAt} />}; link expires ${<Time iso={expiresAt} />}`}
        </Typography>
      </Box>
      <Button size="small" color="error" onClick={() => setAsking(true)}>
        {t`Revoke`}
      </Button>
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
