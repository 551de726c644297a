import Box from '@mui/material/Box';
import { useState } from 'react';
import { ActionButton } from '#client/components/status/action-button.tsx';
import { roleDenialReason } from '#shared/members/member.ts';
import {
  denialReasonOfDispute,
  heldReleaseDenialReason,
  RELEASE_ACTIONS,
  type ReleaseAction,
} from '#shared/releases/actions.ts';
import { publishingDenialReason } from '#shared/statuses/app-status.ts';
import { ROLLED_BACK_FROM } from '#shared/statuses/release-status.ts';
import { holdOfRelease } from '#shared/versions/shown-status.ts';
import { ConfirmReleaseDialog, isSimple, type ReleaseProps } from './confirm-release-dialog.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';
import { HaltRuleDialog } from './halt-rule-dialog.tsx';
import { RollBackDialog } from './roll-back-dialog.tsx';
import { RolloutDialog } from './rollout-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** Shows buttons for the actions that apply to a release; a disabled one gives its reason. */
export function ReleaseActions({ release, releases, loaded }: ReleaseProps) {
  const { app, role } = loaded;
  const hold = holdOfRelease(loaded, release);
  const [asking, setAsking] = useState<ReleaseAction | null>(null);
  const { status } = release;
  const newer = releases
    .slice(0, releases.indexOf(release))
    .filter((other) => other.track === release.track && ROLLED_BACK_FROM.includes(other.status));

  const applies = (action: ReleaseAction) =>
    RELEASE_ACTIONS[action].from.includes(status) &&
    RELEASE_ACTIONS[action].button !== null &&
    (action !== 'rollBackTo' || newer.length > 0) &&
    (action !== 'disputeHalt' || denialReasonOfDispute(release) === null);
  const shown = (Object.keys(RELEASE_ACTIONS) as ReleaseAction[]).filter(applies);

  function denialReasonFor(action: ReleaseAction): string | null {
    const denialReason = roleDenialReason(role, 'maintainer') ?? heldReleaseDenialReason(action, hold);
    return action === 'publish' ? (denialReason ?? publishingDenialReason(app.status)) : denialReason;
  }

  const close = () => setAsking(null);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      {shown.map((action) => (
        <ActionButton
          key={action}
          action={RELEASE_ACTIONS[action]}
          status={status}
          size="small"
          variant="outlined"
          reason={denialReasonFor(action)}
          onClick={() => setAsking(action)}
        />
      ))}
      {asking === 'setRollout' && <RolloutDialog release={release} onClose={close} />}
      {asking === 'schedule' && <ScheduleDialog release={release} onClose={close} />}
      {asking === 'rollBackTo' && (
        <RollBackDialog appId={app.id} release={release} newer={newer} onClose={close} />
      )}
      {asking === 'disputeHalt' && <DisputeDialog release={release} onClose={close} />}
      {asking === 'setHaltRule' && <HaltRuleDialog release={release} onClose={close} />}
      {isSimple(asking) && (
        <ConfirmReleaseDialog
          action={asking}
          release={release}
          releases={releases}
          loaded={loaded}
          onClose={close}
        />
      )}
    </Box>
  );
}
