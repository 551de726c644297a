import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useForm } from 'react-hook-form';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PasswordFormField } from '#client/ui/password-field.tsx';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignInFormProps {
  /** What the provider answered to the last attempt. */
  readonly error: string | null;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
}

/** Email and password. */
export function SignInForm({ error, onSubmit }: SignInFormProps) {
  const { register, handleSubmit, formState } = useForm<Credentials>();
  const { errors, isSubmitting } = formState;
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      {error !== null && !isSubmitting && <Alert severity="error">{error}</Alert>}
      <TextFormField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email', { required: 'Enter your email address.' })}
      />
      <PasswordFormField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
        Sign in
      </Button>
    </Stack>
  );
}
