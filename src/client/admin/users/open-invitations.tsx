import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useCallQuery } from '#client/backend/use-call.ts';
import { OpenInvitation } from '#client/components/member/open-invitation.tsx';
import { ROLE_LABELS } from '#client/components/user/role-labels.ts';
import { Rows } from '#client/ui/link-rows.tsx';
import { rich } from '#client/ui/rich-text.tsx';
import { Time } from '#client/ui/time.tsx';
import { t } from '#shared/languages/translate.ts';

/** Lists the open invitations to the store, each with a button to revoke it; nothing without any. */
export function OpenInvitations() {
  const { data } = useCallQuery('users.listInvitations', {});
  if (data === undefined || data.invitations.length === 0) return null;
  return (
    <Box component="section" aria-label={t`Pending invitations`} sx={{ mb: 3 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        {t`Pending invitations`}
      </Typography>
      <Rows label={t`Invitations`}>
        {data.invitations.map((invitation) => (
          <OpenInvitation
            key={invitation.id}
            invitation={invitation}
            revokeCall="users.revokeInvitation"
            validity={rich`${ROLE_LABELS[invitation.role].name} · invited ${<Time iso={invitation.createdAt} />}; link expires ${<Time iso={invitation.expiresAt} />}`}
          />
        ))}
      </Rows>
    </Box>
  );
}
