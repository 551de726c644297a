import { LeaveGuard } from '#client/components/leave-guard/leave-guard.tsx';
import { t } from '#shared/languages/translate.ts';

/** Asks before a form is left with changes that aren't saved. */
export function UnsavedGuard({ active }: { active: boolean }) {
  return (
    <LeaveGuard
      active={active}
      title={t`Leave without saving?`}
      confirmLabel={t`Leave without saving`}
      danger
    >
      {t`Your changes will be lost.`}
    </LeaveGuard>
  );
}
