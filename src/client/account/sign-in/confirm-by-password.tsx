import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { rejectedField } from '#client/components/credentials/rejected-field.ts';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthModeLink } from './auth-mode-link.tsx';

export interface ConfirmByPasswordProps {
  /** The token of the link in the email. */
  readonly token: string;
  readonly email: string;
  readonly onConfirmed: () => void;
}

/**
 * Confirms an address for someone who is not signed in. Anyone could have created the account, so the link alone is
 * not enough: users who do not know the password set a new one, which deletes everything added before.
 */
export function ConfirmByPassword({ token, email, onConfirmed }: ConfirmByPasswordProps) {
  const confirm = useIdentityMutation('confirm-email');
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { password } = formState.errors;
  const submit = handleSubmit((values) =>
    confirm.mutate(
      { ...values, token },
      {
        onSuccess: onConfirmed,
        onError: (error) => {
          if (rejectedField(error) !== 'password') return;
          setError('password', { type: 'rejected', message: error.message }, { shouldFocus: true });
        },
      },
    ),
  );

  return (
    <AuthLayout title={t`Confirm your email`} lead={t`Enter the password of the account for ${email}.`}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
        {confirm.error !== null && password?.type !== 'rejected' && (
          <Alert severity="error">
            {confirm.error.message || t`Couldn’t confirm your email. Try again.`}
          </Alert>
        )}
        <Box>
          {/* Password managers find the account by it. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordFormField
            label={t`Password`}
            autoComplete="current-password"
            error={password?.message}
            {...register('password', { required: t`Enter your password.` })}
          />
        </Box>
        <PendingButton type="submit" variant="contained" size="large" pending={confirm.isPending}>
          {t`Confirm email`}
        </PendingButton>
      </Stack>
      <AuthModeLink question={t`Forgot it, or didn’t create this account?`} mode="forgot">
        {t`Set a new password`}
      </AuthModeLink>
    </AuthLayout>
  );
}
