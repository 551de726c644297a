import { t } from '../languages/translate.ts';
import { type ActionRecord, defineDenialReason } from '../lifecycle.ts';
import { isListingRejection, type RejectionReason } from '../reviews/reasons.ts';
import { VERSION_STATUSES, type VersionStatus } from '../statuses/version-status.ts';

interface VersionActionRecord<Event extends string = string> extends ActionRecord<VersionStatus, Event> {
  readonly to: VersionStatus;
}

/**
 * Every action that changes the status of a version. `published` is first reached from `approved`, and `approved` only
 * by an approval: of an admin or by the store's policy, which is recorded. The one other way is an import by the operator,
 * which no request can start.
 */
const RECORDS = {
  completeUpload: {
    from: ['uploading'],
    to: 'analysing',
    done: [],
    who: ['system'],
    get participle() {
      return t`received`;
    },
    event: 'version.upload-completed',
    button: null,
  },
  expire: {
    from: ['uploading'],
    to: 'expired',
    done: [],
    who: ['system'],
    get participle() {
      return t`expired`;
    },
    event: 'version.expired',
    button: null,
  },
  failInspection: {
    from: ['analysing'],
    to: 'invalid',
    done: [],
    who: ['system'],
    get participle() {
      return t`inspected`;
    },
    event: 'version.inspection-failed',
    button: null,
  },
  passInspection: {
    from: ['analysing'],
    to: 'draft',
    done: [],
    who: ['system'],
    get participle() {
      return t`inspected`;
    },
    event: 'version.inspection-passed',
    button: null,
  },
  submit: {
    from: ['draft', 'withdrawn'],
    to: 'submitted',
    done: ['submitted', 'in_review', 'approved', 'published'],
    who: ['publisher'],
    get participle() {
      return t`submitted for review`;
    },
    event: 'version.submitted',
    button: { label: t`Submit for review`, icon: 'send', tone: 'neutral' },
  },
  resubmit: {
    from: ['rejected'],
    to: 'submitted',
    done: ['submitted', 'in_review', 'approved', 'published'],
    who: ['publisher'],
    get participle() {
      return t`resubmitted`;
    },
    event: 'version.submitted',
    button: { label: t`Resubmit`, icon: 'send', tone: 'neutral' },
  },
  withdraw: {
    from: ['submitted', 'in_review'],
    to: 'withdrawn',
    done: ['withdrawn'],
    who: ['publisher'],
    get participle() {
      return t`withdrawn`;
    },
    event: 'version.withdrawn',
    button: { label: t`Withdraw`, icon: 'undo', tone: 'neutral' },
  },
  claim: {
    from: ['submitted'],
    to: 'in_review',
    done: ['in_review'],
    who: ['admin'],
    get participle() {
      return t`claimed for review`;
    },
    event: 'version.claimed',
    button: { label: t`Claim review`, icon: 'review', tone: 'neutral' },
  },
  unclaim: {
    from: ['in_review'],
    to: 'submitted',
    done: ['submitted'],
    who: ['admin'],
    get participle() {
      return t`unclaimed`;
    },
    event: 'version.unclaimed',
    button: { label: t`Unclaim`, icon: 'undo', tone: 'neutral' },
  },
  approve: {
    from: ['submitted', 'in_review'],
    to: 'approved',
    done: ['approved', 'published'],
    who: ['admin', 'system'],
    get participle() {
      return t`approved`;
    },
    event: 'version.approved',
    button: { label: t`Approve`, icon: 'thumbUp', tone: 'success' },
  },
  publish: {
    from: ['approved'],
    to: 'published',
    done: ['published'],
    who: ['system', 'publisher'],
    get participle() {
      return t`published`;
    },
    event: 'version.published',
    button: null,
  },
  import: {
    from: ['draft'],
    to: 'published',
    done: ['published'],
    who: ['operator'],
    get participle() {
      return t`imported`;
    },
    event: 'version.imported',
    button: null,
  },
  reject: {
    from: ['submitted', 'in_review'],
    to: 'rejected',
    done: ['rejected'],
    who: ['admin'],
    get participle() {
      return t`rejected`;
    },
    event: 'version.rejected',
    button: { label: t`Reject`, icon: 'cancel', tone: 'error' },
  },
  reopen: {
    from: ['approved', 'rejected'],
    to: 'in_review',
    done: ['in_review'],
    who: ['admin'],
    get participle() {
      return t`reopened`;
    },
    event: 'version.decision-undone',
    button: { label: t`Undo decision`, icon: 'undo', tone: 'neutral' },
  },
  unpublish: {
    from: ['published', 'approved'],
    to: 'unpublished',
    done: ['unpublished'],
    who: ['publisher'],
    get participle() {
      return t`unpublished`;
    },
    event: 'version.unpublished',
    button: { label: t`Unpublish version`, icon: 'hidden', tone: 'error' },
  },
  republish: {
    from: ['unpublished'],
    to: 'published',
    done: ['published'],
    who: ['publisher'],
    get participle() {
      return t`published again`;
    },
    event: 'version.republished',
    button: { label: t`Publish version again`, icon: 'visible', tone: 'neutral' },
  },
  remove: {
    from: ['published'],
    to: 'removed',
    done: ['removed'],
    who: ['admin'],
    get participle() {
      return t`removed`;
    },
    event: 'version.removed',
    button: { label: t`Remove`, icon: 'block', tone: 'error' },
  },
  restore: {
    from: ['removed'],
    to: 'published',
    done: ['published'],
    who: ['admin'],
    get participle() {
      return t`restored`;
    },
    event: 'version.restored',
    button: { label: t`Restore`, icon: 'restore', tone: 'neutral' },
  },
} as const satisfies Record<string, VersionActionRecord>;

