import type { Handler } from '../../identity/handler.ts';
import { changeVersion, isAlreadyDone } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { lockReview } from './decide.ts';

/** `reviews.unclaim`: returns a claimed review to the queue. Any admin can, since reviewers fall ill. */
export const unclaimReview: Handler<'reviews.unclaim'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app, review } = await lockReview(tx, data.versionId);
    if (isAlreadyDone(version, 'unclaim')) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    const released = await changeVersion(tx, version, {
      action: 'unclaim',
      by: { actor: 'admin', uid: caller.uid },
      review: { reviewerUid: null, claimedAt: null },
      details: { claimedBy: review?.reviewerUid ?? null },
    });
    return { version: await presentVersion(tx, { version: released, app }, caller) };
  });
