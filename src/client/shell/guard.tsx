import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { paths } from '#client/paths.ts';
import { useAuthState } from '#client/store/store.ts';
import type { Role } from '#shared/users/role.ts';
import { loadRoutes } from './lazy-route.tsx';
import { Loading } from './loading.tsx';

export interface GuardProps {
  readonly roles: readonly Role[];
  readonly children: ReactNode;
}

/** Applies the five steps of specification section 2, in order. */
export function Guard({ roles, children }: GuardProps) {
  const { status, user } = useAuthState();
  const location = useLocation();

  if (status === 'loading') return <Loading />;
  if (user === null) {
    const from = `${location.pathname}${location.search}`;
    return <Navigate to={paths.loginFrom(from)} state={{ from }} replace />;
  }
  if (!user.onboardingCompleted && location.pathname !== paths.onboarding) {
    return <Navigate to={paths.onboarding} replace />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.unauthorized} replace />;
  return <Allowed>{children}</Allowed>;
}

/** Loads the screen's script in parallel with the shell's, once the screen is known to be shown. */
function Allowed({ children }: { children: ReactNode }) {
  const matches = useMatches();
  useEffect(() => loadRoutes(matches), [matches]);
  return children;
}
