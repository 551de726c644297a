import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm, useWatch } from 'react-hook-form';
import { refusedField } from '#client/backend/refused-field.ts';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { paths } from '#client/paths.ts';
import { NewPasswordField, validateNewPassword } from '#client/ui/new-password-field.tsx';
import { Entrance } from './entrance.tsx';
import { OtherMode } from './other-mode.tsx';

export interface ResetPasswordProps {
  /** The token of the link in the mail. */
  readonly token: string;
}

/** Sets a new password by the link in the mail (`mode=reset`). */
export function ResetPassword({ token }: ResetPasswordProps) {
  const reset = useIdentityMutation('reset-password');
  const { register, handleSubmit, control, setError, formState } = useForm({
    defaultValues: { newPassword: '' },
  });
  const { newPassword } = formState.errors;
  const typed = useWatch({ control, name: 'newPassword' });
  const submit = handleSubmit((answers) =>
    reset.mutate(
      { ...answers, token },
      {
        onError: (error) => {
          if (refusedField(error) !== 'password') return;
          setError('newPassword', { type: 'refused', message: error.message }, { shouldFocus: true });
        },
      },
    ),
  );

  if (reset.isSuccess) {
    return (
      <Entrance title="Your new password is set">
        <Stack spacing={2.5}>
          <Alert severity="success">
            All sessions were ended, so that nobody stays signed in with the old one.
          </Alert>
          <Button href={paths.login} variant="contained" size="large">
            Sign in
          </Button>
        </Stack>
      </Entrance>
    );
  }
  return (
    <Entrance title="Set a new password" lead="Every session of your account ends when you set it.">
      <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
        {reset.error !== null && newPassword?.type !== 'refused' && (
          <Alert severity="error">{refusalText(reset.error)}</Alert>
        )}
        <NewPasswordField
          label="New password"
          typed={typed}
          personal={[]}
          error={newPassword?.message}
          {...register('newPassword', { validate: (chosen) => validateNewPassword(chosen, []) })}
        />
        <Button type="submit" variant="contained" size="large" loading={reset.isPending}>
          Set the password
        </Button>
      </Stack>
      <OtherMode question="The link does not work?" mode="forgot">
        Ask for another one
      </OtherMode>
    </Entrance>
  );
}

function refusalText({ message }: Error): string {
  if (/invalid token/i.test(message)) return 'This link was used already, or is older than one hour.';
  return message || 'The password could not be set. Try again.';
}
