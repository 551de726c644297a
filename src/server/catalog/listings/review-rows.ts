import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { VERSION_ACTIONS } from '#shared/versions/actions.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import { oneOf } from '../../platform/db/tables/columns.ts';
import {
  type ListingReviewRow,
  listingApprovals,
  listingReviews,
} from '../../platform/db/tables/listings.ts';
import { versions } from '../../platform/db/tables/versions.ts';

interface LocaleField {
  readonly locale: string;
  readonly field: string;
}

/** Finds the item of a list with the same locale and field. */
export function findOf<Row extends LocaleField>(
  rows: readonly Row[],
  { locale, field }: LocaleField,
): Row | undefined {
  return rows.find((row) => row.locale === locale && row.field === field);
}

interface ReviewValues {
  readonly appId: string;
  readonly locale: string;
}

const reviewsIn = (inOneLocale: boolean) => (values: StatementValues<ReviewValues>) => ({
  select: getTableColumns(listingReviews),
  from: sql`
    FROM ${listingReviews} WHERE ${listingReviews.appId} = ${values.appId}
      ${inOneLocale ? sql`AND ${listingReviews.locale} = ${values.locale}` : sql``}`,
});

const REVIEWS = defineStatement('listing-reviews', reviewsIn(false));
const REVIEWS_OF_LOCALE = defineStatement('listing-reviews:locale', reviewsIn(true));

/** Returns the decisions that are open or were rejections, of an app or of one language. */
export async function readReviews(db: Db | Tx, appId: string, locale?: string): Promise<ListingReviewRow[]> {
  const values = { appId, locale: locale ?? '' };
  return (locale === undefined ? REVIEWS : REVIEWS_OF_LOCALE).all(db, values);
}

/** Version statuses that can still lead to publication. */
export const PUBLISHABLE = [...VERSION_ACTIONS.publish.from, ...VERSION_ACTIONS.republish.from];

const APPROVALS = defineStatement('listing-approvals', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: {
    locale: listingApprovals.locale,
    field: listingApprovals.field,
    kept: listingApprovals.kept,
    versionId: listingApprovals.versionId,
  },
  from: sql`
    FROM ${listingApprovals} JOIN ${versions} ON ${versions.id} = ${listingApprovals.versionId}
    WHERE ${listingApprovals.appId} = ${appId} AND ${oneOf(versions.status, PUBLISHABLE)}`,
}));

/** Returns the listing values approved with versions of an app that can still be published. */
export async function readApprovals(db: Db | Tx, appId: string) {
  return APPROVALS.all(db, { appId });
}

/** The condition that a row is that of one field of an app. */
export function isField(
  table: typeof listingReviews | typeof listingApprovals,
  appId: string,
  { locale, field }: LocaleField,
) {
  return and(eq(table.appId, appId), eq(table.locale, locale), sql`${table.field} = ${field}`);
}

/** Marks that nothing of a field waits any more. A hold stays for the next change. */
export async function settleReview(tx: Tx, review: ListingReviewRow | undefined): Promise<void> {
  if (!review) return;
  const isRow = isField(listingReviews, review.appId, review);
  const set = { status: 'held' as const, submitted: null, pictureKeys: [] };
  if (review.isHeld) await tx.update(listingReviews).set(set).where(isRow);
  else await tx.delete(listingReviews).where(isRow);
}

/** Stores on the app since when something waits, so that staff find it. */
export async function noteWaiting(tx: Tx, appId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE apps SET listing_waiting_since = (
      SELECT min(waiting_since) FROM listing_reviews r WHERE r.app_id = apps.id AND r.status = 'waiting'
    ) WHERE id = ${appId}`);
}
