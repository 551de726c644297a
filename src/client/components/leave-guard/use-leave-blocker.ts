import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** `page` allows switching between the views of one page, which changes only the search. */
export type LeaveScope = 'page' | 'view';

/** Blocks leaving while `active`: within the product by the returned blocker, otherwise by the browser's prompt. */
export function useLeaveBlocker(active: boolean, scope: LeaveScope = 'view'): Blocker {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      active && (from.pathname !== to.pathname || (scope === 'view' && from.search !== to.search)),
  );

  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);

  return blocker;
}
