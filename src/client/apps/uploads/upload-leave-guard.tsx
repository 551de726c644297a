import { LeaveGuard } from '#client/components/leave-guard/leave-guard.tsx';

/** Asks before the page is left while an upload runs. */
export function UploadLeaveGuard({ active }: { active: boolean }) {
  return (
    <LeaveGuard active={active} scope="page" title="Leave while uploading?" confirmLabel="Leave page">
      The upload stops. To continue it later, choose the same file again.
    </LeaveGuard>
  );
}
