import { useEffect, useSyncExternalStore } from 'react';
import type { PublicStore } from '#shared/settings/calls.ts';
import { useBackend } from './backend-context.ts';

/** Returns the settings that everyone gets, for the sign-in page; undefined until they are loaded. */
export function useStoreSettings(): PublicStore | undefined {
  const { storeSettings } = useBackend().documents;
  useEffect(() => {
    // The page works without them.
    storeSettings.load().catch(() => undefined);
  }, [storeSettings]);
  return useSyncExternalStore(storeSettings.subscribe, storeSettings.current);
}
