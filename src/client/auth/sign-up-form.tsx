import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import type { SignUp } from '#client/backend/auth.ts';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';

/** The provider's own policy, said before it has to refuse. */
const PASSWORD_MIN = 10;

export interface SignUpFormProps {
  /** What the provider answered to the last attempt. */
  readonly error: string | null;
  readonly onSubmit: (person: SignUp) => Promise<void>;
}

/** A new account: name, email, password. */
export function SignUpForm({ error, onSubmit }: SignUpFormProps) {
  const { register, handleSubmit, formState } = useForm<SignUp>();
  const { errors, isSubmitting } = formState;
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      {error !== null && !isSubmitting && <Alert severity="error">{error}</Alert>}
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
        error={errors.email?.message}
        {...register('email', {
          required: 'Enter your email address.',
          pattern: { value: /^\S+@\S+\.\S+$/, message: 'Enter an email address, such as you@example.org.' },
        })}
      />
      <PasswordFormField
        label="Password"
        autoComplete="new-password"
        help={`At least ${PASSWORD_MIN} characters. A few unrelated words make a good one.`}
        error={errors.password?.message}
        {...register('password', {
          required: 'Choose a password.',
          minLength: { value: PASSWORD_MIN, message: `Use at least ${PASSWORD_MIN} characters.` },
        })}
      />
      <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
        Create account
      </Button>
    </Stack>
  );
}
