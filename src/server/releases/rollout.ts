import { whyNotPercentage } from '#shared/releases/rules.ts';
import type { Handler } from '../callable.ts';
import { changeRelease, refuseRelease } from './change.ts';
import { stateOf } from './queries.ts';

/** `releases.setRollout`: offers a version to another share of devices; once it is public the share only grows. */
export const setRollout: Handler<'releases.setRollout'> = ({ data, caller, context }) =>
  changeRelease({
    context,
    caller,
    versionId: data.versionId,
    action: 'setRollout',
    columns: ({ release, version }) => {
      refuseRelease(whyNotPercentage(stateOf(release, version), release.percentage, data.percentage));
      return { percentage: data.percentage };
    },
  });

/** `releases.halt`: offers the version to nobody else; who has it keeps it. */
export const haltRelease: Handler<'releases.halt'> = ({ data, caller, context }) =>
  changeRelease({
    context,
    caller,
    versionId: data.versionId,
    action: 'halt',
    columns: () => ({ haltedAt: context.clock() }),
  });

/** `releases.resume`: goes on with a halted rollout where it stopped, or offers again what was rolled back. */
export const resumeRelease: Handler<'releases.resume'> = ({ data, caller, context }) =>
  changeRelease({
    context,
    caller,
    versionId: data.versionId,
    action: 'resume',
    columns: () => ({ haltedAt: null, rolledBackAt: null }),
  });

/** `releases.complete`: offers the version to every device. */
export const completeRelease: Handler<'releases.complete'> = ({ data, caller, context }) =>
  changeRelease({
    context,
    caller,
    versionId: data.versionId,
    action: 'complete',
    columns: () => ({ percentage: 100 }),
  });
