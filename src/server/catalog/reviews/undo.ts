import { and, eq, sql } from 'drizzle-orm';
import { type DecisionFacts, undoDenialReason } from '#shared/reviews/rules.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Handler } from '../../identity/handler.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { type ReviewRow, rejectedListings, reviews } from '../../platform/db/tables/reviews.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { requireAllowed } from '../../platform/input/denied.ts';
import { changeVersion } from '../lifecycle/change-version.ts';
import { revokeApproval } from '../listings/publish.ts';
import { presentVersion } from '../versions/present.ts';
import { lockReview } from './decide.ts';

/**
 * `reviews.undo`: reopens a review that the caller decided, with the listing changes that were approved with it, while
 * nothing of it is published. The publisher is notified, because they know of the decision.
 */
export const undoDecision: Handler<'reviews.undo'> = async ({ data, caller, context }) =>
  context.db.transaction(async (tx) => {
    const { version, app, review } = await lockReview(tx, data.versionId);
    if (version.status === 'in_review' && review?.reviewerUid === caller.uid) {
      return { version: await presentVersion(tx, { version, app }, caller) };
    }
    if (review?.decision) await requireUndoable(tx, { version, review }, caller);
    const now = context.clock();
    if (review) await reopen(tx, review, now);
    const reopened = await changeVersion(tx, version, {
      action: 'reopen',
      by: { actor: 'admin', uid: caller.uid },
    });
    await revokeApproval(tx, { app, versionId: version.id, now });
    return { version: await presentVersion(tx, { version: reopened, app }, caller) };
  });

interface Decided {
  readonly version: VersionRow;
  readonly review: ReviewRow;
}

async function requireUndoable(tx: Tx, decided: Decided, caller: Caller): Promise<void> {
  requireAllowed(undoDenialReason(await readDecisionFacts(tx, decided, caller)), { reason: 'not-undoable' });
}

const LATER_REVIEW = defineStatement(
  'reviews.later',
  ({ appId, reviewId }: StatementValues<{ appId: string; reviewId: number }>) => ({
    select: { id: reviews.id },
    from: sql`FROM ${reviews} WHERE ${reviews.appId} = ${appId} AND ${reviews.id} > ${reviewId} LIMIT 1`,
  }),
);

/** Returns the input of `undoDenialReason` for a decided review. */
export async function readDecisionFacts(
  db: Db | Tx,
  { version, review }: Decided,
  caller: Pick<Caller, 'uid'>,
): Promise<DecisionFacts> {
  const later = await LATER_REVIEW.first(db, { appId: version.appId, reviewId: review.id });
  return {
    isOwnDecision: review.reviewerUid === caller.uid,
    isSuperseded: later !== null,
    hasNoFile: version.fileRemovedAt !== null,
  };
}

async function reopen(tx: Tx, { versionId, id }: ReviewRow, now: Date): Promise<void> {
  await tx
    .update(reviews)
    .set({ decision: null, decidedAt: null, decisionNote: null, rejectionReasons: [], claimedAt: now })
    .where(and(eq(reviews.versionId, versionId), eq(reviews.id, id)));
  await tx.delete(rejectedListings).where(eq(rejectedListings.reviewId, id));
}
