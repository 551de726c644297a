import { sql } from 'drizzle-orm';
import type { Review } from '#shared/reviews/calls.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { type ReviewRow, reviews } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { userName } from '../../platform/db/user-name.ts';
import { presentCompared } from '../versions/present.ts';
import { type ComparedRow, comparedColumns } from '../versions/queries.ts';
import { compareWith } from './compare.ts';
import { readListingEdits } from './rejected-listing.ts';

const rejectionColumns = {
  ...comparedColumns,
  reviewId: reviews.id,
  reviewerUid: orNull(reviews.reviewerUid),
  reviewerName: userName(reviews.reviewerUid),
  decidedAt: orNull(reviews.decidedAt),
  rejectionReasons: reviews.rejectionReasons,
  decisionNote: reviews.decisionNote,
};

/** A review that ended with a rejection, and its version. */
type RejectionRow = RowOf<typeof rejectionColumns>;

const EARLIER_REJECTION = defineStatement(
  'reviews.earlierRejection',
  ({ appId, reviewId }: StatementValues<{ appId: string; reviewId: number }>) => ({
    select: rejectionColumns,
    from: sql`FROM ${reviews} JOIN ${versions} ON ${versions.id} = ${reviews.versionId}
      WHERE ${reviews.appId} = ${appId} AND ${reviews.id} < ${reviewId} AND ${reviews.decision} = 'rejected'
        AND NOT EXISTS (
          SELECT FROM ${versions} later
          WHERE later.app_id = ${appId} AND later.published_at > ${reviews.decidedAt}
        )
      ORDER BY ${reviews.id} DESC LIMIT 1`,
  }),
);

/**
 * Returns the last rejection of an app before a review, of this version or an earlier one; null without one, or when a
 * version was published since.
 */
export async function findEarlierRejection(
  db: Db | Tx,
  { appId, review }: { appId: string; review: Pick<ReviewRow, 'id'> | null },
): Promise<RejectionRow | null> {
  return review && EARLIER_REJECTION.first(db, { appId, reviewId: review.id });
}

interface Rejection {
  readonly rejected: RejectionRow | null;
  readonly app: AppRow;
  /** The version that is reviewed now. */
  readonly version: ComparedRow;
  readonly caller: Pick<Caller, 'uid'>;
}

/** Returns an earlier rejection with what its publisher has changed since. */
export async function presentRejection(
  db: Db,
  { rejected, app, version, caller }: Rejection,
): Promise<Review['earlierRejection']> {
  if (!rejected?.decidedAt) return null;
  const { reviewId, decidedAt } = rejected;
  return {
    version: presentCompared(rejected),
    reviewerName: rejected.reviewerName,
    isOwn: rejected.reviewerUid === caller.uid,
    decidedAt: decidedAt.toISOString(),
    rejectionReasons: rejected.rejectionReasons,
    decisionNote: rejected.decisionNote,
    changes: rejected.id === version.id ? null : compareWith(rejected, version),
    listingEdits: await readListingEdits(db, app, { reviewId, decidedAt }),
  };
}
