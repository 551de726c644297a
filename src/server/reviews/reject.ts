import { REJECTION_REASONS, type RejectionReason } from '#shared/reviews/reasons.ts';
import type { Handler } from '../callable.ts';
import { notifyRejection } from '../notifications/send.ts';
import { lockVersion, presentVersion } from '../versions/queries.ts';
import { transition } from '../versions/transition.ts';
import { standsAlready } from './decide.ts';

/** `reviews.reject`: refuses a version with a reason, and tells the publisher; in one transaction. */
export const rejectReview: Handler<'reviews.reject'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (standsAlready(version, 'reject', caller)) return { version: presentVersion(version, app) };
    const now = context.clock();
    const rejected = await transition(tx, version, {
      action: 'reject',
      by: { actor: 'admin', uid: caller.uid },
      set: {
        reviewerUid: caller.uid,
        decidedAt: now,
        decisionNote: data.reason,
        rejectionReasons: data.reasons,
      },
      details: { reason: data.reason, reasons: data.reasons },
    });
    await notifyRejection(tx, { app, reason: rejectionText(data), now });
    return { version: presentVersion(rejected, app) };
  });

/** What the publisher reads: the reasons from the list, then the reviewer's own words. */
function rejectionText({ reasons, reason }: { reasons: readonly RejectionReason[]; reason: string }): string {
  return [...reasons.map((id) => REJECTION_REASONS[id]), reason].join(' ');
}
