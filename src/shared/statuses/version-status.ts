import { z } from 'zod';
import { describeAgo } from '../duration.ts';
import { plural, t } from '../languages/translate.ts';
import { type StatusRecord, statusesWhere } from '../lifecycle.ts';

/** The parts of a version that the sentence of its status depends on. Times are ISO 8601. */
export interface DatedVersion {
  readonly findingCounts: { readonly errors: number };
  readonly createdAt: string;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly publishedAt: string | null;
}

interface VersionStatusRecord extends StatusRecord {
  /** Adds to the label what it does not say. */
  readonly sentence: (version: DatedVersion, now: Date) => string;
  /** Tells the publisher what to do next. */
  readonly nextStep: string;
  /** Set where nothing happens until the publisher acts; the lowest rank is the most pressing. */
  readonly actionRequired?: { readonly rank: number; readonly label: string };
  /** The version waits for a reviewer's decision. */
  readonly isAwaitingReview?: true;
  /** The version was approved, by a reviewer or by the store's policy. */
  readonly isApproved?: true;
  /** The inspection or a reviewer found problems, which the publisher can read. */
  readonly hasProblems?: true;
  /** The status changes without its publisher, as live events report. */
  readonly isInProgress?: true;
  /** The app's next submission keeps the queue position of a version that ended like this. */
  readonly keepsQueuePosition?: true;
  readonly isDeletable?: true;
}

/** Every status of a version, in the order of its life. A status that is missing here does not exist. */
const RECORDS = {
  uploading: {
    label: t`Uploading`,
    icon: 'upload',
    tone: 'info',
    phrase: t`isn’t fully uploaded`,
    sentence: (version, now) => t`Started ${describeAgo(version.createdAt, now)}, not finished yet.`,
    nextStep: t`Finish the upload. Choose the same file again to continue where it stopped.`,
    actionRequired: { rank: 3, label: t`Continue upload` },
    isDeletable: true,
  },
  expired: {
    label: t`Upload expired`,
    icon: 'clock',
    tone: 'error',
    phrase: t`expired before the upload finished`,
    sentence: () => t`Nothing arrived for too long, so the upload was deleted; upload the file again.`,
    nextStep: t`Upload the file again. The partial upload was deleted.`,
    actionRequired: { rank: 4, label: t`Upload again` },
    isDeletable: true,
  },
  analysing: {
    label: t`Inspecting`,
    icon: 'inspect',
    tone: 'info',
    phrase: t`is being inspected`,
    sentence: () => t`Reading the package and verifying its signature.`,
    nextStep: t`Nothing to do. We’re inspecting the package, which takes a few seconds.`,
    isInProgress: true,
  },
  invalid: {
    label: t`Failed inspection`,
    icon: 'error',
    tone: 'error',
    phrase: t`failed inspection`,
    sentence: ({ findingCounts: { errors } }) =>
      plural(errors, {
        one: 'Inspection found # problem to fix.',
        other: 'Inspection found # problems to fix.',
      }),
    nextStep: t`Fix the findings, rebuild the package and upload it.`,
    actionRequired: { rank: 2, label: t`See what to fix` },
    hasProblems: true,
    isDeletable: true,
  },
  draft: {
    label: t`Draft`,
    icon: 'edit',
    tone: 'neutral',
    phrase: t`is a draft`,
    sentence: () => t`Passed inspection; not submitted for review yet.`,
    nextStep: t`Submit this version for review. You choose when it’s published.`,
    actionRequired: { rank: 5, label: t`Submit for review` },
    isDeletable: true,
  },
  submitted: {
    label: t`Waiting for review`,
    icon: 'hourglass',
    tone: 'warning',
    phrase: t`is waiting for review`,
    sentence: ({ submittedAt }, now) =>
      submittedAt === null ? t`Submitted.` : t`Submitted ${describeAgo(submittedAt, now)}.`,
    nextStep: t`We’ll notify you when the review is done.`,
    isAwaitingReview: true,
    isInProgress: true,
  },
  in_review: {
    label: t`In review`,
    icon: 'review',
    tone: 'info',
    phrase: t`is in review`,
    sentence: ({ submittedAt }, now) =>
      submittedAt === null
        ? t`Claimed by a reviewer; submitted.`
        : t`Claimed by a reviewer; submitted ${describeAgo(submittedAt, now)}.`,
    nextStep: t`A reviewer is working on it. We’ll notify you of the decision.`,
    isAwaitingReview: true,
    isInProgress: true,
  },
  approved: {
    label: t`Approved`,
    icon: 'thumbUp',
    tone: 'success',
    phrase: t`is approved`,
    sentence: () => t`Not available yet; see its release.`,
    nextStep: t`It’s approved. Publish it on the Releases page, or wait for its date.`,
    isApproved: true,
    isInProgress: true,
  },
  published: {
    label: t`Published`,
    icon: 'check',
    tone: 'success',
    phrase: t`is published`,
    sentence: ({ publishedAt }, now) =>
      publishedAt === null
        ? t`Available to download; published.`
        : t`Available to download; published ${describeAgo(publishedAt, now)}.`,
    nextStep: t`Nothing to do. Upload the next version when it’s ready.`,
    isApproved: true,
  },
  rejected: {
    label: t`Rejected`,
    icon: 'cancel',
    tone: 'error',
    phrase: t`was rejected`,
    sentence: ({ decidedAt }, now) =>
      decidedAt === null
        ? t`Decided; see the reviewer’s reason.`
        : t`Decided ${describeAgo(decidedAt, now)}; see the reviewer’s reason.`,
    nextStep: t`Read the reason and fix it, in the listing or in a corrected package. It keeps its place in the queue for 30 days.`,
    actionRequired: { rank: 1, label: t`Read the reason` },
    keepsQueuePosition: true,
    hasProblems: true,
    isDeletable: true,
  },
  withdrawn: {
    label: t`Withdrawn`,
    icon: 'undo',
    tone: 'neutral',
    phrase: t`was withdrawn`,
    sentence: () => t`The publisher withdrew it before a decision.`,
    nextStep: t`Submit it again to keep its place in the queue, or upload another package.`,
    actionRequired: { rank: 6, label: t`Choose next step` },
    keepsQueuePosition: true,
    isDeletable: true,
  },
  unpublished: {
    label: t`Unpublished`,
    icon: 'hidden',
    tone: 'neutral',
    phrase: t`was unpublished`,
    sentence: () => t`The publisher unpublished it; it can’t be downloaded.`,
    nextStep: t`Publish it again, or upload the next version.`,
    isApproved: true,
    isDeletable: true,
  },
  removed: {
    label: t`Removed`,
    icon: 'block',
    tone: 'error',
    phrase: t`was removed by staff`,
    sentence: () => t`Staff removed it; it can’t be downloaded.`,
    nextStep: t`Read why staff removed it, then upload a corrected version.`,
    isApproved: true,
  },
} as const satisfies Record<string, VersionStatusRecord>;

