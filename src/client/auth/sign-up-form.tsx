import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm, useWatch } from 'react-hook-form';
import type { SignUp } from '#client/backend/auth.ts';
import { refusedField } from '#client/backend/refused-field.ts';
import type { Entry } from '#client/store/session.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { NewPasswordField, validateNewPassword } from '#client/ui/new-password-field.tsx';

export interface SignUpFormProps {
  /** What the provider answered to the last attempt. */
  readonly error: string | null;
  readonly onSubmit: (person: SignUp) => Promise<Entry>;
}

/** A new account: name, email, password. */
export function SignUpForm({ error, onSubmit }: SignUpFormProps) {
  const { register, handleSubmit, setError, control, formState } = useForm<SignUp>({
    defaultValues: { name: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const { name, email, password } = useWatch({ control });
  const isAtField = errors.email?.type === 'refused' || errors.password?.type === 'refused';

  const submit = handleSubmit(async (person) => {
    const entry = await onSubmit(person);
    const field = refusedField(entry);
    if (field !== null && entry instanceof Error) {
      setError(field, { type: 'refused', message: entry.message }, { shouldFocus: true });
    }
  });

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
      {error !== null && !isSubmitting && !isAtField && <Alert severity="error">{error}</Alert>}
      <TextFormField
        label="Your name"
        autoComplete="name"
        error={errors.name?.message}
        {...register('name', { required: 'Enter your name.' })}
      />
      <TextFormField
        label="Email"
        type="email"
        autoComplete="username"
        help="You will get a mail to confirm it."
        error={errors.email?.message}
        {...register('email', {
          required: 'Enter your email address.',
          pattern: { value: /^\S+@\S+\.\S+$/, message: 'Enter an email address, such as you@example.org.' },
        })}
      />
      <NewPasswordField
        label="Password"
        typed={password ?? ''}
        personal={[email ?? '', name ?? '']}
        error={errors.password?.message}
        {...register('password', {
          validate: (chosen, person) => validateNewPassword(chosen, [person.email, person.name]),
        })}
      />
      <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
        Create account
      </Button>
    </Stack>
  );
}
