import type { ComponentType } from 'react';
import { preloadable } from './preloadable.tsx';

/** Lets a route's scripts start loading before it renders. */
export interface RouteHandle {
  readonly load: () => Promise<unknown>;
}

/** Returns the route properties of a screen with its own bundle; `id` is its name in load errors. */
export function lazyRoute(id: string, load: () => Promise<{ default: ComponentType }>) {
  const { Preloadable, preload } = preloadable(id, async () => (await load()).default);
  return { element: <Preloadable />, handle: { load: preload } satisfies RouteHandle };
}

/** Starts loading the scripts of matched routes. */
export function loadRoutes(matches: readonly { readonly handle?: unknown }[]): void {
  for (const { handle } of matches) {
    // A failure here shows when the screen renders.
    (handle as RouteHandle | undefined)?.load().catch(() => undefined);
  }
}
