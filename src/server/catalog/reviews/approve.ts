import type { Handler } from '../../identity/handler.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { readCovered } from '../listings/publish.ts';
import { presentVersion } from '../versions/present.ts';
import { approveVersion } from './approve-version.ts';
import { hasAlreadyDone, lockReview, requireReviewable } from './decide.ts';

/** `reviews.approve`: approves a version, and publishes it when its release says so, in one transaction. */
export const approveReview: Handler<'reviews.approve'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockReview(tx, data.versionId);
    if (hasAlreadyDone(locked, 'approve', caller)) {
      return { version: await presentVersion(tx, locked, caller) };
    }
    const { version, app, review } = locked;
    requireReviewable(app);
    await requireOthersApp(tx, { action: 'approve', app, version, uid: caller.uid });
    const approved = await approveVersion(tx, {
      version,
      app,
      by: { actor: 'admin', uid: caller.uid },
      note: data.note || null,
      listing: await readCovered(tx, { app, review, seen: data.listingRevision }),
      withUndo: data.withUndo,
      now: context.clock(),
    });
    return { version: await presentVersion(tx, approved, caller) };
  });
