import Box from '@mui/material/Box';
import { useState } from 'react';
import { ReasonedButton } from '#client/ui/disabled-reason.tsx';
import { whyNotPublishing } from '#shared/apps/rules.ts';
import { whyNotRole } from '#shared/members/member.ts';
import { type ReleaseAction, whyNotRelease } from '#shared/releases/rules.ts';
import { ConfirmReleaseDialog } from './confirm-release-dialog.tsx';
import type { ReleaseCardProps } from './release-card.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

const LABELS: Record<ReleaseAction, string> = {
  publish: 'Publish now',
  schedule: 'Change the date',
  setRollout: 'Change the share',
  halt: 'Halt the rollout',
  resume: 'Resume',
  complete: 'Offer to every device',
  rollBackTo: 'Go back to this version',
};
const DANGER: ReadonlySet<ReleaseAction> = new Set(['halt', 'rollBackTo']);

/** What can be done with a release; what cannot says why, by the rule that the server applies. */
export function ReleaseActions({ release, releases, loaded: { app, role } }: ReleaseCardProps) {
  const [asking, setAsking] = useState<ReleaseAction | null>(null);
  const { state } = release;
  const isStopped = state === 'halted' || state === 'rolledBack';
  const newer = releases
    .slice(0, releases.indexOf(release))
    .filter((other) => other.track === release.track && IS_OFFERED.has(other.state));

  function whyNot(action: ReleaseAction): string | null {
    const refusal = whyNotRole(role, 'maintainer') ?? whyNotRelease(action, state);
    if (refusal !== null) return refusal;
    if (action === 'publish') return whyNotPublishing(app.status);
    if (action === 'rollBackTo' && newer.length === 0) return 'New installs get this version already.';
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
        <ReasonedButton
          key={action}
          size="small"
          variant={whyNot(action) === null ? 'outlined' : 'text'}
          color={DANGER.has(action) ? 'error' : 'primary'}
          reason={whyNot(action)}
          onClick={() => setAsking(action)}
        >
          {LABELS[action]}
        </ReasonedButton>
      ))}
      {asking === 'setRollout' && <ShareDialog release={release} onClose={close} />}
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

const IS_OFFERED: ReadonlySet<string> = new Set(['rollingOut', 'halted', 'complete']);
