import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { focusHandover } from '#client/components/feedback/focus-handover.ts';
import { paths } from '#client/paths.ts';
import { useSession } from '#client/store/session.ts';
import { useAuthState } from '#client/store/store.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';

/** Shows its children, or another attempt when it could not be read who is signed in. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const { status, user, error } = useAuthState();
  const session = useSession();
  const [isRetrying, setRetrying] = useState(false);

  async function retry() {
    setRetrying(true);
    await session.start();
    setRetrying(false);
  }

  const hasFailed = status === 'failed' && user === null;
  if (!isRetrying && !hasFailed) return children;
  return <SessionFailure error={error} isRetrying={isRetrying} onRetry={() => void retry()} />;
}

interface SessionFailureProps {
  readonly error: string | null;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Shows that it could not be read who is signed in: the sign-in page would wrongly say that nobody is. */
function SessionFailure({ error, isRetrying, onRetry }: SessionFailureProps) {
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
        {error} {t`Check your connection, then try again.`}
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