export type VersionAction = keyof typeof RECORDS;
export const VERSION_ACTIONS: Readonly<
  Record<VersionAction, VersionActionRecord<(typeof RECORDS)[VersionAction]['event']>>
> = RECORDS;

/** Returns the reason why a version's status cannot be changed so, as a sentence to show; null when it can. */
export const versionDenialReason = defineDenialReason({
  subject: () => t`This version`,
  actions: VERSION_ACTIONS,
  statuses: VERSION_STATUSES,
});

/** Returns the action by which a publisher submits a version with this status. */
export function submissionOf(status: VersionStatus): 'submit' | 'resubmit' {
  return RECORDS.resubmit.from.some((from) => from === status) ? 'resubmit' : 'submit';
}

interface RejectedVersion {
  readonly rejectionReasons: readonly RejectionReason[];
  readonly fileRemovedAt: string | Date | null;
}

/**
 * Returns the reason why a rejected version cannot be resubmitted as it is; null when only its listing was rejected, and
 * its file is still there.
 */
export function resubmissionDenialReason({
  rejectionReasons,
  fileRemovedAt,
}: RejectedVersion): string | null {
  if (fileRemovedAt !== null)
    return t`The file of this version was deleted. Upload it again as a new version.`;
  if (isListingRejection(rejectionReasons)) return null;
  return t`The package was rejected too, so this version can’t be resubmitted. Upload a corrected one.`;
}

/** Returns the reason why a version cannot be deleted, as a sentence to show; null when it can. */
export function deletionDenialReason(status: VersionStatus): string | null {
  const { isDeletable, phrase } = VERSION_STATUSES[status];
  if (isDeletable) return null;
  if (versionDenialReason({ action: 'withdraw', status, actor: 'publisher' }) === null) {
    return t`This version ${phrase}. Withdraw it first.`;
  }
  if (versionDenialReason({ action: 'unpublish', status, actor: 'publisher' }) === null) {
    return t`This version ${phrase}. Unpublish it first.`;
  }
  return t`This version ${phrase}, so it can’t be deleted.`;
}

/** Returns the reason why what is written for a version's submission can't be changed, as a sentence; null when it can. */
export function draftDenialReason(status: VersionStatus): string | null {
  const { isAwaitingReview, isApproved, phrase } = VERSION_STATUSES[status];
  if (isAwaitingReview) return t`This version ${phrase}. Withdraw it first.`;
  return isApproved ? t`This version ${phrase}, so its notes can’t be changed.` : null;
}

/** Returns true in statuses from which no publisher's action leads to one where the version can be deleted. */
export function isNeverDeleted(status: VersionStatus): boolean {
  const leadsOn = (['withdraw', 'unpublish'] as const).some(
    (action) => versionDenialReason({ action, status, actor: 'publisher' }) === null,
  );
  return !VERSION_STATUSES[status].isDeletable && !leadsOn;
}

/** Returns true for a version whose code stays reserved after it is deleted: it was submitted before. */
export function reservesVersionCode({
  submittedAt,
}: {
  readonly submittedAt: string | Date | null;
}): boolean {
  return submittedAt !== null;
}
