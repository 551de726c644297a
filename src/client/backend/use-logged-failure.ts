import { useEffect } from 'react';

/** Logs what a reading of notifications threw; people are not told of it (specification section 8). */
export function useLoggedFailure(error: Error | null): void {
  useEffect(() => {
    if (error !== null) console.error('Notifications', error);
  }, [error]);
}
