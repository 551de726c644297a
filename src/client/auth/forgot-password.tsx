import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { Entrance } from './entrance.tsx';
import { OtherMode } from './other-mode.tsx';

/** Asks for the mail by which a new password is set (`mode=forgot`). Whether there is an account is not told. */
export function ForgotPassword() {
  const ask = useIdentityMutation('request-password-reset');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const { email } = formState.errors;
  return (
    <Entrance
      title="Reset your password"
      lead="We send a link to your address, by which you set a new password. It works for one hour."
    >
      {ask.isSuccess ? (
        <Alert severity="success">
          If there is an account with this address, the link is on its way. Look into your other folders, too.
        </Alert>
      ) : (
        <Stack
          component="form"
          noValidate
          spacing={2.5}
          onSubmit={(event) => void handleSubmit((answers) => ask.mutate(answers))(event)}
        >
          {ask.error !== null && (
            <Alert severity="error">{ask.error.message || 'The mail could not be sent. Try again.'}</Alert>
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
            Send the link
          </Button>
        </Stack>
      )}
      <OtherMode mode={null}>Back to sign-in</OtherMode>
    </Entrance>
  );
}
