import { type ComponentType, lazy } from 'react';
import { loadChunk } from './load-chunk.ts';

/** What a route carries so that the guard can begin to load its screen. */
export interface ScreenHandle {
  readonly load: () => Promise<unknown>;
}

/** The parts of a route whose screen is a bundle of its own; `id` names it when it cannot be loaded. */
export function screen(id: string, load: () => Promise<{ default: ComponentType }>) {
  const Screen = lazy(() => loadChunk(id, load));
  return { element: <Screen />, handle: { load } satisfies ScreenHandle };
}
