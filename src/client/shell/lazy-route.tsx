import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Backend } from '#client/backend/backend.ts';
import { pagesQuery } from '#client/backend/use-call-pages.ts';
import type { Screen } from '#client/screens.ts';
import type { SessionUser } from '#client/store/session-user.ts';
import { preloadable } from './preloadable.tsx';

/** Lets a route's scripts and data start loading before it renders. */
export interface RouteHandle {
  readonly load: () => Promise<unknown>;
  readonly screen?: Screen;
}

/** The routes of an address, and its search part. */
export interface OpenedRoutes {
  readonly matches: readonly {
    readonly handle?: unknown;
    readonly params: Readonly<Record<string, string | undefined>>;
  }[];
  readonly search: string;
}

/** Returns the route of a screen with its own bundle; `id` is its name in load errors. */
export function lazyRoute(id: string, screen: Screen, load: () => Promise<{ default: ComponentType }>) {
  const { Preloadable, preload } = preloadable(id, async () => (await load()).default);
  return { path: screen.path, element: <Preloadable />, handle: { load: preload, screen } };
}

const handlesOf = ({ matches }: OpenedRoutes) =>
  matches.flatMap(({ handle, params }) => (handle ? [{ ...(handle as RouteHandle), params }] : []));

/** Loads the scripts of routes. Failures show when the screen renders. */
export async function loadRoutes(opened: OpenedRoutes): Promise<void> {
  await Promise.allSettled(handlesOf(opened).map(({ load }) => load()));
}

/** Caches the results of the calls with which a screen starts for a user, unless they are known. */
export async function loadFirstCalls(
  { documents: { cache, read }, functions }: Backend,
  { role, onboardingCompleted }: SessionUser,
  opened: OpenedRoutes,
): Promise<void> {
  // Every address leads to onboarding first.
  if (!onboardingCompleted) return;
  const search = new URLSearchParams(opened.search);
  const calls = handlesOf(opened).flatMap(({ screen, params }) =>
    screen?.roles?.includes(role)
      ? (screen.firstCalls?.({ params: params as Record<string, string>, search, role }) ?? [])
      : [],
  );
  const isUnknown = (key: QueryKey) => cache.getQueryState(key) === undefined;
  await Promise.all(
    calls.map(async (call) => {
      if (call.length === 3) {
        const pages = pagesQuery(functions, call[0], call[1]);
        if (isUnknown(pages.queryKey)) await cache.prefetchInfiniteQuery(pages);
      } else {
        const query = read(call[0], call[1]);
        if (isUnknown(query.queryKey)) await cache.prefetchQuery(query);
      }
    }),
  );
}
