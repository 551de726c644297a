import { type ComponentType, lazy, useState } from 'react';
import { loadChunk } from '#client/backend/load-chunk.ts';

/**
 * Returns a component that loads when it first renders, inside the nearest `Suspense` (see `loadChunk`), and a function
 * that loads it before. Once loaded it renders at once: after a fallback React would wait 300 ms before it shows the
 * component (`FALLBACK_THROTTLE_MS`). `preload` throws when it fails.
 */
export function preloadable(id: string, load: () => Promise<ComponentType>) {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await loadChunk(id, () => preload()) }));
  function Preloadable() {
    // The same for as long as it's mounted, or its state would be lost.
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  return { Preloadable, preload };
}
