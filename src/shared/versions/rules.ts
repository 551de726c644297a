import type { VersionStatus } from './version.ts';

export type VersionAction =
  | 'receive'
  | 'refuse'
  | 'accept'
  | 'submit'
  | 'withdraw'
  | 'claim'
  | 'release'
  | 'approve'
  | 'publish'
  | 'reject'
  | 'unpublish'
  | 'republish'
  | 'remove'
  | 'restore';

/** Who acts: the app's own publisher, an admin of the store, or the store itself (analysis, policies, jobs). */
export type Actor = 'publisher' | 'admin' | 'system';

interface Transition {
  readonly from: readonly VersionStatus[];
  readonly to: VersionStatus;
  /** Statuses that show that the same request has already had its effect. */
  readonly done?: readonly VersionStatus[];
  readonly who: readonly Actor[];
  /** The name of the audit event that is committed with the change. */
  readonly event: string;
  /** What the publisher is told, if anything. */
  readonly notification?: 'app_approval' | 'app_rejection' | 'app_removal';
}

/**
 * Every way a version can change its status (design, section 5). Nothing else changes one.
 * `published` is reached from `approved`, and again from what was published before; `approved` by an approval alone,
 * of an admin or of the store's policy, which is recorded.
 */
export const VERSION_TRANSITIONS: Readonly<Record<VersionAction, Transition>> = {
  receive: { from: ['uploading'], to: 'analysing', who: ['system'], event: 'version.received' },
  refuse: { from: ['analysing'], to: 'invalid', who: ['system'], event: 'version.refused' },
  accept: { from: ['analysing'], to: 'draft', who: ['system'], event: 'version.accepted' },
  submit: {
    from: ['draft', 'withdrawn'],
    to: 'submitted',
    done: ['submitted', 'in_review', 'approved', 'published'],
    who: ['publisher'],
    event: 'version.submitted',
  },
  withdraw: {
    from: ['submitted', 'in_review'],
    to: 'withdrawn',
    done: ['withdrawn'],
    who: ['publisher'],
    event: 'version.withdrawn',
  },
  claim: {
    from: ['submitted'],
    to: 'in_review',
    done: ['in_review'],
    who: ['admin'],
    event: 'version.claimed',
  },
  release: {
    from: ['in_review'],
    to: 'submitted',
    done: ['submitted'],
    who: ['admin'],
    event: 'version.claim-released',
  },
  approve: {
    from: ['submitted', 'in_review'],
    to: 'approved',
    done: ['approved', 'published'],
    who: ['admin', 'system'],
    event: 'version.approved',
    notification: 'app_approval',
  },
  publish: {
    from: ['approved'],
    to: 'published',
    done: ['published'],
    who: ['system', 'publisher'],
    event: 'version.published',
  },
  reject: {
    from: ['submitted', 'in_review'],
    to: 'rejected',
    done: ['rejected'],
    who: ['admin'],
    event: 'version.rejected',
    notification: 'app_rejection',
  },
  unpublish: {
    from: ['published', 'approved'],
    to: 'unpublished',
    done: ['unpublished'],
    who: ['publisher'],
    event: 'version.unpublished',
  },
  republish: {
    from: ['unpublished'],
    to: 'published',
    done: ['published'],
    who: ['publisher'],
    event: 'version.republished',
  },
  remove: {
    from: ['published'],
    to: 'removed',
    done: ['removed'],
    who: ['admin'],
    event: 'version.removed',
    notification: 'app_removal',
  },
  restore: {
    from: ['removed'],
    to: 'published',
    done: ['published'],
    who: ['admin'],
    event: 'version.restored',
  },
};

const ACTION_WORDS: Record<VersionAction, string> = {
  receive: 'received',
  refuse: 'refused',
  accept: 'accepted',
  submit: 'submitted for review',
  withdraw: 'withdrawn',
  claim: 'claimed for review',
  release: 'given back to the queue',
  approve: 'approved',
  publish: 'published',
  reject: 'rejected',
  unpublish: 'unpublished',
  republish: 'published again',
  remove: 'removed',
  restore: 'restored',
};

const STATUS_WORDS: Record<VersionStatus, string> = {
  uploading: 'is still being uploaded',
  analysing: 'is still being inspected',
  invalid: 'did not pass inspection',
  draft: 'is a draft',
  submitted: 'waits for review',
  in_review: 'is in review',
  approved: 'is approved',
  published: 'is published',
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  unpublished: 'was unpublished',
  removed: 'was removed by the store',
};

export interface Attempt {
  readonly action: VersionAction;
  readonly status: VersionStatus;
  readonly actor: Actor;
}

/**
 * Why an action is not allowed, as a sentence to show; null when it is.
 * The same rule guards the server and disables the button.
 */
export function whyNot({ action, status, actor }: Attempt): string | null {
  const transition = VERSION_TRANSITIONS[action];
  if (!transition.who.includes(actor)) {
    return actor === 'publisher'
      ? `Only the store can have a version ${ACTION_WORDS[action]}.`
      : `Only its publisher can have this version ${ACTION_WORDS[action]}.`;
  }
  if (transition.from.includes(status)) return null;
  return `This version ${STATUS_WORDS[status]}, so it cannot be ${ACTION_WORDS[action]}.`;
}

/** Statuses in which a version's file is of no use to anybody but its publisher. */
const DELETABLE: ReadonlySet<VersionStatus> = new Set([
  'uploading',
  'invalid',
  'draft',
  'rejected',
  'withdrawn',
  'unpublished',
]);

/** Why a version cannot be deleted, as a sentence to show; null when it can. */
export function whyNotDelete(status: VersionStatus): string | null {
  if (DELETABLE.has(status)) return null;
  if (status === 'published' || status === 'approved') {
    return `This version ${STATUS_WORDS[status]}. Unpublish it first.`;
  }
  if (status === 'submitted' || status === 'in_review') {
    return `This version ${STATUS_WORDS[status]}. Withdraw it first.`;
  }
  return `This version ${STATUS_WORDS[status]}, so it cannot be deleted.`;
}

/** Whether the number of a version that is deleted now stays taken: it was in the store's hands before. */
export function keepsNumberTaken({ submittedAt }: { readonly submittedAt: string | Date | null }): boolean {
  return submittedAt !== null;
}
