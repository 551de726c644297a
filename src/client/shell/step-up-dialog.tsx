import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { canUsePasskeys } from '#client/backend/can-use-passkeys.ts';
import { proveByPasskey } from '#client/backend/passkeys.ts';
import { useIdentityQuery } from '#client/backend/use-identity.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { CallError } from '#shared/errors.ts';

/** Asks for the password or a passkey before something sensitive; `onEnd` says whether it was given. */
export function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const { auth, functions } = useBackend();
  const passkeys = useIdentityQuery<unknown[]>('passkey/list-user-passkeys');
  const [password, setPassword] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const proved = { onSuccess: () => onEnd(true) };
  const byPassword = useMutation({
    mutationFn: () => functions.call('sessions.stepUp', { password }),
    ...proved,
  });
  const byPasskey = useMutation({ mutationFn: () => proveByPasskey(auth), ...proved });
  const isPending = byPassword.isPending || byPasskey.isPending;
  const refusal = byPassword.error;
  const isWrong = refusal instanceof CallError && refusal.code !== 'unavailable';

  function confirm() {
    setEmpty(password === '');
    if (password !== '') byPassword.mutate();
  }

  return (
    <ConfirmDialog
      title="Confirm that it is you"
      confirmLabel="Confirm"
      pending={isPending}
      error={isWrong ? null : refusal}
      onConfirm={confirm}
      onClose={() => onEnd(false)}
    >
      <Typography>What you are about to do is sensitive. For ten minutes you are not asked again.</Typography>
      <PasswordFormField
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={isEmpty ? 'Enter your password.' : isWrong ? refusal.message : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          setEmpty(false);
          byPassword.reset();
        }}
      />
      {canUsePasskeys() && (passkeys.data?.length ?? 0) > 0 && (
        <Button variant="outlined" disabled={isPending} onClick={() => byPasskey.mutate()}>
          Use a passkey instead
        </Button>
      )}
      {byPasskey.error !== null && <Alert severity="error">{byPasskey.error.message}</Alert>}
    </ConfirmDialog>
  );
}
