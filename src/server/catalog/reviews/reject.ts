import type { CallInput } from '#shared/calls.ts';
import type { RejectionReason } from '#shared/reviews/reasons.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import type { FoundVersion } from '../versions/queries.ts';
import { type FoundReview, hasAlreadyDone, lockReview } from './decide.ts';
import { keepRejectedListing } from './rejected-listing.ts';

/** The decision of a reviewer to reject a version. */
interface ReviewerRejection extends Pick<CallInput<'reviews.reject'>, 'reason'> {
  readonly uid: string;
  readonly reasons: readonly RejectionReason[];
  readonly now: Date;
}

/** Rejects a locked version for a reviewer. */
export async function rejectLocked(
  tx: Tx,
  { version, app, review }: FoundReview,
  { uid, reason, reasons, now }: ReviewerRejection,
): Promise<FoundVersion> {
  if (review) await keepRejectedListing(tx, { app, versionId: version.id, reviewId: review.id });
  const rejected = await changeVersion(tx, version, {
    action: 'reject',
    by: { actor: 'admin', uid },
    review: {
      reviewerUid: uid,
      decision: 'rejected',
      decidedAt: now,
      decisionNote: reason,
      rejectionReasons: [...reasons],
    },
    details: { reason, reasons },
  });
  return { version: rejected, app };
}

/** `reviews.reject`: rejects a version with a reason, and notifies the publisher, in one transaction. */
export const rejectReview: Handler<'reviews.reject'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockReview(tx, data.versionId);
    if (hasAlreadyDone(locked, 'reject', caller)) {
      return { version: await presentVersion(tx, locked, caller) };
    }
    const { reason, reasons } = data;
    const rejected = await rejectLocked(tx, locked, {
      uid: caller.uid,
      reason,
      reasons,
      now: context.clock(),
    });
    return { version: await presentVersion(tx, rejected, caller) };
  });
