import { lazy, Suspense } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import type { Role } from '#shared/users/role.ts';
import { paths } from './paths.ts';
import { Guard } from './shell/guard.tsx';
import { loadChunk } from './shell/load-chunk.ts';
import { Loading } from './shell/loading.tsx';
import { RouteError } from './shell/route-error.tsx';
import { screen } from './shell/screen.tsx';

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

/** Every route of specification section 2; each screen is a bundle of its own. */
const routes: RouteObject[] = [
  {
    element: (
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    ),
    errorElement: <RouteError />,
    children: [
      { path: '/', element: <Navigate to={paths.dashboard} replace /> },
      { path: '/login', ...screen('login', () => import('./auth/login-page.tsx')) },
      { path: '/onboarding', ...screen('onboarding', () => import('./auth/onboarding-page.tsx')) },
      { path: '/unauthorized', ...screen('unauthorized', () => import('./auth/unauthorized-page.tsx')) },
      guarded(GENERAL, [
        { path: '/dashboard', ...screen('dashboard', () => import('./dashboard/dashboard-page.tsx')) },
        { path: '/dashboard/apps', ...screen('apps', () => import('./apps/apps-page.tsx')) },
        { path: '/dashboard/apps/new', ...screen('new-app', () => import('./apps/new-app-page.tsx')) },
        { path: '/dashboard/apps/:appId', ...screen('app', () => import('./apps/app-page.tsx')) },
        {
          path: '/dashboard/apps/:appId/versions/new',
          ...screen('new-version', () => import('./versions/new-version-page.tsx')),
        },
        { path: '/dashboard/profile', ...screen('profile', () => import('./profile/profile-page.tsx')) },
        { path: '/dashboard/settings', ...screen('settings', () => import('./settings/settings-page.tsx')) },
        { path: '/dashboard/api', ...screen('api', () => import('./api/api-page.tsx')) },
      ]),
      guarded(ADMIN, [
        { path: '/admin', ...screen('admin', () => import('./admin/admin-page.tsx')) },
        { path: '/admin/apps', ...screen('admin-apps', () => import('./admin/admin-apps-page.tsx')) },
        { path: '/admin/users', ...screen('admin-users', () => import('./admin/admin-users-page.tsx')) },
        {
          path: '/admin/settings',
          ...screen('admin-settings', () => import('./admin/admin-settings-page.tsx')),
        },
      ]),
      { path: '*', element: <Navigate to={paths.dashboard} replace /> },
    ],
  },
];

/** The router below the base path, such as `/quayside/`. */
export function createRouter(basePath: string) {
  return createBrowserRouter(routes, { basename: basePath });
}
