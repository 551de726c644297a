import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useForm, useWatch } from 'react-hook-form';
import { refusedField } from '#client/backend/refused-field.ts';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { CallErrorAlert } from '#client/ui/call-error.tsx';
import { NewPasswordField, validateNewPassword } from '#client/ui/new-password-field.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { Section } from '#client/ui/section.tsx';

const EMPTY = { currentPassword: '', newPassword: '' };

/** Changing the password; the provider ends every other session with it. */
export function PasswordSection({ email }: { email: string }) {
  const change = useIdentityMutation('change-password', ['sessions.list']);
  const { register, control, handleSubmit, setError, reset, formState } = useForm({ defaultValues: EMPTY });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'newPassword' });

  const submit = handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => reset(EMPTY),
      onError: (error) => {
        const field = fieldOf(error);
        if (field === null) return;
        const message = field === 'newPassword' ? error.message : 'This is not your password.';
        setError(field, { type: 'refused', message }, { shouldFocus: true });
      },
    }),
  );

  return (
    <Section title="Password">
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}
      >
        {/* Password managers find the account by it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordFormField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword', { required: 'Enter your password.' })}
        />
        <NewPasswordField
          label="New password"
          typed={typed}
          personal={[email]}
          error={errors.newPassword?.message}
          {...register('newPassword', { validate: (chosen) => validateNewPassword(chosen, [email]) })}
        />
        {change.error !== null && fieldOf(change.error) === null && <CallErrorAlert error={change.error} />}
        {change.isSuccess && (
          <Alert severity="success">Your password is changed. Every other session was ended.</Alert>
        )}
        <Box>
          <Button type="submit" variant="contained" loading={change.isPending}>
            Change password
          </Button>
        </Box>
      </Box>
    </Section>
  );
}

/** A refused new password has the rule's own code; a wrong current one that of any wrong password. */
function fieldOf(error: unknown): keyof typeof EMPTY | null {
  if (refusedField(error) !== 'password') return null;
  return isRuleRefusal(error) ? 'newPassword' : 'currentPassword';
}

function isRuleRefusal(error: unknown): boolean {
  return (error as { details?: { code?: unknown } }).details?.code === 'PASSWORD_REFUSED';
}