export type VersionStatus = keyof typeof RECORDS;
export const VERSION_STATUSES: Readonly<Record<VersionStatus, VersionStatusRecord>> = RECORDS;
export const VERSION_STATUS_NAMES = Object.keys(RECORDS) as [VersionStatus, ...VersionStatus[]];
export const versionStatusSchema = z.enum(VERSION_STATUS_NAMES);

/** The statuses in which nothing happens until the publisher acts, the most pressing first. */
export const ACTION_REQUIRED: readonly VersionStatus[] = VERSION_STATUS_NAMES.flatMap((status) => {
  const { actionRequired } = VERSION_STATUSES[status];
  return actionRequired === undefined ? [] : [{ status, rank: actionRequired.rank }];
})
  .toSorted((one, other) => one.rank - other.rank)
  .map(({ status }) => status);

/** The statuses before a version's package was inspected. */
export const NOT_INSPECTED: readonly VersionStatus[] = ['uploading', 'analysing'];

/** The statuses of versions that didn't pass inspection, or not yet. */
export const NOT_PASSED: readonly VersionStatus[] = [...NOT_INSPECTED, 'expired', 'invalid'];

/** The statuses of versions in the review queue. */
export const AWAITING_REVIEW = statusesWhere(VERSION_STATUSES, ({ isAwaitingReview }) => isAwaitingReview);

/** The statuses of versions that were approved, whatever happened to them later. */
export const APPROVED_ONCE = statusesWhere(VERSION_STATUSES, ({ isApproved }) => isApproved);

/** The statuses that reserve a version's code: no other version of its app can be submitted with the same one. */
export const RESERVING_CODE = statusesWhere(
  VERSION_STATUSES,
  ({ isAwaitingReview, isApproved }) => isAwaitingReview ?? isApproved,
);

/** The statuses after which the app's next submission keeps its position in the queue. */
export const KEEPING_QUEUE_POSITION = statusesWhere(
  VERSION_STATUSES,
  ({ keepsQueuePosition }) => keepsQueuePosition,
);
