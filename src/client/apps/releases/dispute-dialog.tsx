import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { GrowingTextField } from '#client/ui/form-field.tsx';
import { t } from '#shared/languages/translate.ts';
import { disputeReasonSchema, type HaltDispute } from '#shared/releases/halt-rule.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

type Outcome = NonNullable<HaltDispute['resolution']>['outcome'];

interface Text {
  readonly value: string;
  readonly problem: string | undefined;
}

/** Keeps a text with its problem; `check` returns it when there is none. */
function useText() {
  const [text, setText] = useState<Text>({ value: '', problem: undefined });
  const check = (): string | null => {
    const { success, data, error } = disputeReasonSchema.safeParse(text.value);
    setText({ value: text.value, problem: error?.issues[0]?.message });
    return success ? data : null;
  };
  return { ...text, check, write: (value: string) => setText({ value, problem: undefined }) };
}

/** Objects to an automatic halt. */
export function DisputeDialog({ release, onClose }: ReleaseDialogProps) {
  const dispute = useCallMutation('releases.disputeHalt');
  const { value, problem, check, write } = useText();
  const { versionId } = release;

  function confirm() {
    const reason = check();
    if (reason !== null) dispute.mutate({ versionId, reason }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={t`Dispute the halt of ${releaseTitle(release)}`}
      confirmLabel={t`Send`}
      pending={dispute.isPending}
      error={dispute.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{t`Store staff look at the reports. You can resume the rollout meanwhile.`}</Typography>
      <GrowingTextField
        label={t`Why aren’t the reports genuine?`}
        name="reason"
        minRows={3}
        error={problem}
        value={value}
        onChange={(event) => write(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Resolves a dispute, for staff. */
export function ResolveDialog({
  release,
  outcome,
  onClose,
}: ReleaseDialogProps & { readonly outcome: Outcome }) {
  const resolve = useCallMutation('releases.resolveDispute');
  const { value, problem, check, write } = useText();
  const { versionId } = release;

  function confirm() {
    const note = check();
    if (note !== null) resolve.mutate({ versionId, outcome, note }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={outcome === 'accepted' ? t`Accept the dispute?` : t`Dismiss the dispute?`}
      confirmLabel={outcome === 'accepted' ? t`Accept` : t`Dismiss`}
      pending={resolve.isPending}
      error={resolve.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <GrowingTextField
        label={t`Note to the publisher`}
        name="note"
        minRows={3}
        error={problem}
        value={value}
        onChange={(event) => write(event.target.value)}
      />
    </ConfirmDialog>
  );
}
