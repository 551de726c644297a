import { type ComponentType, Suspense, useEffect } from 'react';
import {
  createBrowserRouter,
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  useRouteError,
} from 'react-router';
import type { Role } from '#shared/users/role.ts';
import { noteAddress } from './components/address/address.ts';
import { paths } from './paths.ts';
import { ALL_SCREENS, SCREENS } from './screens.ts';
import { Guard } from './shell/guard.tsx';
import { lazyRoute, loadRoutes, type RouteHandle } from './shell/lazy-route.tsx';
import { Loading } from './shell/loading.tsx';
import { preloadable } from './shell/preloadable.tsx';
import { ScreenError, WholeScreenError } from './shell/screen-error.tsx';

/** The files that the records of the screens name. */
const MODULES = import.meta.glob<{ default: ComponentType }>('./**/*-page.tsx');

const shell = preloadable('shell', async () => (await import('./shell/shell.tsx')).Shell);

/** The screens that the router shows, each a separate bundle. The sign-in page runs without it. */
const screenRoutes = new Map(
  ALL_SCREENS.filter(([name]) => name !== 'login').map(([name, screen]) => {
    const load = MODULES[`./${screen.module}`];
    if (load === undefined) throw new Error(`There is no ${screen.module}.`);
    return [screen, { path: screen.path, ...lazyRoute(name, load) }];
  }),
);

/** Returns the routes of all screens; those with the same roles share a guard and the frame. */
function routesByRoles(): RouteObject[] {
  const groups = Map.groupBy(screenRoutes, ([{ roles }]) => roles);
  return [...groups].flatMap(([roles, entries]) => {
    const group: RouteObject[] = entries.map(([, route]) => route);
    return roles === null ? group : guarded(roles, group);
  });
}

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

/** Returns a route that leads to the dashboard and loads its scripts, so that no fallback holds it back. */
function toDashboard(path: string): RouteObject {
  const load = () => Promise.all([shell.preload(), screenRoutes.get(SCREENS.dashboard)?.handle.load()]);
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

/** Every route of specification section 2. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RootError />,
    children: [
      toDashboard('/'),
      { path: paths.login, element: <ToSignIn /> },
      ...routesByRoles(),
      toDashboard('*'),
    ],
  },
];

/** Returns the router below the base path, such as `/quayside/`. */
export function createRouter(basePath: string) {
  return createBrowserRouter(routes, { basename: basePath });
}

/** Loads the scripts of a screen, before it is known whether the user may see it. */
export async function loadScreen(pathname: string): Promise<void> {
  await loadRoutes((matchRoutes(routes, pathname) ?? []).map(({ route }) => route));
}
