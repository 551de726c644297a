import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { useForm, useWatch } from 'react-hook-form';
import { useCallMutation, useCallQuery } from '#client/backend/use-call.ts';
import { NewPasswordField } from '#client/components/credentials/new-password-field.tsx';
import { CallErrorAlert } from '#client/components/feedback/call-error.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { t } from '#shared/languages/translate.ts';
import { acceptedInvitationSchema } from '#shared/users/invitation-calls.ts';
import type { Role } from '#shared/users/role.ts';
import type { Credentials } from './sign-in-form.tsx';

export interface JoinFormProps {
  /** The token of the invitation's link. */
  readonly token: string;
  /** The provider's error from signing in. */
  readonly error: string | null;
  readonly onJoined: (credentials: Credentials) => Promise<unknown>;
}

const OFFERS: Readonly<Record<Role, string>> = {
  admin: t`You’ll review apps and run the store.`,
  developer: t`You’ll be able to publish apps.`,
  user: t`You can look around, and ask to publish later.`,
};

/** Creates the account of an invitation to the store, and signs it in. */
export function JoinForm({ token, error, onJoined }: JoinFormProps) {
  const accept = useCallMutation('users.acceptInvitation');
  // Its own acceptance uses the link up.
  const isUnused = !accept.isPending && !accept.isSuccess;
  const invitation = useCallQuery('users.getInvitation', { token }, { enabled: isUnused });
  const { register, handleSubmit, control, formState } = useForm({
    resolver: zodResolver(acceptedInvitationSchema),
    defaultValues: { token, displayName: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const { displayName = '', password = '' } = useWatch({ control });
  const submit = handleSubmit(async (values) => {
    try {
      const { email } = await accept.mutateAsync(values);
      await onJoined({ email, password: values.password });
    } catch {
      // Shown by the alert below.
    }
  });

  if (invitation.error !== null && isUnused) return <CallErrorAlert error={invitation.error} />;
  if (invitation.data === undefined) return <FormSkeleton fields={3} />;
  const { email, role, invitedByName } = invitation.data.invitation;
  const offer = OFFERS[role];
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void submit(event)}>
      <Alert severity="info">
        {invitedByName === null ? offer : `${t`${invitedByName} invited you.`} ${offer}`}
      </Alert>
      {accept.error !== null && <CallErrorAlert error={accept.error} />}
      {error !== null && !isSubmitting && <Alert severity="error">{error}</Alert>}
      <TextFormField label={t`Email`} type="email" autoComplete="username" value={email} readOnly />
      <TextFormField
        label={t`Your name`}
        autoComplete="name"
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <NewPasswordField
        label={t`Password`}
        typed={password}
        personal={[email, displayName]}
        error={errors.password?.message}
        {...register('password')}
      />
      <PendingButton type="submit" variant="contained" size="large" pending={isSubmitting}>
        {t`Create account`}
      </PendingButton>
    </Stack>
  );
}
