import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Backend } from '#client/backend/backend.ts';
import { type FirstResults, resultKey } from '#client/backend/page-start.ts';
import { pagesQuery } from '#client/backend/use-call-pages.ts';
import { type Address, firstCallsOf } from '#client/screens.ts';
import type { SessionUser } from '#client/store/session-user.ts';
import { preloadable } from './preloadable.tsx';

/** Lets a route's scripts and data start loading before it renders. */
export interface RouteHandle {
  readonly load: () => Promise<unknown>;
}

/** Returns the route of a screen with its own bundle; `id` is its name in load errors. */
export function lazyRoute(id: string, load: () => Promise<{ default: ComponentType }>) {
  const { Preloadable, preload } = preloadable(id, async () => (await load()).default);
  return { element: <Preloadable />, handle: { load: preload } satisfies RouteHandle };
}

/** Loads the scripts of matched routes. Failures show when the screen renders. */
export async function loadRoutes(matches: readonly { readonly handle?: unknown }[]): Promise<void> {
  await Promise.allSettled(matches.map(({ handle }) => (handle as RouteHandle | undefined)?.load()));
}

/** An address that is opened, and the results that were requested for it early. */
interface OpenedAddress extends Address {
  readonly early?: FirstResults;
}

/** Caches the results of the calls with which the screen of an address starts for a user, unless they are known. */
export async function loadFirstCalls(
  { documents: { cache, read }, functions }: Backend,
  user: SessionUser,
  { early, ...address }: OpenedAddress,
): Promise<void> {
  const isUnknown = (key: QueryKey) => cache.getQueryState(key) === undefined;
  await Promise.all(
    firstCallsOf(address, user).map(async (call) => {
      const requested = early?.get(resultKey(user.uid, call));
      if (call.length === 3) {
        const pages = pagesQuery(functions, call[0], call[1]);
        const queryFn: typeof pages.queryFn = (reading) =>
          requested?.catch(() => pages.queryFn(reading)) ?? pages.queryFn(reading);
        if (isUnknown(pages.queryKey)) await cache.prefetchInfiniteQuery({ ...pages, queryFn });
      } else {
        const query = read(call[0], call[1]);
        const queryFn: typeof query.queryFn = (reading) =>
          requested?.catch(() => query.queryFn(reading)) ?? query.queryFn(reading);
        if (isUnknown(query.queryKey)) await cache.prefetchQuery({ ...query, queryFn });
      }
    }),
  );
}
