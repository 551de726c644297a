import type { Handler } from '../../identity/handler.ts';
import { changeVersion, isAlreadyDone } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';

/** `reviews.unclaim`: returns a claimed review to the queue. Any admin can, since reviewers fall ill. */
export const unclaimReview: Handler<'reviews.unclaim'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (isAlreadyDone(version, 'unclaim')) return { version: presentVersion(version, app, caller) };
    const released = await changeVersion(tx, version, {
      action: 'unclaim',
      by: { actor: 'admin', uid: caller.uid },
      set: { reviewerUid: null, claimedAt: null },
      details: { claimedBy: version.reviewerUid },
    });
    return { version: presentVersion(released, app, caller) };
  });
