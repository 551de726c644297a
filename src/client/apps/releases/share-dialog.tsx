import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useCallMutation } from '#client/backend/use-call.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { TextFormField } from '#client/ui/form-field.tsx';
import { percentageSchema, type Release } from '#shared/releases/release.ts';
import { whyNotPercentage } from '#shared/releases/rules.ts';
import { CHANGED_CALLS } from '../changed-calls.ts';
import type { ReleaseDialogProps } from './confirm-release-dialog.tsx';
import { releaseTitle } from './release-title.ts';

const COMMON = [1, 5, 10, 25, 50, 100] as const;

/** Why a release cannot get this share, as typed; null when it can. */
function whyNotShare({ state, percentage }: Release, typed: string): string | null {
  const share = percentageSchema.safeParse(typed.trim() === '' ? Number.NaN : Number(typed));
  if (!share.success) return 'Use a whole number from 1 to 100.';
  return whyNotPercentage(state, percentage, share.data);
}

/** Offers a release to another share of devices. */
export function ShareDialog({ release, onClose }: ReleaseDialogProps) {
  const change = useCallMutation('releases.setRollout', { invalidates: CHANGED_CALLS });
  const [typed, setTyped] = useState(String(release.percentage));
  const [problem, setProblem] = useState<string>();

  function confirm() {
    const refusal = whyNotShare(release, typed);
    setProblem(refusal ?? undefined);
    if (refusal !== null) return;
    change.mutate({ versionId: release.versionId, percentage: Number(typed) }, { onSuccess: onClose });
  }

  return (
    <ConfirmDialog
      title={`Change the share of ${releaseTitle(release)}`}
      confirmLabel="Change the share"
      pending={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {release.state === 'rollingOut'
          ? `${release.percentage}% of devices are offered it now. The share can only grow: who was offered it keeps it.`
          : `It begins with ${release.percentage}% of devices once it is published.`}
      </Typography>
      <TextFormField
        label="Share of devices, in percent"
        help="Which devices it is stays the same as the share grows."
        type="number"
        name="percentage"
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ input: { min: 1, max: 100, step: 1, inputMode: 'numeric' } }}
        sx={{ maxWidth: 200 }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {COMMON.filter((share) => whyNotShare(release, String(share)) === null).map((share) => (
          <Button key={share} size="small" variant="outlined" onClick={() => setTyped(String(share))}>
            {share}%
          </Button>
        ))}
      </Box>
    </ConfirmDialog>
  );
}
