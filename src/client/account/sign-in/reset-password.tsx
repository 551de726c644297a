import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm, useWatch } from 'react-hook-form';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { NewPasswordField, validateNewPassword } from '#client/components/credentials/new-password-field.tsx';
import { rejectedField } from '#client/components/credentials/rejected-field.ts';
import { paths } from '#client/paths.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthModeLink } from './auth-mode-link.tsx';
import { RemainingCredentialsForm, type RemainingCredentialsFormProps } from './remaining-credentials.tsx';

interface ResetAnswer extends RemainingCredentialsFormProps {
  /** True when the address had never been confirmed before. */
  readonly wasUnconfirmed: boolean;
}

export interface ResetPasswordProps {
  /** The token of the link in the email. */
  readonly token: string;
}

/** Sets a new password by the link in the email (`mode=reset`). */
export function ResetPassword({ token }: ResetPasswordProps) {
  const reset = useIdentityMutation<ResetAnswer>('reset-password');
  const { register, handleSubmit, control, setError, formState } = useForm({
    defaultValues: { newPassword: '' },
  });
  const { newPassword } = formState.errors;
  const typed = useWatch({ control, name: 'newPassword' });
  const submit = handleSubmit((values) =>
    reset.mutate(
      { ...values, token },
      {
        onError: (error) => {
          if (rejectedField(error) !== 'password') return;
          setError('newPassword', { type: 'rejected', message: error.message }, { shouldFocus: true });
        },
      },
    ),
  );

  if (reset.isSuccess) {
    return (
      <AuthLayout title={t`Your password is reset`}>
        <Stack spacing={2.5}>
          <Alert severity="success">
            {reset.data.wasUnconfirmed
              ? t`Your email is confirmed too. We removed everything previously added to the account: sessions, API tokens, passkeys, two-factor authentication and the profile.`
              : t`You’ve been signed out everywhere.`}
          </Alert>
          <RemainingCredentialsForm kept={reset.data.kept} revocationToken={reset.data.revocationToken} />
          <Button href={paths.login} variant="contained" size="large">
            {t`Sign in`}
          </Button>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t`Set a new password`} lead={t`You’ll be signed out everywhere.`}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
        {reset.error !== null && newPassword?.type !== 'rejected' && (
          <Alert severity="error">{rejectionText(reset.error)}</Alert>
        )}
        <NewPasswordField
          label={t`New password`}
          typed={typed}
          personal={[]}
          error={newPassword?.message}
          {...register('newPassword', { validate: (chosen) => validateNewPassword(chosen, []) })}
        />
        <PendingButton type="submit" variant="contained" size="large" pending={reset.isPending}>
          {t`Set password`}
        </PendingButton>
      </Stack>
      <AuthModeLink question={t`Link not working?`} mode="forgot">
        {t`Get a new link`}
      </AuthModeLink>
    </AuthLayout>
  );
}

function rejectionText({ message }: Error): string {
  return message || t`Couldn’t set the password. Try again.`;
}
