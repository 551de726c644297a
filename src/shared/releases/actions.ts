import { type HoldNotice, holdDenialReason } from '../holds/hold.ts';
import { t } from '../languages/translate.ts';
import { type ActionRecord, type Actor, defineDenialReason } from '../lifecycle.ts';
import { RELEASE_STATUSES, type ReleaseStatus } from '../statuses/release-status.ts';
import type { HaltDispute } from './halt-rule.ts';

const WHO = ['publisher'] as const;

/** Every action on a release: it changes the settings that the status is derived from. */
const RECORDS = {
  publish: {
    from: ['scheduled', 'waiting'],
    done: ['rollingOut', 'halted', 'complete', 'rolledBack'],
    who: WHO,
    get participle() {
      return t`published`;
    },
    event: 'version.published',
    button: { label: t`Publish now`, icon: 'visible', tone: 'neutral' },
  },
  schedule: {
    from: ['inReview', 'scheduled', 'waiting'],
    done: [],
    who: WHO,
    get participle() {
      return t`scheduled`;
    },
    event: 'release.scheduled',
    button: { label: t`Change date`, icon: 'calendar', tone: 'neutral' },
  },
  setRollout: {
    from: ['inReview', 'scheduled', 'waiting', 'rollingOut'],
    done: [],
    who: WHO,
    get participle() {
      return t`rolled out to a different percentage`;
    },
    event: 'release.rollout-changed',
    button: { label: t`Change rollout`, icon: 'tune', tone: 'neutral' },
  },
  halt: {
    from: ['rollingOut'],
    done: ['halted'],
    who: WHO,
    get participle() {
      return t`halted`;
    },
    event: 'release.halted',
    button: { label: t`Halt rollout`, icon: 'pause', tone: 'error' },
  },
  haltAutomatically: {
    from: ['rollingOut'],
    done: ['halted'],
    who: ['system'],
    get participle() {
      return t`halted automatically`;
    },
    event: 'release.halted-automatically',
    button: null,
  },
  disputeHalt: {
    from: ['halted'],
    done: [],
    who: WHO,
    get participle() {
      return t`disputed`;
    },
    event: 'release.halt-disputed',
    button: { label: t`Dispute halt…`, icon: 'send', tone: 'neutral' },
  },
  resolveDispute: {
    from: ['rollingOut', 'halted', 'complete', 'rolledBack'],
    done: [],
    who: ['admin'],
    get participle() {
      return t`settled`;
    },
    event: 'release.dispute-resolved',
    button: null,
  },
  setHaltRule: {
    from: ['inReview', 'scheduled', 'waiting', 'rollingOut', 'halted'],
    done: [],
    who: WHO,
    get participle() {
      return t`given another rule for halting`;
    },
    event: 'release.halt-rule-changed',
    button: { label: t`Halt when…`, icon: 'tune', tone: 'neutral' },
  },
  resume: {
    from: ['halted', 'rolledBack'],
    done: ['rollingOut', 'complete'],
    who: WHO,
    get participle() {
      return t`resumed`;
    },
    event: 'release.resumed',
    button: { label: t`Resume`, icon: 'play', tone: 'neutral' },
  },
  complete: {
    from: ['rollingOut'],
    done: ['complete'],
    who: WHO,
    get participle() {
      return t`released to all devices`;
    },
    event: 'release.completed',
    button: { label: t`Release to all devices`, icon: 'check', tone: 'neutral' },
  },
  rollBackTo: {
    from: ['complete'],
    done: [],
    who: WHO,
    get participle() {
      return t`rolled back to`;
    },
    event: 'release.rolled-back',
    button: { label: t`Roll back to this version`, icon: 'rollback', tone: 'error' },
  },
} as const satisfies Record<string, ActionRecord<ReleaseStatus>>;

export type ReleaseAction = keyof typeof RECORDS;
export const RELEASE_ACTIONS: Readonly<
  Record<ReleaseAction, ActionRecord<ReleaseStatus, (typeof RECORDS)[ReleaseAction]['event']>>
> = RECORDS;

const denialReason = defineDenialReason({
  subject: () => t`This release`,
  actions: RELEASE_ACTIONS,
  statuses: RELEASE_STATUSES,
});

/** Returns the reason why its publisher, or the store itself, cannot do this with a release; null when they can. */
export function releaseDenialReason(
  action: ReleaseAction,
  status: ReleaseStatus,
  actor: Actor = 'publisher',
): string | null {
  return denialReason({ action, status, actor });
}

/** The actions by which more devices get a version. */
const WIDENING: ReadonlySet<ReleaseAction> = new Set(['publish', 'setRollout', 'resume', 'complete']);

/** Returns the reason why this has to wait until a hold is lifted; null when it can be done. */
export function heldReleaseDenialReason(
  action: ReleaseAction,
  hold: Pick<HoldNotice, 'subject' | 'reason'> | null,
): string | null {
  return WIDENING.has(action) ? holdDenialReason(hold) : null;
}

/**
 * Returns the reason why a rollout cannot get this percentage; null when it can. Once published it only grows, because
 * devices keep what they have.
 */
export function percentageDenialReason(
  status: ReleaseStatus,
  current: number,
  requested: number,
): string | null {
  if (status !== 'rollingOut' || requested >= current) return null;
  return t`This version is already rolled out to ${current}% of devices, and that can’t decrease. Halt the rollout instead.`;
}

interface Disputable {
  readonly haltedFor: object | null;
  readonly haltDispute: HaltDispute | null;
}

/** Returns the reason why a halt cannot be disputed; null when it can: one that was automatic, once. */
export function denialReasonOfDispute({ haltedFor, haltDispute }: Disputable): string | null {
  if (haltedFor === null) return t`This rollout wasn’t halted automatically.`;
  return haltDispute === null ? null : t`This halt was disputed already.`;
}

/** Returns the reason why there is no dispute to resolve; null when there is one. */
export function denialReasonOfResolution({ haltDispute }: Disputable): string | null {
  return haltDispute !== null && haltDispute.resolution === null ? null : t`There is no open dispute.`;
}
