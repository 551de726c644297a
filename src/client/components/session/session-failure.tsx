import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { paths } from '#client/paths.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';

export interface SessionFailureProps {
  readonly error: string | null;
  /** Seconds to wait because of too many requests; null when something else failed. */
  readonly waitSeconds: number | null;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Shows that it could not be read who is signed in: the sign-in page would wrongly say that nobody is. */
export function SessionFailure({ error, waitSeconds, isRetrying, onRetry }: SessionFailureProps) {
  return (
    <Box
      component="main"
      ref={focusHandover}
      tabIndex={-1}
      sx={{ maxWidth: 640, mx: 'auto', p: 3, display: 'grid', gap: 2, outline: 'none' }}
    >
      <title>{t`Your account can’t be loaded`}</title>
      <Typography variant="h1">{t`Your account can’t be loaded`}</Typography>
      <Alert severity="error">
        {error} {waitSeconds === null && t`Check your connection, then try again.`}{' '}
        {t`The page also tries again by itself.`}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <PendingButton variant="contained" pending={isRetrying} onClick={onRetry}>
          {t`Try again`}
        </PendingButton>
        <Link href={paths.login}>{t`Sign in again`}</Link>
      </Box>
    </Box>
  );
}
