import { and, eq, notInArray, sql } from 'drizzle-orm';
import { isPictureField } from '#shared/listings/fields.ts';
import { isEmptyValue, isSameValue, type ListingValue } from '#shared/listings/values.ts';
import type { ListingEdit } from '#shared/reviews/calls.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { listingChanges } from '../../platform/db/tables/listings.ts';
import { rejectedListings } from '../../platform/db/tables/reviews.ts';
import { type Difference, readFields } from '../listings/differences.ts';
import { findOf, readApprovals } from '../listings/review-rows.ts';
import { readWaiting } from '../listings/waiting.ts';

/** The newest one, and the one before in case that its rejection is undone. */
const MAX_REJECTED_LISTINGS = 2;

interface PlannedField extends Difference {
  /** The value that is live once all that was submitted and approved is. */
  readonly planned: ListingValue;
}

/** Returns all fields of a listing as its reviewers see them: with what was submitted and approved, without drafts. */
async function readPlanned(db: Db | Tx, app: AppRow): Promise<PlannedField[]> {
  const fields = await readFields(db, app);
  const waiting = await readWaiting(db, app);
  const approvals = await readApprovals(db, app.id);
  return fields.map((field) => ({
    ...field,
    planned: findOf(waiting, field)?.after ?? findOf(approvals, field)?.kept.value ?? field.before,
  }));
}

interface RejectedListing {
  readonly app: AppRow;
  readonly versionId: string;
  readonly reviewId: number;
}

/** Keeps what wasn't live of a listing when it was rejected with a version, for its next review. */
export async function keepRejectedListing(
  tx: Tx,
  { app, versionId, reviewId }: RejectedListing,
): Promise<void> {
  const planned = await readPlanned(tx, app);
  const fields = planned
    .filter((one) => !isSameValue(one.planned, one.before))
    .map(({ locale, field, planned: value }) => ({ locale, field, value }));
  await tx.insert(rejectedListings).values({ reviewId, appId: app.id, versionId, fields });
  const isOfApp = eq(rejectedListings.appId, app.id);
  const newest = tx
    .select({ reviewId: rejectedListings.reviewId })
    .from(rejectedListings)
    .where(isOfApp)
    .orderBy(sql`${rejectedListings.reviewId} DESC`)
    .limit(MAX_REJECTED_LISTINGS);
  await tx.delete(rejectedListings).where(and(isOfApp, notInArray(rejectedListings.reviewId, newest)));
}

const REJECTED_LISTING = defineStatement(
  'reviews.rejectedListing',
  ({ reviewId }: StatementValues<{ reviewId: number }>) => ({
    select: { fields: rejectedListings.fields },
    from: sql`FROM ${rejectedListings} WHERE ${rejectedListings.reviewId} = ${reviewId}`,
  }),
);

const LIVE_AT = defineStatement(
  'reviews.liveAtRejection',
  ({ appId, since }: StatementValues<{ appId: string; since: string }>) => ({
    select: {
      locale: sql<string>`first.locale`,
      field: sql<string>`first.field`,
      before: sql<{ value: ListingValue }>`first.before`,
    },
    from: sql`FROM (
        SELECT DISTINCT ON (locale, field) locale, field, before FROM ${listingChanges}
        WHERE ${listingChanges.appId} = ${appId} AND ${listingChanges.changedAt} > ${since}::timestamptz
          AND ${listingChanges.versionId} IS NULL
        ORDER BY locale, field, changed_at, id
      ) first`,
  }),
);

interface EarlierRejection {
  readonly reviewId: number;
  readonly decidedAt: Date;
}

/**
 * Returns the fields of a listing that aren't as they were rejected, whatever is drafted; null when the rejected listing isn't
 * kept.
 */
export async function readListingEdits(
  db: Db,
  app: AppRow,
  { reviewId, decidedAt }: EarlierRejection,
): Promise<ListingEdit[] | null> {
  const rejected = await REJECTED_LISTING.first(db, { reviewId });
  if (!rejected) return null;
  const liveThen = await LIVE_AT.all(db, { appId: app.id, since: decidedAt.toISOString() });
  const planned = await readPlanned(db, app);
  const gone = rejected.fields
    .filter((one) => findOf(planned, one) === undefined)
    .map(({ locale, field, value }) => ({ locale, field, before: value, after: '' }));
  const kept = planned.map(({ locale, field, before: live, planned: after }) => {
    const before =
      findOf(rejected.fields, { locale, field })?.value ??
      findOf(liveThen, { locale, field })?.before.value ??
      live;
    return { locale, field, before, after };
  });
  return [...kept, ...gone]
    .filter(
      ({ before, after }) => !isSameValue(before, after) && !(isEmptyValue(before) && isEmptyValue(after)),
    )
    .map(({ locale, field, before, after }) => {
      const hasNoFiles = !isPictureField(field) && field !== 'language';
      return { locale, field, values: hasNoFiles ? { before, after } : null };
    });
}
