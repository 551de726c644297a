import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthModeLink } from './auth-mode-link.tsx';

/** Requests an email with a reset link (`mode=forgot`), without revealing whether the account exists. */
export function ForgotPassword() {
  const ask = useIdentityMutation('request-password-reset');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const { email } = formState.errors;
  return (
    <AuthLayout title="Reset your password" lead="We’ll email you a reset link. It works for one hour.">
      {ask.isSuccess ? (
        <Alert severity="success">
          If an account uses this email, a reset link is on its way. Check your spam folder too.
        </Alert>
      ) : (
        <Stack
          component="form"
          noValidate
          spacing={2.5}
          onSubmit={(event) => void handleSubmit((values) => ask.mutate(values))(event)}
        >
          {ask.error !== null && (
            <Alert severity="error">{ask.error.message || 'Couldn’t send the email. Try again.'}</Alert>
          )}
          <TextFormField
            label="Email"
            type="email"
            autoComplete="username"
            error={email?.message}
            {...register('email', {
              required: 'Enter your email address.',
              pattern: {
                value: /^\S+@\S+\.\S+$/,
                message: 'Enter an email address, such as you@example.org.',
              },
            })}
          />
          <Button type="submit" variant="contained" size="large" loading={ask.isPending}>
            Send reset link
          </Button>
        </Stack>
      )}
      <AuthModeLink mode={null}>Back to sign-in</AuthModeLink>
    </AuthLayout>
  );
}
