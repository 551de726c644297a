import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { TokenRow } from '#client/components/credentials/token-row.tsx';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ReasonDialog } from '#client/components/feedback/reason-dialog.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Token } from '#shared/tokens/calls.ts';
import { personReasonSchema } from '#shared/users/calls.ts';
import type { PersonDialogProps } from './role-dialog.tsx';

/** Shows the API tokens of a user, and revokes them with a reason. */
export function TokensDialog({ person, name, onClose }: PersonDialogProps) {
  const call = useCallQuery('tokens.listOfUser', { uid: person.uid });
  const [revoking, setRevoking] = useState<Token | null>(null);
  const tokens = call.data?.tokens;
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} fullWidth maxWidth="md" onClose={onClose}>
      <DialogTitle id={id}>{t`API tokens of ${name}`}</DialogTitle>
      <DialogContent>
        <CallStatus call={call} skeleton={<ListSkeleton rows={2} />} />
        {tokens?.length === 0 && <Typography>{t`No API tokens.`}</Typography>}
        {tokens !== undefined && tokens.length > 0 && (
          <Box component="ul" aria-label={t`Tokens`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} isOfOther onRevoke={() => setRevoking(token)} />
            ))}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{t`Close`}</Button>
      </DialogActions>
      {revoking !== null && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
    </Dialog>
  );
}

function RevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useCallMutation('tokens.revokeByStaff');
  return (
    <ReasonDialog
      title={t`Revoke ${token.name}?`}
      confirmLabel={t`Revoke`}
      danger
      help={t`Sent to the owner of the token.`}
      schema={personReasonSchema}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={(reason) => revoke.mutate({ tokenId: token.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{t`Programs using it lose access immediately.`}</Typography>
    </ReasonDialog>
  );
}
