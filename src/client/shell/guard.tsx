import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { paths } from '#client/paths.ts';
import { useSession } from '#client/store/session.ts';
import { useAuthState } from '#client/store/store.ts';
import { PendingButton } from '#client/ui/pending-button.tsx';
import { t } from '#shared/languages/translate.ts';
import type { Role } from '#shared/users/role.ts';
import { loadRoutes } from './lazy-route.tsx';
import { Loading } from './loading.tsx';

export interface GuardProps {
  readonly roles: readonly Role[];
  readonly children: ReactNode;
}

/** Applies the five steps of specification section 2, in order. */
export function Guard({ roles, children }: GuardProps) {
  const { status, user, error } = useAuthState();
  const location = useLocation();
  const session = useSession();
  const [isRetrying, setRetrying] = useState(false);
  const [admitted, setAdmitted] = useState<string>();
  if (status === 'succeeded' && user !== null && user.uid !== admitted) setAdmitted(user.uid);

  async function retry() {
    setRetrying(true);
    await session.start();
    setRetrying(false);
  }

  if (isRetrying || (status === 'failed' && user === null)) {
    return <SessionFailure error={error} isRetrying={isRetrying} onRetry={() => void retry()} />;
  }
  // Someone who was let in keeps the screen: signing out may fail, and must not lose forms and uploads.
  if (status === 'loading' && (user === null || user.uid !== admitted)) return <Loading />;
  if (user === null) {
    const from = `${location.pathname}${location.search}`;
    return <Navigate to={paths.loginFrom(from)} state={{ from }} replace />;
  }
  if (!user.onboardingCompleted && location.pathname !== paths.onboarding) {
    return <Navigate to={paths.onboarding} replace />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.unauthorized} replace />;
  // Nothing that another user typed or opened stays.
  return <Allowed key={user.uid}>{children}</Allowed>;
}

/** Loads the screen's script in parallel with the shell's, once the screen is known to be shown. */
function Allowed({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const { search } = useLocation();
  useEffect(() => loadRoutes(matches, search), [matches, search]);
  return children;
}

interface SessionFailureProps {
  readonly error: string | null;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** Shows that it could not be read who is signed in: the sign-in page would wrongly say that nobody is. */
function SessionFailure({ error, isRetrying, onRetry }: SessionFailureProps) {
  return (
    <Box component="main" sx={{ maxWidth: 640, mx: 'auto', p: 3, display: 'grid', gap: 2 }}>
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
