import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { useBackend } from '#client/backend/backend-context.ts';
import { SessionFailure } from '#client/components/session/session-failure.tsx';
import { paths } from '#client/paths.ts';
import type { SessionUser } from '#client/store/session-user.ts';
import { useAuthState } from '#client/store/store.ts';
import { useSessionFailure } from '#client/store/use-session-failure.ts';
import type { Role } from '#shared/users/role.ts';
import { loadFirstCalls, loadRoutes } from './lazy-route.tsx';
import { Loading } from './loading.tsx';

export interface GuardProps {
  readonly roles: readonly Role[];
  readonly children: ReactNode;
}

/** Applies the five steps of specification section 2, in order. */
export function Guard({ roles, children }: GuardProps) {
  const { status, user } = useAuthState();
  const failure = useSessionFailure();
  const location = useLocation();
  const [admitted, setAdmitted] = useState<string>();
  if (status === 'succeeded' && user !== null && user.uid !== admitted) setAdmitted(user.uid);

  if (failure !== null) return <SessionFailure {...failure} />;
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
  return (
    <Allowed key={user.uid} user={user}>
      {children}
    </Allowed>
  );
}

/** Loads the screen's script and data in parallel with the shell's script, once the screen is known to be shown. */
function Allowed({ user, children }: { user: SessionUser; children: ReactNode }) {
  const backend = useBackend();
  const matches = useMatches();
  const { pathname, search } = useLocation();
  useEffect(() => void loadRoutes(matches), [matches]);
  useEffect(
    () => void loadFirstCalls(backend, user, { pathname, search }),
    [backend, user, pathname, search],
  );
  return children;
}
