import { type ComponentType, lazy } from 'react';
import { loadChunk } from '#client/backend/load-chunk.ts';

/** Lets the guard start loading a route's screen. */
export interface RouteHandle {
  readonly load: () => Promise<unknown>;
}

/** Returns the route properties of a screen with its own bundle; `id` is its name in load errors. */
export function lazyRoute(id: string, load: () => Promise<{ default: ComponentType }>) {
  const Screen = lazy(() => loadChunk(id, load));
  return { element: <Screen />, handle: { load } satisfies RouteHandle };
}
