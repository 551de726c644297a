import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { useStoreSettings } from '#client/backend/use-store-settings.ts';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthModeLink } from './auth-mode-link.tsx';

/** Requests an email with a reset link (`mode=forgot`), without revealing whether the account exists. */
export function ForgotPassword() {
  const sendsEmail = useStoreSettings()?.sendsEmail ?? true;
  const ask = useIdentityMutation('request-password-reset');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const { email } = formState.errors;
  if (!sendsEmail) {
    return (
      <AuthLayout title={t`Reset your password`}>
        <Alert severity="info">
          {t`This store sends no email. Ask an admin of the store for a link to set a new password.`}
        </Alert>
        <AuthModeLink mode={null}>{t`Back to sign-in`}</AuthModeLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t`Reset your password`} lead={t`We’ll email you a reset link. It works for one hour.`}>
      {ask.isSuccess ? (
        <Alert severity="success">
          {t`If an account uses this email, a reset link is on its way. Check your spam folder too.`}
        </Alert>
      ) : (
        <Stack
          ref={focusHandover}
          component="form"
          noValidate
          spacing={2.5}
          onSubmit={(event) => void handleSubmit((values) => ask.mutate(values))(event)}
        >
          {ask.error !== null && (
            <Alert severity="error">{ask.error.message || t`Couldn’t send the email. Try again.`}</Alert>
          )}
          <TextFormField
            label={t`Email`}
            type="email"
            autoComplete="username"
            error={email?.message}
            {...register('email', {
              required: t`Enter your email address.`,
              pattern: {
                value: /^\S+@\S+\.\S+$/,
                message: t`Enter an email address, such as you@example.org.`,
              },
            })}
          />
          <PendingButton type="submit" variant="contained" size="large" pending={ask.isPending}>
            {t`Send reset link`}
          </PendingButton>
        </Stack>
      )}
      <AuthModeLink mode={null}>{t`Back to sign-in`}</AuthModeLink>
    </AuthLayout>
  );
}
