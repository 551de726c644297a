import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { RevokeDialog } from '#client/components/credentials/revoke-dialog.tsx';
import { TokenRow } from '#client/components/credentials/token-row.tsx';
import { unconfirmedReason } from '#client/components/credentials/unconfirmed-reason.ts';
import { CallStatus } from '#client/components/feedback/call-status.tsx';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { Section } from '#client/ui/section.tsx';
import { ListSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { MAX_TOKENS, type Token } from '#shared/tokens/calls.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';

/** Lists the user's API tokens, with buttons to create and revoke them. */
export function TokensSection() {
  const call = useCallQuery('tokens.list', {});
  const { data } = call;
  const user = useCallQuery('users.me', {}).data?.user;
  const [asking, setAsking] = useState<'create' | 'revoke-all' | Token | null>(null);
  const close = () => setAsking(null);
  const tokens = data?.tokens ?? [];
  return (
    <Section title={t`Your tokens`}>
      <Typography variant="body2" sx={{ mb: 2, maxWidth: 720 }}>
        {t`A token lets a program act for you, limited to its scopes and apps. Keep it as secret as your password.`}
      </Typography>
      <CallStatus call={call} skeleton={<ListSkeleton rows={2} />} />
      {tokens.length > 0 && (
        <Box component="ul" aria-label={t`Tokens`} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none' }}>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setAsking(token)} />
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ReasonedButton
          variant="contained"
          startIcon={<AddIcon />}
          reason={
            tokens.length < MAX_TOKENS
              ? unconfirmedReason(user?.emailVerified ?? true)
              : t`You have ${MAX_TOKENS} tokens, the maximum. Revoke one you don’t need.`
          }
          onClick={() => setAsking('create')}
        >
          {t`Create a token`}
        </ReasonedButton>
        {tokens.length > 1 && (
          <Button color="error" onClick={() => setAsking('revoke-all')}>
            {t`Revoke all tokens`}
          </Button>
        )}
      </Box>
      {asking === 'create' && <NewTokenDialog onClose={close} />}
      {asking === 'revoke-all' && <RevokeAllDialog count={tokens.length} onClose={close} />}
      {typeof asking === 'object' && asking !== null && (
        <RevokeDialog
          token={asking}
          call="tokens.revoke"
          consequence={t`Programs using it lose access immediately.`}
          onClose={close}
        />
      )}
    </Section>
  );
}

function RevokeAllDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const revoke = useCallMutation('tokens.revokeAll');
  return (
    <ConfirmDialog
      title={t`Revoke all ${count} tokens?`}
      confirmLabel={t`Revoke all`}
      danger
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Typography>{t`All programs acting for you lose access immediately.`}</Typography>
    </ConfirmDialog>
  );
}
