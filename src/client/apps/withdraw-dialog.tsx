import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { versionTitle } from '#client/ui/version-title.ts';
import { CHANGED_CALLS } from './changed-calls.ts';
import type { VersionDialogProps } from './submit-dialog.tsx';

/** Takes a version back before anybody has decided. */
export function WithdrawDialog({ version, onClose }: VersionDialogProps) {
  const withdraw = useCallMutation('versions.withdraw', { invalidates: CHANGED_CALLS });
  return (
    <ConfirmDialog
      title={`Withdraw ${versionTitle(version)}?`}
      confirmLabel="Withdraw"
      danger
      pending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate({ versionId: version.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        It leaves the review queue. The uploaded file stays. Submit it again, and it gets back the place that
        it has now; a corrected package gets that place within 30 days.
      </span>
    </ConfirmDialog>
  );
}
