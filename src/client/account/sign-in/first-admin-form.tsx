import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useForm, useWatch } from 'react-hook-form';
import { useCallMutation } from '#client/backend/use-call.ts';
import { NewPasswordField } from '#client/components/credentials/new-password-field.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import { firstAdminSchema } from '#shared/setup/calls.ts';
import type { Credentials } from './sign-in-form.tsx';

export interface FirstAdminFormProps {
  /** The one-time token of the set-up link. */
  readonly token: string;
  /** The provider's error from signing in the new admin. */
  readonly error: string | null;
  readonly onCreated: (credentials: Credentials) => Promise<unknown>;
}

/** Creates the store's first admin by the one-time link and signs them in. */
export function FirstAdminForm({ token, error, onCreated }: FirstAdminFormProps) {
  const create = useCallMutation('setup.createFirstAdmin');
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(firstAdminSchema),
    defaultValues: { token, displayName: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const { displayName = '', email = '', password = '' } = useWatch({ control });
  const submit = handleSubmit(async (admin) => {
    try {
      await create.mutateAsync(admin);
    } catch {
      // Shown by the alert below.
      return;
    }
    await onCreated(admin);
  });

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
      {create.error !== null && <CallErrorAlert error={create.error} />}
      {error !== null && !isSubmitting && <Alert severity="error">{error}</Alert>}
      <TextFormField
        label={t`Your name`}
        autoComplete="name"
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <TextFormField
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <NewPasswordField
        label={t`Password`}
        typed={password}
        personal={[email, displayName]}
        error={errors.password?.message}
        {...register('password')}
      />
      <PendingButton type="submit" variant="contained" size="large" pending={isSubmitting}>
        {t`Create admin`}
      </PendingButton>
    </Stack>
  );
}
