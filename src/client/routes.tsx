import { lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import type { Role } from '#shared/users/role.ts';
import { loadChunk } from './backend/load-chunk.ts';
import { paths } from './paths.ts';
import { Guard } from './shell/guard.tsx';
import { lazyRoute } from './shell/lazy-route.tsx';
import { Loading } from './shell/loading.tsx';
import { RouteError } from './shell/route-error.tsx';
import { useUnreadPoll } from './shell/use-unread-poll.ts';

const GENERAL: readonly Role[] = ['user', 'developer', 'admin'];
const ADMIN: readonly Role[] = ['admin'];

const Shell = lazy(() =>
  loadChunk('shell', () => import('./shell/shell.tsx')).then((module) => ({ default: module.Shell })),
);

function guarded(roles: readonly Role[], children: RouteObject[]): RouteObject {
  return {
    element: (
      <Guard roles={roles}>
        <Shell />
      </Guard>
    ),
    children: [{ errorElement: <RouteError />, children }],
  };
}

function Root() {
  useUnreadPoll();
  return (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  );
}

/** Every route of specification section 2; each screen is a separate bundle. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      { path: '/', element: <Navigate to={paths.dashboard} replace /> },
      { path: '/login', ...lazyRoute('login', () => import('./account/sign-in/login-page.tsx')) },
      {
        path: '/onboarding',
        ...lazyRoute('onboarding', () => import('./account/sign-in/onboarding-page.tsx')),
      },
      {
        path: '/unauthorized',
        ...lazyRoute('unauthorized', () => import('./account/sign-in/unauthorized-page.tsx')),
      },
      guarded(GENERAL, [
        { path: '/dashboard', ...lazyRoute('dashboard', () => import('./dashboard/dashboard-page.tsx')) },
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
      { path: '*', element: <Navigate to={paths.dashboard} replace /> },
    ],
  },
];

/** Returns the router below the base path, such as `/quayside/`. */
export function createRouter(basePath: string) {
  return createBrowserRouter(routes, { basename: basePath });
}
