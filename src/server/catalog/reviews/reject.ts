import type { Handler } from '../../identity/handler.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';
import { hasAlreadyDone } from './decide.ts';

/** `reviews.reject`: rejects a version with a reason, and notifies the publisher, in one transaction. */
export const rejectReview: Handler<'reviews.reject'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (hasAlreadyDone(version, 'reject', caller)) return { version: presentVersion(version, app, caller) };
    const rejected = await changeVersion(tx, version, {
      action: 'reject',
      by: { actor: 'admin', uid: caller.uid },
      set: {
        reviewerUid: caller.uid,
        decidedAt: context.clock(),
        decisionNote: data.reason,
        rejectionReasons: data.reasons,
      },
      details: { reason: data.reason, reasons: data.reasons },
    });
    return { version: presentVersion(rejected, app, caller) };
  });
