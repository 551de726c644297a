import type { Handler } from '../../identity/handler.ts';
import type { Tx } from '../../platform/db/open.ts';
import { requireOthersApp } from '../lifecycle/own-app.ts';
import { readCovered } from '../listings/publish.ts';
import { presentVersion } from '../versions/present.ts';
import type { FoundVersion } from '../versions/queries.ts';
import { approveVersion } from './approve-version.ts';
import { type FoundReview, hasAlreadyDone, lockReview, requireReviewable } from './decide.ts';

/** The decision of a reviewer to approve a version. */
interface ReviewerApproval {
  readonly uid: string;
  readonly note: string | null;
  /** `listingRevision` from `reviews.get`; undefined for a reviewer who saw the version alone. */
  readonly listingRevision: string | undefined;
  /** True where an immediate publication waits until the reviewer can no longer undo it. */
  readonly withUndo: boolean;
  readonly now: Date;
}

/** Approves a locked version for a reviewer. Throws `failed-precondition` when they may not. */
export async function approveLocked(
  tx: Tx,
  { version, app, review }: FoundReview,
  { uid, note, listingRevision, withUndo, now }: ReviewerApproval,
): Promise<FoundVersion> {
  requireReviewable(app);
  await requireOthersApp(tx, { action: 'approve', app, version, uid });
  return approveVersion(tx, {
    version,
    app,
    by: { actor: 'admin', uid },
    note,
    listing: await readCovered(tx, { app, review, seen: listingRevision }),
    withUndo,
    now,
  });
}

/** `reviews.approve`: approves a version, and publishes it when its release says so, in one transaction. */
export const approveReview: Handler<'reviews.approve'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const locked = await lockReview(tx, data.versionId);
    if (hasAlreadyDone(locked, 'approve', caller)) {
      return { version: await presentVersion(tx, locked, caller) };
    }
    const approved = await approveLocked(tx, locked, {
      uid: caller.uid,
      note: data.note || null,
      listingRevision: data.listingRevision,
      withUndo: data.withUndo,
      now: context.clock(),
    });
    return { version: await presentVersion(tx, approved, caller) };
  });
