import Box from '@mui/material/Box';
import { useState } from 'react';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { publishingDenialReason } from '#shared/apps/status.ts';
import { roleDenialReason } from '#shared/members/member.ts';
import { RELEASE_ACTIONS, type ReleaseAction, releaseDenialReason } from '#shared/releases/actions.ts';
import { RELEASE_STATUSES, ROLLED_BACK_FROM } from '#shared/releases/status.ts';
import { ConfirmReleaseDialog } from './confirm-release-dialog.tsx';
import type { ReleaseCardProps } from './release-card.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { RolloutDialog } from './rollout-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** Shows buttons for the actions on a release; a disabled one gives its reason, by the rule that the server applies. */
export function ReleaseActions({ release, releases, loaded: { app, role } }: ReleaseCardProps) {
  const [asking, setAsking] = useState<ReleaseAction | null>(null);
  const { status } = release;
  const { isStopped } = RELEASE_STATUSES[status];
  const newer = releases
    .slice(0, releases.indexOf(release))
    .filter((other) => other.track === release.track && ROLLED_BACK_FROM.includes(other.status));

  function denialReasonFor(action: ReleaseAction): string | null {
    const denialReason = roleDenialReason(role, 'maintainer') ?? releaseDenialReason(action, status);
    if (denialReason !== null) return denialReason;
    if (action === 'publish') return publishingDenialReason(app.status);
    if (action === 'rollBackTo' && newer.length === 0) return 'New installs already get this version.';
    return null;
  }

  const shown: readonly ReleaseAction[] = [
    'publish',
    'schedule',
    'setRollout',
    'complete',
    isStopped ? 'resume' : 'halt',
    'rollBackTo',
  ];
  const close = () => setAsking(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {shown.map((action) => (
        <ActionButton
          key={action}
          action={RELEASE_ACTIONS[action]}
          size="small"
          variant={denialReasonFor(action) === null ? 'outlined' : 'text'}
          reason={denialReasonFor(action)}
          onClick={() => setAsking(action)}
        />
      ))}
      {asking === 'setRollout' && <RolloutDialog release={release} onClose={close} />}
      {asking === 'schedule' && <ScheduleDialog release={release} onClose={close} />}
      {asking === 'rollBackTo' && (
        <RollBackDialog appId={app.id} release={release} newer={newer} onClose={close} />
      )}
      {asking !== null && asking !== 'setRollout' && asking !== 'schedule' && asking !== 'rollBackTo' && (
        <ConfirmReleaseDialog action={asking} release={release} onClose={close} />
      )}
    </Box>
  );
}
