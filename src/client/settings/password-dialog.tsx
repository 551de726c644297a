import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { refusedField } from '#client/backend/refused-field.ts';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';

export interface PasswordDialogProps<Answer> {
  readonly title: string;
  readonly consequence: string;
  /** A verb: what the button does. */
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** The identity provider's endpoint, which takes the password. */
  readonly path: string;
  /** What to read anew afterwards. */
  readonly invalidates?: readonly string[];
  readonly onDone: (answer: Answer) => void;
  readonly onClose: () => void;
}

/** Something that the identity provider does only for who knows the password. */
export function PasswordDialog<Answer>(props: PasswordDialogProps<Answer>) {
  const { title, consequence, confirmLabel, danger = false, path, invalidates = [], onDone, onClose } = props;
  const [password, setPassword] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const ask = useIdentityMutation<Answer>(path, invalidates);
  const isWrong = refusedField(ask.error) === 'password';

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
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={isEmpty ? 'Enter your password.' : isWrong ? 'This is not your password.' : undefined}
        onChange={(event) => {
          setPassword(event.target.value);
          ask.reset();
        }}
      />
    </ConfirmDialog>
  );
}
