import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useIdentityQuery } from '#client/backend/use-identity.ts';
import { paths } from '#client/paths.ts';
import { useAuthState } from '#client/store/store.ts';
import { FormSkeleton } from '#client/ui/skeletons.tsx';
import { Entrance } from './entrance.tsx';

export interface VerifyEmailProps {
  /** The token of the link in the mail. */
  readonly token: string;
}

/** Confirms an address by the link in the mail (`mode=verify`), signed in or not. */
export function VerifyEmail({ token }: VerifyEmailProps) {
  const { user } = useAuthState();
  const confirmed = useIdentityQuery(`verify-email?${new URLSearchParams({ token })}`);
  const next =
    user === null ? { href: paths.login, label: 'Sign in' } : { href: paths.dashboard, label: 'Go on' };

  if (confirmed.isPending) {
    return (
      <Entrance title="Confirming your address">
        <FormSkeleton fields={1} />
      </Entrance>
    );
  }
  return (
    <Entrance title={confirmed.isSuccess ? 'Your address is confirmed' : 'This address is not confirmed'}>
      <Stack spacing={2.5}>
        {confirmed.isSuccess ? (
          <Alert severity="success">Mails about your apps and your account reach you there.</Alert>
        ) : (
          <Alert severity="error">
            This link is older than one day, or incomplete. Sign in and ask for another one in your settings.
          </Alert>
        )}
        <Button href={next.href} variant="contained" size="large">
          {next.label}
        </Button>
      </Stack>
    </Entrance>
  );
}
