import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { versionTitle } from '#client/components/version/version-title.ts';
import { t } from '#shared/languages/translate.ts';
import type { VersionDialogProps } from './submit-dialog.tsx';

/** Withdraws a version before a decision. */
export function WithdrawDialog({ version, onClose }: VersionDialogProps) {
  const withdraw = useCallMutation('versions.withdraw');
  return (
    <ConfirmDialog
      title={t`Withdraw ${versionTitle(version)}?`}
      confirmLabel={t`Withdraw`}
      danger
      pending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate({ versionId: version.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <span>
        {t`It leaves the review queue, and the file stays. Submit it again, or upload a corrected package within 30 days, to keep its place in the queue.`}
      </span>
    </ConfirmDialog>
  );
}
