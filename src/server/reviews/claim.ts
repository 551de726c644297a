import type { Handler } from '../callable.ts';
import { lockVersion, presentVersion } from '../versions/queries.ts';
import { transition } from '../versions/transition.ts';
import { standsAlready } from './decide.ts';

/** `reviews.claim`: tells the other reviewers that this one is looking at it. */
export const claimReview: Handler<'reviews.claim'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (standsAlready(version, 'claim', caller)) return { version: presentVersion(version, app) };
    const claimed = await transition(tx, version, {
      action: 'claim',
      by: { actor: 'admin', uid: caller.uid },
      set: { reviewerUid: caller.uid, claimedAt: context.clock() },
    });
    return { version: presentVersion(claimed, app) };
  });
