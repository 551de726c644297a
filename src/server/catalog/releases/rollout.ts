import { percentageDenialReason } from '#shared/releases/actions.ts';
import type { Handler } from '../../identity/handler.ts';
import { requireAllowed } from '../../platform/input/call-error.ts';
import { releaseStatusOf } from '../lifecycle/change-release.ts';
import { runReleaseAction } from './change.ts';

/** `releases.setRollout`: changes the percentage of devices. Once published it can only increase. */
export const setRollout: Handler<'releases.setRollout'> = ({ data, caller, context }) =>
  runReleaseAction({
    context,
    caller,
    versionId: data.versionId,
    action: 'setRollout',
    columns: ({ release, version }) => {
      requireAllowed(
        () => percentageDenialReason(releaseStatusOf(release, version), release.percentage, data.percentage),
        { reason: 'lower-percentage' },
      );
      return { percentage: data.percentage };
    },
  });

/** `releases.halt`: stops new installs and updates; devices that have the version keep it. */
export const haltRelease: Handler<'releases.halt'> = ({ data, caller, context }) =>
  runReleaseAction({
    context,
    caller,
    versionId: data.versionId,
    action: 'halt',
    columns: () => ({ haltedAt: context.clock() }),
  });

/** `releases.resume`: resumes a halted rollout where it stopped, or a version that was rolled back. */
export const resumeRelease: Handler<'releases.resume'> = ({ data, caller, context }) =>
  runReleaseAction({
    context,
    caller,
    versionId: data.versionId,
    action: 'resume',
    columns: ({ release }) => ({
      haltedAt: null,
      rolledBackAt: null,
      haltedFor: null,
      haltDispute: null,
      reportRound: release.reportRound + 1,
    }),
  });

/** `releases.complete`: releases the version to all devices. */
export const completeRelease: Handler<'releases.complete'> = ({ data, caller, context }) =>
  runReleaseAction({
    context,
    caller,
    versionId: data.versionId,
    action: 'complete',
    columns: () => ({ percentage: 100 }),
  });
