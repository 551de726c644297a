import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limitSeconds } from './limit-seconds.ts';

/** Returns the seconds that a query waits whose data is on the screen; null when it failed otherwise or not at all. */
function pausedSeconds({ state }: Query): number | null {
  return state.data === undefined ? null : limitSeconds(state.error);
}

/**
 * Loads what is on the screen again once the server allows it, after too many requests kept it from being updated.
 * Returns the seconds until then; null while nothing waits.
 */
export function usePausedUpdates(): number | null {
  const cache = useQueryClient();
  const [seconds, setSeconds] = useState<number | null>(null);

  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const wait = pausedSeconds(event.query);
        if (wait !== null) setSeconds(wait);
      }),
    [cache],
  );

  useEffect(() => {
    if (seconds === null) return;
    const timer = setTimeout(() => {
      setSeconds(null);
      void cache.refetchQueries({ type: 'active', predicate: (query) => pausedSeconds(query) !== null });
    }, 1_000 * seconds);
    return () => clearTimeout(timer);
  }, [cache, seconds]);

  return seconds;
}
