import type { Handler } from '../../identity/handler.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { hasAlreadyDone, lockReview } from './decide.ts';

/** `reviews.reject`: rejects a version with a reason, and notifies the publisher, in one transaction. */
export const rejectReview: Handler<'reviews.reject'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockReview(tx, data.versionId);
    if (hasAlreadyDone(locked, 'reject', caller)) {
      return { version: await presentVersion(tx, locked, caller) };
    }
    const { version, app } = locked;
    const rejected = await changeVersion(tx, version, {
      action: 'reject',
      by: { actor: 'admin', uid: caller.uid },
      review: {
        reviewerUid: caller.uid,
        decision: 'rejected',
        decidedAt: context.clock(),
        decisionNote: data.reason,
        rejectionReasons: data.reasons,
      },
      details: { reason: data.reason, reasons: data.reasons },
    });
    return { version: await presentVersion(tx, { version: rejected, app }, caller) };
  });
