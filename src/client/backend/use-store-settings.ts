import { useEffect, useSyncExternalStore } from 'react';
import type { CallResult } from '#shared/calls.ts';
import { useBackend } from './backend-context.ts';

/** Returns the store's public settings without the cache, for the sign-in page; undefined until they are loaded. */
export function useStoreSettings(): CallResult<'settings.get'> | undefined {
  const { storeSettings } = useBackend().documents;
  useEffect(() => {
    // The page works without them.
    storeSettings.load().catch(() => undefined);
  }, [storeSettings]);
  return useSyncExternalStore(storeSettings.subscribe, storeSettings.current);
}
