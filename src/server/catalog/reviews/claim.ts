import type { Version } from '#shared/versions/version.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { presentVersion } from '../versions/present.ts';
import { hasAlreadyDone, lockReview } from './decide.ts';

/** `reviews.claim`: assigns a review to the caller, so that other reviewers leave it. */
export const claimReview: Handler<'reviews.claim'> = async ({ data, caller, context }) => ({
  version: await claimVersion(context, caller, data.versionId),
});

/** Assigns a review to a reviewer, in one transaction. Throws `not-found` or `failed-precondition`. */
export async function claimVersion(context: Context, caller: Caller, versionId: string): Promise<Version> {
  return context.db.transaction(async (tx) => {
    const locked = await lockReview(tx, versionId);
    if (hasAlreadyDone(locked, 'claim', caller)) return presentVersion(tx, locked, caller);
    const { version, app } = locked;
    const claimed = await changeVersion(tx, version, {
      action: 'claim',
      by: { actor: 'admin', uid: caller.uid },
      review: { reviewerUid: caller.uid, claimedAt: context.clock() },
    });
    return presentVersion(tx, { version: claimed, app }, caller);
  });
}
