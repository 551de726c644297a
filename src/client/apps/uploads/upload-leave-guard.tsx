import { LeaveGuard } from '#client/components/leave-guard/leave-guard.tsx';
import { t } from '#shared/languages/translate.ts';

/** Asks before the page is left while an upload runs. */
export function UploadLeaveGuard({ active }: { active: boolean }) {
  return (
    <LeaveGuard active={active} scope="page" title={t`Leave while uploading?`} confirmLabel={t`Leave page`}>
      {t`The upload stops. To continue it later, choose the same file again.`}
    </LeaveGuard>
  );
}
