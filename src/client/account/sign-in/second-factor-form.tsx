import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';

export interface SecondFactor {
  /** The provider's endpoint for this kind of code. */
  readonly path: 'two-factor/verify-totp' | 'two-factor/verify-backup-code';
  readonly code: string;
  /** True to skip the question on this browser for thirty days. */
  readonly trustDevice: boolean;
}

export interface SecondFactorFormProps {
  /** The provider's error on the last code. */
  readonly error: string | null;
  readonly onSubmit: (factor: SecondFactor) => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Shows the second step of signing in: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <CodeForm
      {...props}
      // Each kind of code has its own form, so that no input carries over.
      key={String(isRecovery)}
      isRecovery={isRecovery}
      onOtherKind={() => setRecovery(!isRecovery)}
    />
  );
}

interface CodeFormProps extends SecondFactorFormProps {
  readonly isRecovery: boolean;
  readonly onOtherKind: () => void;
}

function CodeForm({ isRecovery, error, onSubmit, onOtherKind, onCancel }: CodeFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { code: '', trustDevice: false },
  });
  const { errors, isSubmitting } = formState;
  // The code is the only field, so it gets the focus.
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = handleSubmit(({ code, trustDevice }) =>
    onSubmit({
      path: isRecovery ? 'two-factor/verify-backup-code' : 'two-factor/verify-totp',
      code: code.replaceAll(/\s/g, ''),
      trustDevice,
    }),
  );

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
      {error !== null && !isSubmitting && <Alert severity="error">{error}</Alert>}
      <TextFormField
        label={isRecovery ? t`Recovery code` : t`Code`}
        help={
          isRecovery
            ? t`One of the codes you saved when you turned on two-factor authentication. Each works once.`
            : t`The six-digit code from your authenticator app. Each code works once.`
        }
        autoComplete="one-time-code"
        {...(isRecovery ? { spellCheck: false } : { inputProps: { inputMode: 'numeric' } })}
        error={errors.code?.message}
        {...register('code', { required: t`Enter the code.` })}
      />
      <FormControlLabel
        control={<Checkbox {...register('trustDevice')} />}
        label={t`Don’t ask again on this device for 30 days`}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <PendingButton type="submit" variant="contained" size="large" pending={isSubmitting}>
        {t`Verify`}
      </PendingButton>
      <Button onClick={onOtherKind}>{isRecovery ? t`Use authenticator app` : t`Use a recovery code`}</Button>
      <Button color="inherit" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </Stack>
  );
}
