import type { Handler } from '../callable.ts';
import { lockVersion, presentVersion } from '../versions/queries.ts';
import { isAlreadyDone, transition } from '../versions/transition.ts';

/** `reviews.release`: gives a claimed review back to the queue; any admin may, as people fall ill. */
export const releaseReview: Handler<'reviews.release'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (isAlreadyDone(version, 'release')) return { version: presentVersion(version, app) };
    const released = await transition(tx, version, {
      action: 'release',
      by: { actor: 'admin', uid: caller.uid },
      set: { reviewerUid: null, claimedAt: null },
      details: { claimedBy: version.reviewerUid },
    });
    return { version: presentVersion(released, app) };
  });
