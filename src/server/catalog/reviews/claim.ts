import type { Handler } from '../../identity/handler.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { hasAlreadyDone, lockReview } from './decide.ts';

/** `reviews.claim`: assigns a review to the caller, so that other reviewers leave it. */
export const claimReview: Handler<'reviews.claim'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockReview(tx, data.versionId);
    if (hasAlreadyDone(locked, 'claim', caller)) {
      return { version: await presentVersion(tx, locked, caller) };
    }
    const { version, app } = locked;
    const claimed = await changeVersion(tx, version, {
      action: 'claim',
      by: { actor: 'admin', uid: caller.uid },
      review: { reviewerUid: caller.uid, claimedAt: context.clock() },
    });
    return { version: await presentVersion(tx, { version: claimed, app }, caller) };
  });
