import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { Editing } from './use-autosave.ts';

/** Saves what is not saved when the page is left, and asks where that cannot be done. */
export function LeaveGuard({ editings }: { editings: readonly Pick<Editing<object>, 'phase' | 'flush'>[] }) {
  const isUnsaved = editings.some(({ phase }) => phase !== 'saved');
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved && (from.pathname !== to.pathname || from.search !== to.search),
  );

  const saveAll = useEffectEvent(async () => {
    const saved = await Promise.all(editings.map(({ flush }) => flush()));
    return saved.every(Boolean);
  });
  const leave = useEffectEvent(() => blocker.proceed?.());

  const isBlocked = blocker.state === 'blocked';
  useEffect(() => {
    if (!isBlocked) return;
    let isCurrent = true;
    void saveAll().then((isSaved) => {
      if (!isCurrent) return;
      if (isSaved) leave();
      else setAsking(true);
    });
    return () => {
      isCurrent = false;
      setAsking(false);
    };
  }, [isBlocked]);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  if (blocker.state !== 'blocked' || !isAsking) return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave this page"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <span>
        Some of your changes could not be saved yet. They stay in this browser and are offered to you when you
        come back.
      </span>
    </ConfirmDialog>
  );
}
