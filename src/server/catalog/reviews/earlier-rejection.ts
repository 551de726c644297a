import { sql } from 'drizzle-orm';
import type { EventName } from '#shared/events.ts';
import { type ListingEdit, MAX_LISTING_EDITS, type Review } from '#shared/reviews/calls.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, orNull, type RowOf, type StatementValues } from '../../platform/db/statement.ts';
import { auditEvents } from '../../platform/db/tables/audit.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import { type ReviewRow, reviews } from '../../platform/db/tables/reviews.ts';
import { versions } from '../../platform/db/tables/versions.ts';
import { userName } from '../../platform/db/user-name.ts';
import { presentCompared } from '../versions/present.ts';
import { type ComparedRow, comparedColumns } from '../versions/queries.ts';
import { compareWith } from './compare.ts';

const rejectionColumns = {
  ...comparedColumns,
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

const DETAILS_EDIT = 'app.details-updated' satisfies EventName;

/** The events by which a publisher edits a listing. */
const EDITS = [
  DETAILS_EDIT,
  'listing.updated',
  'listing.deleted',
  'listing.graphic-added',
  'listing.graphic-deleted',
] as const satisfies readonly EventName[];

const LISTING_EDITS = defineStatement(
  'reviews.listingEdits',
  ({ appId, since }: StatementValues<{ appId: string; since: string }>) => ({
    select: { locale: sql<string>`edits.locale`, part: sql<ListingEdit['part']>`edits.part` },
    from: sql`FROM (
        SELECT DISTINCT coalesce(${auditEvents.details}->>'locale', '') AS locale,
          coalesce(${auditEvents.details}->>'kind', CASE WHEN ${auditEvents.event} = ${sql.raw(`'${DETAILS_EDIT}'`)} THEN 'details' ELSE 'texts' END) AS part
        FROM ${auditEvents}
        WHERE ${auditEvents.appId} = ${appId} AND ${auditEvents.at} > ${since}::timestamptz
          AND ${oneOf(auditEvents.event, EDITS)}
      ) edits
      ORDER BY edits.locale, edits.part LIMIT ${sql.raw(String(MAX_LISTING_EDITS))}`,
  }),
);

interface Rejection {
  readonly rejected: RejectionRow | null;
  /** The version that is reviewed now. */
  readonly version: ComparedRow & { readonly appId: string };
  readonly caller: Pick<Caller, 'uid'>;
}

/** Returns an earlier rejection with what its publisher has changed since. */
export async function presentRejection(
  db: Db,
  { rejected, version, caller }: Rejection,
): Promise<Review['earlierRejection']> {
  if (!rejected?.decidedAt) return null;
  const since = rejected.decidedAt.toISOString();
  const edits = await LISTING_EDITS.all(db, { appId: version.appId, since });
  return {
    version: presentCompared(rejected),
    reviewerName: rejected.reviewerName,
    isOwn: rejected.reviewerUid === caller.uid,
    decidedAt: since,
    rejectionReasons: rejected.rejectionReasons,
    decisionNote: rejected.decisionNote,
    changes: rejected.id === version.id ? null : compareWith(rejected, version),
    listingEdits: edits,
  };
}
