import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { limitSeconds } from '#client/backend/limit-seconds.ts';
import { describeDuration } from '#shared/duration.ts';
import { t } from '#shared/languages/translate.ts';

/** Returns the seconds that a query waits whose data is on the screen; null when it failed otherwise or not at all. */
function pausedSeconds({ state }: Query): number | null {
  return state.data === undefined ? null : limitSeconds(state.error);
}

/**
 * Says that what is shown isn't updated for a while, because of too many requests, and updates it then. Everything stays
 * on the screen meanwhile.
 */
export function PausedUpdates() {
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

  return (
    <Snackbar open={seconds !== null} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}>
      <Alert severity="info" role="status">
        {seconds !== null &&
          t`Too many requests. What you see stays, and is updated again in ${describeDuration(seconds)}.`}
      </Alert>
    </Snackbar>
  );
}
