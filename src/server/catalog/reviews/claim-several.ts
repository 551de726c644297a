import type { CallResult } from '#shared/calls.ts';
import { CallError } from '#shared/errors.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Context } from '../../platform/context.ts';
import { denialOf } from '../../platform/input/call-error.ts';
import { claimVersion } from './claim.ts';

type Result = CallResult<'reviews.claimSeveral'>['results'][number];

/**
 * `reviews.claimSeveral`: assigns several reviews to the caller, each in its own transaction, so that those which others
 * have claimed or decided don't stop the rest. Claiming again what the caller has claimed has no effect.
 */
export const claimSeveralReviews: Handler<'reviews.claimSeveral'> = async ({ data, caller, context }) => {
  const results: Result[] = [];
  // One after another: versions of the same app wait for each other's lock.
  for (const versionId of new Set(data.versionIds)) {
    results.push({ versionId, ...(await tryClaim(context, caller, versionId)) });
  }
  return { results };
};

/** Claims a version; returns the reason why it can't be claimed, or null. */
async function tryClaim(context: Context, caller: Caller, versionId: string) {
  try {
    await claimVersion(context, caller, versionId);
    return { denialReason: null };
  } catch (error) {
    if (error instanceof CallError && (error.code === 'failed-precondition' || error.code === 'not-found')) {
      return denialOf(error);
    }
    throw error;
  }
}
