import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBackend } from '#client/backend/backend-context.ts';
import { paths } from '#client/paths.ts';
import { useAuthState } from '#client/store/store.ts';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { CallError } from '#shared/errors.ts';
import { t } from '#shared/languages/translate.ts';
import { AuthLayout } from './auth-layout.tsx';
import { ConfirmByPassword } from './confirm-by-password.tsx';

export interface VerifyEmailProps {
  /** The token of the link in the email. */
  readonly token: string;
}

/**
 * Confirms an address by the emailed link (`mode=verify`): immediately when signed in to its account, otherwise by
 * the account's password.
 */
export function VerifyEmail({ token }: VerifyEmailProps) {
  const { auth } = useBackend();
  const [isConfirmedByPassword, setConfirmedByPassword] = useState(false);
  const attempt = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: async () => {
      await auth.request('confirm-email', { token });
      return true;
    },
    staleTime: Infinity,
  });

  if (attempt.isPending) {
    return (
      <AuthLayout title={t`Confirming your email`}>
        <FormSkeleton fields={1} />
      </AuthLayout>
    );
  }
  if (attempt.isSuccess || isConfirmedByPassword) return <Confirmed />;
  const email = accountThatNeedsPassword(attempt.error);
  if (email !== null) {
    return <ConfirmByPassword token={token} email={email} onConfirmed={() => setConfirmedByPassword(true)} />;
  }
  return (
    <AuthLayout title={t`Email not confirmed`}>
      <Stack spacing={2.5}>
        <Alert severity="error">
          {attempt.error.message || t`Couldn’t confirm your email. Open the link again.`}
        </Alert>
        <Onward />
      </Stack>
    </AuthLayout>
  );
}

function Confirmed() {
  return (
    <AuthLayout title={t`Email confirmed`}>
      <Stack spacing={2.5}>
        <Alert severity="success">{t`You’ll get emails about your apps and your account there.`}</Alert>
        <Onward />
      </Stack>
    </AuthLayout>
  );
}

function Onward() {
  const { user } = useAuthState();
  return (
    <Button href={user === null ? paths.login : paths.dashboard} variant="contained" size="large">
      {user === null ? t`Sign in` : t`Continue`}
    </Button>
  );
}

/** Returns the address of the account whose password is needed; null for any other error. */
function accountThatNeedsPassword(error: unknown): string | null {
  if (!(error instanceof CallError) || error.details?.['code'] !== 'PASSWORD_NEEDED') return null;
  return String(error.details['email']);
}
