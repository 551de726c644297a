import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { useIdentityQuery } from '#client/backend/use-identity.ts';
import { canUsePasskeys } from '#client/components/credentials/can-use-passkeys.ts';
import { reauthenticateByPasskey } from '#client/components/credentials/passkeys.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';

/** Asks for the password or a passkey before a sensitive action; `onEnd` gets the result. */
export function ReauthenticationDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { auth, functions } = useBackend();
  const passkeys = useIdentityQuery<unknown[]>('passkey/list-user-passkeys');
  const [password, setPassword] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const confirmed = { onSuccess: () => onEnd(true) };
  const byPassword = useMutation({
    mutationFn: () => functions.call('sessions.reauthenticate', { password }),
    ...confirmed,
  });
  const byPasskey = useMutation({ mutationFn: () => reauthenticateByPasskey(auth), ...confirmed });
  const isPending = byPassword.isPending || byPasskey.isPending;
  const error = byPassword.error;
  const isWrong = error instanceof CallError && error.code !== 'unavailable';

  function confirm() {
    setEmpty(password === '');
    if (password !== '') byPassword.mutate();
  }

  return (
    <ConfirmDialog
      title={t`Confirm it’s you`}
      confirmLabel={t`Confirm`}
      pending={isPending}
      error={isWrong ? null : error}
      onConfirm={confirm}
      onClose={() => onEnd(false)}
    >
      <Typography>{t`This is a sensitive action. We won’t ask again for ten minutes.`}</Typography>
      <PasswordFormField
        label={t`Your password`}
        autoComplete="current-password"
        value={password}
        error={isEmpty ? t`Enter your password.` : isWrong ? error.message : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          setEmpty(false);
          byPassword.reset();
        }}
      />
      {canUsePasskeys() && (passkeys.data?.length ?? 0) > 0 && (
        <PendingButton variant="outlined" isInactive={isPending} onClick={() => byPasskey.mutate()}>
          {t`Use a passkey instead`}
        </PendingButton>
      )}
      {byPasskey.error !== null && <Alert severity="error">{byPasskey.error.message}</Alert>}
    </ConfirmDialog>
  );
}
