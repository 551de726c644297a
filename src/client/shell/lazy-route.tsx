import type { ComponentType } from 'react';
import { preloadable } from './preloadable.tsx';

type Screen = ComponentType & {
  /** Loads the part that an address shows first, by its parameters, so that it renders with the screen. */
  readonly loadFirstPart?: (params: URLSearchParams) => Promise<unknown> | undefined;
};

/** Lets a route's scripts start loading before it renders. */
export interface RouteHandle {
  /** Takes the search part of the address. */
  readonly load: (search: string) => Promise<unknown>;
}

/** Returns the route properties of a screen with its own bundle; `id` is its name in load errors. */
export function lazyRoute(id: string, load: () => Promise<{ default: Screen }>) {
  const { Preloadable, preload } = preloadable(id, async (search) => {
    const { default: screen } = await load();
    // A failure shows in place of the part.
    await screen.loadFirstPart?.(new URLSearchParams(search))?.catch(() => undefined);
    return screen;
  });
  return { element: <Preloadable />, handle: { load: preload } satisfies RouteHandle };
}

/** Loads the scripts of matched routes, for an address with this search part. Failures show when the screen renders. */
export async function loadRoutes(
  matches: readonly { readonly handle?: unknown }[],
  search: string,
): Promise<void> {
  await Promise.allSettled(matches.map(({ handle }) => (handle as RouteHandle | undefined)?.load(search)));
}
