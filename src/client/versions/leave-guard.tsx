import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';

/** Asks before the page is left while an upload runs. */
export function LeaveGuard({ active }: { active: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave while the file is uploading?"
      confirmLabel="Leave this page"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <span>
        The upload stops. What has arrived stays: choose the same file again to go on with the rest.
      </span>
    </ConfirmDialog>
  );
}
