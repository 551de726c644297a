import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useForm, useWatch } from 'react-hook-form';
import { useIdentityMutation } from '#client/backend/use-identity.ts';
import { NewPasswordField, validateNewPassword } from '#client/components/credentials/new-password-field.tsx';
import { rejectedField } from '#client/components/credentials/rejected-field.ts';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { t } from '#shared/languages/translate.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

/** Changes the password; the provider then ends every other session. */
export function PasswordSection({ email }: { email: string }) {
  const change = useIdentityMutation('change-password');
  const { register, control, handleSubmit, setError, reset, formState } = useForm({ defaultValues: EMPTY });
  const { errors } = formState;
  const typed = useWatch({ control, name: 'newPassword' });

  const submit = handleSubmit((passwords) =>
    change.mutate(passwords, {
      onSuccess: () => reset(EMPTY),
      onError: (error) => {
        const field = fieldOf(error);
        if (field === null) return;
        const message = field === 'newPassword' ? error.message : t`That’s not your password.`;
        setError(field, { type: 'rejected', message }, { shouldFocus: true });
      },
    }),
  );

  return (
    <Section title={t`Password`}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'grid', gap: 2.5, maxWidth: 560 }}
      >
        {/* Password managers find the account by it. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordFormField
          label={t`Current password`}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword', { required: t`Enter your password.` })}
        />
        <NewPasswordField
          label={t`New password`}
          typed={typed}
          personal={[email]}
          error={errors.newPassword?.message}
          {...register('newPassword', { validate: (chosen) => validateNewPassword(chosen, [email]) })}
        />
        {change.error !== null && fieldOf(change.error) === null && <CallErrorAlert error={change.error} />}
        {change.isSuccess && (
          <Alert severity="success">{t`Password changed. All your other sessions were signed out.`}</Alert>
        )}
        <Box>
          <PendingButton type="submit" variant="contained" pending={change.isPending}>
            {t`Change password`}
          </PendingButton>
        </Box>
      </Box>
    </Section>
  );
}

/**
 * Returns the field of an error: a rejected new password has its own codes, a wrong current one that of wrong
 * passwords.
 */
function fieldOf(error: unknown): keyof typeof EMPTY | null {
  if (rejectedField(error) !== 'password') return null;
  return isRuleRejection(error) ? 'newPassword' : 'currentPassword';
}

function isRuleRejection(error: unknown): boolean {
  return (error as { details?: { code?: unknown } }).details?.code === 'PASSWORD_REFUSED';
}
