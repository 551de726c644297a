import type { Handler } from '../../identity/handler.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { readCovered } from '../listings/publish.ts';
import { presentVersion } from '../versions/present.ts';
import { lockVersion } from '../versions/queries.ts';
import { approveVersion } from './approve-version.ts';
import { hasAlreadyDone, requireReviewable } from './decide.ts';

/** `reviews.approve`: approves a version, and publishes it when its release says so, in one transaction. */
export const approveReview: Handler<'reviews.approve'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app } = await lockVersion(tx, data.versionId);
    if (hasAlreadyDone(version, 'approve', caller)) return { version: presentVersion(version, app, caller) };
    requireReviewable(app);
    await requireOthersApp(tx, { action: 'approve', app, version, uid: caller.uid });
    const approved = await approveVersion(tx, {
      version,
      app,
      by: { actor: 'admin', uid: caller.uid },
      note: data.note || null,
      listing: await readCovered(tx, { app, version, seen: data.listingRevision }),
      now: context.clock(),
    });
    return { version: presentVersion(approved.version, approved.app, caller) };
  });
