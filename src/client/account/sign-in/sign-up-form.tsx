import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useForm, useWatch } from 'react-hook-form';
import type { SignUp } from '#client/backend/auth.ts';
import { useStoreSettings } from '#client/backend/use-store-settings.ts';
import { NewPasswordField, validateNewPassword } from '#client/components/credentials/new-password-field.tsx';
import { rejectedField } from '#client/components/credentials/rejected-field.ts';
import type { SignInResult } from '#client/store/session.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { nameProblem } from '#shared/users/name.ts';

export interface SignUpFormProps {
  /** The provider's error on the last attempt. */
  readonly error: string | null;
  readonly onSubmit: (person: SignUp) => Promise<SignInResult>;
}

/** Creates an account with name, email and password. */
export function SignUpForm({ error, onSubmit }: SignUpFormProps) {
  const sendsEmail = useStoreSettings()?.sendsEmail ?? true;
  const { register, handleSubmit, setError, control, formState } = useForm<SignUp>({
    defaultValues: { name: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const { name, email, password } = useWatch({ control });
  const isAtField = Object.values(errors).some(({ type }) => type === 'rejected');

  const submit = handleSubmit(async (person) => {
    const entry = await onSubmit(person);
    const field = rejectedField(entry);
    if (field !== null && entry instanceof Error) {
      setError(field, { type: 'rejected', message: entry.message }, { shouldFocus: true });
    }
  });

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
      {error !== null && !isSubmitting && !isAtField && <Alert severity="error">{error}</Alert>}
      <TextFormField
        label={t`Your name`}
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', { validate: (entered) => nameProblem(entered) ?? true })}
      />
      <TextFormField
        label={t`Email`}
        type="email"
        autoComplete="username"
        help={
          sendsEmail
            ? t`We’ll email you a confirmation link. Anyone who enters your email here later will see that it’s taken.`
            : t`You sign in with it. Anyone who enters it here later will see that it’s taken.`
        }
        error={errors.email?.message}
        {...register('email', {
          required: t`Enter your email address.`,
          pattern: { value: /^\S+@\S+\.\S+$/, message: t`Enter an email address, such as you@example.org.` },
        })}
      />
      <NewPasswordField
        label={t`Password`}
        typed={password ?? ''}
        personal={[email ?? '', name ?? '']}
        error={errors.password?.message}
        {...register('password', {
          validate: (chosen, person) => validateNewPassword(chosen, [person.email, person.name]),
        })}
      />
      <PendingButton type="submit" variant="contained" size="large" pending={isSubmitting}>
        {t`Create account`}
      </PendingButton>
    </Stack>
  );
}
