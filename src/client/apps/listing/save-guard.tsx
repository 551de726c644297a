import { useEffect, useEffectEvent, useState } from 'react';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { useLeaveBlocker } from '#client/components/leave-guard/use-leave-blocker.ts';
import { t } from '#shared/languages/translate.ts';
import type { Editing } from './use-autosave.ts';

/** Saves unsaved edits when the page is left, and asks first when they can't be saved. */
export function SaveGuard({ editings }: { editings: readonly Pick<Editing<object>, 'phase' | 'flush'>[] }) {
  const isUnsaved = editings.some(({ phase }) => phase !== 'saved');
  const [isAsking, setAsking] = useState(false);
  const blocker = useLeaveBlocker(isUnsaved);

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

  if (blocker.state !== 'blocked' || !isAsking) return null;
  return (
    <ConfirmDialog
      title={t`Leave without saving?`}
      confirmLabel={t`Leave page`}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <span>
        {t`Some changes aren’t saved yet. They stay in this browser, and you can restore them when you come back.`}
      </span>
    </ConfirmDialog>
  );
}
