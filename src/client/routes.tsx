import { Suspense, useEffect } from 'react';
import {
  createBrowserRouter,
  matchRoutes,
  Navigate,
  Outlet,
  type Path,
  type RouteObject,
  useRouteError,
} from 'react-router';
import type { Role } from '#shared/users/role.ts';
import { noteAddress } from './components/address/address.ts';
import { paths } from './paths.ts';
import { Guard } from './shell/guard.tsx';
import { lazyRoute, loadRoutes, type RouteHandle } from './shell/lazy-route.tsx';
import { Loading } from './shell/loading.tsx';
import { preloadable } from './shell/preloadable.tsx';
import { ScreenError, WholeScreenError } from './shell/screen-error.tsx';

const GENERAL: readonly Role[] = ['user', 'developer', 'admin'];
const ADMIN: readonly Role[] = ['admin'];

const shell = preloadable('shell', async () => (await import('./shell/shell.tsx')).Shell);

function guarded(roles: readonly Role[], children: RouteObject[]): RouteObject {
  return {
    element: (
      <Guard roles={roles}>
        <shell.Preloadable />
      </Guard>
    ),
    handle: { load: shell.preload } satisfies RouteHandle,
    children: [{ errorElement: <RouteError />, children }],
  };
}

const dashboard = {
  path: '/dashboard',
  ...lazyRoute('dashboard', () => import('./dashboard/dashboard-page.tsx')),
};

/** Returns a route that leads to the dashboard and loads its scripts, so that no fallback holds it back. */
function toDashboard(path: string): RouteObject {
  const load = () => Promise.all([shell.preload(), dashboard.handle.load('')]);
  return {
    path,
    element: <Navigate to={paths.dashboard} replace />,
    handle: { load } satisfies RouteHandle,
  };
}

function Root() {
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  );
}

function RouteError() {
  return <ScreenError error={useRouteError()} />;
}

function RootError() {
  return <WholeScreenError error={useRouteError()} />;
}

/** Replaces the console by the sign-in page, which runs without the router. */
function ToSignIn() {
  useEffect(noteAddress, []);
  return <Loading />;
}

/** Every route of specification section 2; each screen is a separate bundle. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    children: [
      toDashboard('/'),
      { path: paths.login, element: <ToSignIn /> },
      {
        path: '/onboarding',
        ...lazyRoute('onboarding', () => import('./account/sign-in/onboarding-page.tsx')),
      },
      {
        path: '/unauthorized',
        ...lazyRoute('unauthorized', () => import('./account/sign-in/unauthorized-page.tsx')),
      },
      guarded(GENERAL, [
        dashboard,
        { path: '/dashboard/apps', ...lazyRoute('apps', () => import('./apps/apps-page.tsx')) },
        {
          path: '/dashboard/apps/new',
          ...lazyRoute('new-app', () => import('./apps/new-app/new-app-page.tsx')),
        },
        { path: '/dashboard/apps/:appId', ...lazyRoute('app', () => import('./apps/app-page.tsx')) },
        {
          path: '/dashboard/apps/:appId/versions/new',
          ...lazyRoute('new-version', () => import('./apps/uploads/new-version-page.tsx')),
        },
        {
          path: '/dashboard/profile',
          ...lazyRoute('profile', () => import('./account/profile/profile-page.tsx')),
        },
        {
          path: '/dashboard/settings',
          ...lazyRoute('settings', () => import('./account/settings/settings-page.tsx')),
        },
        { path: '/dashboard/api', ...lazyRoute('api', () => import('./api/api-page.tsx')) },
      ]),
      guarded(ADMIN, [
        { path: '/admin', ...lazyRoute('admin', () => import('./admin-page.tsx')) },
        { path: '/admin/apps', ...lazyRoute('admin-apps', () => import('./admin/apps/admin-apps-page.tsx')) },
        {
          path: '/admin/users',
          ...lazyRoute('admin-users', () => import('./admin/users/admin-users-page.tsx')),
        },
        {
          path: '/admin/settings',
          ...lazyRoute('admin-settings', () => import('./admin/settings/admin-settings-page.tsx')),
        },
      ]),
      toDashboard('*'),
    ],
  },
];

/** Returns the router below the base path, such as `/quayside/`. */
export function createRouter(basePath: string) {
  return createBrowserRouter(routes, { basename: basePath });
}

/** Loads the scripts of a screen, before it is known whether the user may see it. */
export async function loadScreen({ pathname, search }: Pick<Path, 'pathname' | 'search'>): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await loadRoutes(
    matches.map(({ route }) => route),
    search,
  );
}
