import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import type { KeptCredentials } from '#shared/account/calls.ts';
import { messageLanguage, plural, t } from '#shared/languages/translate.ts';

export interface RemainingCredentialsFormProps {
  readonly kept: KeptCredentials;
  /** The token from the reset's response that allows revoking; null when there is nothing to revoke. */
  readonly revocationToken: string | null;
}

/** Lists the API tokens and passkeys of an account whose password was just reset, and revokes them. */
export function RemainingCredentialsForm({
  kept: keptAtFirst,
  revocationToken,
}: RemainingCredentialsFormProps) {
  const revoke = useCallMutation('account.revokeAfterReset');
  const [chosen, setChosen] = useState({ tokens: false, passkeys: false });
  const kept = revoke.data?.kept ?? keptAtFirst;
  const isNothingChosen = !chosen.tokens && !chosen.passkeys;
  const canRevoke = revocationToken !== null && (kept.tokens > 0 || kept.passkeys > 0);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (revocationToken === null || isNothingChosen) return;
    revoke.mutate(
      { revocationToken, ...chosen },
      { onSuccess: () => setChosen({ tokens: false, passkeys: false }) },
    );
  }

  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {revoke.data !== undefined && (
        <Alert severity="success">{t`Revoked: ${countsText(revoke.data.revoked)}.`}</Alert>
      )}
      {canRevoke && (
        <>
          <Box>
            <Typography variant="h2">{t`Revoke other access`}</Typography>
            <Typography variant="body2" sx={{ mt: 0.5, color: 'text.secondary' }}>
              {t`These still work without the password. If someone else knew it, they may have added some.`}
            </Typography>
          </Box>
          <FormGroup>
            {kept.tokens > 0 && (
              <FormControlLabel
                control={
                  <Checkbox
                    checked={chosen.tokens}
                    onChange={(_event, tokens) => setChosen({ ...chosen, tokens })}
                  />
                }
                label={countsText({ tokens: kept.tokens, passkeys: 0 })}
              />
            )}
            {kept.passkeys > 0 && (
              <FormControlLabel
                control={
                  <Checkbox
                    checked={chosen.passkeys}
                    onChange={(_event, passkeys) => setChosen({ ...chosen, passkeys })}
                  />
                }
                label={countsText({ tokens: 0, passkeys: kept.passkeys })}
              />
            )}
          </FormGroup>
          {revoke.error !== null && <CallErrorAlert error={revoke.error} />}
          <PendingButton
            type="submit"
            variant="outlined"
            color="error"
            isInactive={isNothingChosen}
            pending={revoke.isPending}
          >
            {t`Revoke`}
          </PendingButton>
        </>
      )}
      {kept.twoFactor && (
        <Alert severity="info">
          {t`Two-factor authentication stays on: you need a code or a recovery code to sign in. If you didn’t turn it on, ask store staff to turn it off.`}
        </Alert>
      )}
    </Box>
  );
}

/** Returns text such as `2 API tokens and 1 passkey`, without zeros. */
function countsText({ tokens, passkeys }: { tokens: number; passkeys: number }): string {
  const parts = [
    ...(tokens > 0 ? [plural(tokens, { one: '# API token', other: '# API tokens' })] : []),
    ...(passkeys > 0 ? [plural(passkeys, { one: '# passkey', other: '# passkeys' })] : []),
  ];
  return new Intl.ListFormat(messageLanguage()).format(parts) || t`nothing`;
}
