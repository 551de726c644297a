import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { paths } from '#client/paths.ts';
import { useAuthState } from '#client/store/store.ts';
import type { Role } from '#shared/users/role.ts';
import { Loading } from './loading.tsx';
import type { ScreenHandle } from './screen.tsx';

export interface GuardProps {
  readonly roles: readonly Role[];
  readonly children: ReactNode;
}

/** The five steps of specification section 2, in their order. */
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

/** Begins to load the screen's script beside the shell's, and not before it is known that it will be shown. */
function Allowed({ children }: { children: ReactNode }) {
  const matches = useMatches();
  useEffect(() => {
    for (const { handle } of matches) {
      // What fails here fails again, visibly, when the screen is drawn.
      (handle as ScreenHandle | undefined)?.load().catch(() => undefined);
    }
  }, [matches]);
  return children;
}
