import type { Handler } from '../../identity/handler.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';
import { hasAlreadyDone } from './decide.ts';

/** `reviews.claim`: assigns a review to the caller, so that other reviewers leave it. */
export const claimReview: Handler<'reviews.claim'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (hasAlreadyDone(version, 'claim', caller)) return { version: presentVersion(version, app, caller) };
    const claimed = await changeVersion(tx, version, {
      action: 'claim',
      by: { actor: 'admin', uid: caller.uid },
      set: { reviewerUid: caller.uid, claimedAt: context.clock() },
    });
    return { version: presentVersion(claimed, app, caller) };
  });
