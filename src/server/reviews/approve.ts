import type { Handler } from '../callable.ts';
import { lockVersion, presentVersion } from '../versions/queries.ts';
import { approveVersion } from './approve-version.ts';
import { requireReviewable, standsAlready } from './decide.ts';

/** `reviews.approve`: approves a version; it is published when its publisher chose so. All in one transaction. */
export const approveReview: Handler<'reviews.approve'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (standsAlready(version, 'approve', caller)) return { version: presentVersion(version, app) };
    requireReviewable(app);
    const approved = await approveVersion(tx, {
      version,
      app,
      by: { actor: 'admin', uid: caller.uid },
      note: data.note || null,
      now: context.clock(),
    });
    return { version: presentVersion(approved.version, approved.app) };
  });
