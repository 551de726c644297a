import type { VersionStatus } from '../versions/version.ts';
import type { PublicationKind, ReleaseState } from './release.ts';

/** What the state of a release is derived from. */
export interface ReleaseFacts {
  readonly status: VersionStatus;
  readonly publication: PublicationKind;
  readonly percentage: number;
  readonly isHalted: boolean;
  readonly isRolledBack: boolean;
}

/** Where a release stands. */
export function releaseState(facts: ReleaseFacts): ReleaseState {
  const { status, publication, percentage, isHalted, isRolledBack } = facts;
  if (status === 'submitted' || status === 'in_review') return 'inReview';
  if (status === 'approved') return publication === 'atDate' ? 'scheduled' : 'waiting';
  if (status !== 'published') return 'ended';
  if (isRolledBack) return 'rolledBack';
  if (isHalted) return 'halted';
  return percentage < 100 ? 'rollingOut' : 'complete';
}

export type ReleaseAction =
  | 'publish'
  | 'schedule'
  | 'setRollout'
  | 'halt'
  | 'resume'
  | 'complete'
  | 'rollBackTo';

interface ReleaseRule {
  readonly from: readonly ReleaseState[];
  /** States that show that the same request has already had its effect. */
  readonly done: readonly ReleaseState[];
  readonly words: string;
}

/** In which states of a release each action is possible. */
export const RELEASE_RULES: Readonly<Record<ReleaseAction, ReleaseRule>> = {
  publish: {
    from: ['scheduled', 'waiting'],
    done: ['rollingOut', 'halted', 'complete', 'rolledBack'],
    words: 'published',
  },
  schedule: { from: ['inReview', 'scheduled', 'waiting'], done: [], words: 'scheduled' },
  setRollout: {
    from: ['inReview', 'scheduled', 'waiting', 'rollingOut'],
    done: [],
    words: 'offered to another share of devices',
  },
  halt: { from: ['rollingOut'], done: ['halted'], words: 'halted' },
  resume: { from: ['halted', 'rolledBack'], done: ['rollingOut', 'complete'], words: 'resumed' },
  complete: { from: ['rollingOut'], done: ['complete'], words: 'offered to every device' },
  rollBackTo: { from: ['complete'], done: [], words: 'gone back to' },
};

const STATE_WORDS: Record<ReleaseState, string> = {
  inReview: 'is not approved yet',
  scheduled: 'is scheduled',
  waiting: 'waits to be published',
  rollingOut: 'is being rolled out',
  halted: 'is halted',
  complete: 'is offered to every device',
  rolledBack: 'was rolled back',
  ended: 'is not public',
};

/** Why an action on a release is not possible, as a sentence to show; null when it is. */
export function whyNotRelease(action: ReleaseAction, state: ReleaseState): string | null {
  const { from, words } = RELEASE_RULES[action];
  return from.includes(state) ? null : `This release ${STATE_WORDS[state]}, so it cannot be ${words}.`;
}

/** Why a rollout cannot get this percentage; null when it can. Once public it only grows: devices keep what they got. */
export function whyNotPercentage(state: ReleaseState, current: number, wanted: number): string | null {
  const isPublic = state === 'rollingOut';
  if (!isPublic || wanted >= current) return null;
  return `This version is offered to ${current}% of devices already, and a share cannot shrink. Halt the rollout instead.`;
}
