import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { rejectedField } from '#client/components/credentials/rejected-field.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { t } from '#shared/languages/translate.ts';

export interface PasswordDialogProps<Result> {
  readonly title: string;
  readonly consequence: string;
  /** The label of the button. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** The identity provider's endpoint that receives the password. */
  readonly path: string;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

/** Asks for the password for an action of the identity provider that requires it. */
export function PasswordDialog<Result>(props: PasswordDialogProps<Result>) {
  const { title, consequence, confirmLabel, danger = false, path, onDone, onClose } = props;
  const [password, setPassword] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const ask = useIdentityMutation<Result>(path);
  const isWrong = rejectedField(ask.error) === 'password';

  function confirm() {
    setEmpty(password === '');
    if (password !== '') ask.mutate({ password }, { onSuccess: onDone });
  }

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      danger={danger}
      pending={ask.isPending}
      error={isWrong ? null : ask.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{consequence}</Typography>
      <PasswordFormField
        label={t`Your password`}
        autoComplete="current-password"
        value={password}
        error={isEmpty ? t`Enter your password.` : isWrong ? t`That’s not your password.` : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          ask.reset();
        }}
      />
    </ConfirmDialog>
  );
}
