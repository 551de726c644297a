import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/components/feedback/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { formatPercentage, t } from '#shared/languages/translate.ts';
import { percentageDenialReason } from '#shared/releases/actions.ts';
import { percentageSchema, type Release } from '#shared/releases/release.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

const COMMON = [1, 5, 10, 25, 50, 100] as const;

/** Returns the reason why a release can't get this percentage, as typed; null when it can. */
function rolloutDenialReason({ status, percentage }: Release, typed: string): string | null {
  const share = percentageSchema.safeParse(typed.trim() === '' ? Number.NaN : Number(typed));
  if (!share.success) return t`Use a whole number from 1 to 100.`;
  return percentageDenialReason(status, percentage, share.data);
}

/** Changes the rollout percentage of a release. */
export function RolloutDialog({ release, onClose }: ReleaseDialogProps) {
  const change = useCallMutation('releases.setRollout');
  const [typed, setTyped] = useState(String(release.percentage));
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const denialReason = rolloutDenialReason(release, typed);
    setProblem(denialReason ?? undefined);
    if (denialReason !== null) return;
    change.mutate({ versionId: release.versionId, percentage: Number(typed) }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={t`Change rollout of ${releaseTitle(release)}`}
      confirmLabel={t`Change rollout`}
      pending={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {release.status === 'rollingOut'
          ? t`${release.percentage}% of devices get it now. You can only increase it: devices already included stay included.`
          : t`It starts with ${release.percentage}% of devices once published.`}
      </Typography>
      <TextFormField
        label={t`Rollout (%)`}
        help={t`Devices already included stay included.`}
        type="number"
        name="percentage"
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ input: { min: 1, max: 100, step: 1, inputMode: 'numeric' } }}
        sx={{ maxWidth: 200 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {COMMON.filter((share) => rolloutDenialReason(release, String(share)) === null).map((share) => (
          <Button key={share} size="small" variant="outlined" onClick={() => setTyped(String(share))}>
            {formatPercentage(share)}
          </Button>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`How devices are chosen: the store turns a device’s ID and this version into a fixed number from 0 to 99, and a rollout of 20% reaches the numbers below 20. F-Droid and AltStore clients send no ID, so their network address counts instead: everyone behind one address gets the same version, and the same addresses come first in every rollout.`}
      </Typography>
    </ConfirmDialog>
  );
}
