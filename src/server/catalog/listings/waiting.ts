import { sql } from 'drizzle-orm';
import type { UnpublishedChange } from '#shared/listings/calls.ts';
import type { ListingField } from '#shared/listings/fields.ts';
import { approvalReason, findNameless, wasEverPublic } from '#shared/listings/publication.ts';
import { isSameValue, type ListingValue } from '#shared/listings/values.ts';
import type { Db, Tx } from '../../platform/db/open.ts';
import { defineStatement, type StatementValues } from '../../platform/db/statement.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { appListings, type ListingReviewRow } from '../../platform/db/tables/listings.ts';
import { readSettings } from '../../platform/settings.ts';
import { type Difference, onlyDifferent, readDifferences, readFields, revisionOf } from './differences.ts';
import { readDailyRoom } from './record-changes.ts';
import { findOf, readApprovals, readReviews } from './review-rows.ts';

interface LocaleField {
  readonly locale: string;
  readonly field: ListingField;
}

/** A listing change that waits for a decision, and who submitted it. */
export interface WaitingChange extends Difference {
  /** Null when that isn't known. */
  readonly submittedByUid: string | null;
}

/**
 * Returns the listing changes that wait for a decision, as they were submitted; of an app that was never live its draft,
 * without what was approved with a version that isn't published yet.
 */
export async function readWaiting(db: Db | Tx, app: AppRow): Promise<WaitingChange[]> {
  if (wasEverPublic(app)) {
    const reviews = await readReviews(db, app.id);
    const isWaiting = reviews.some(({ status }) => status === 'waiting');
    return isWaiting ? submittedOf(await readFields(db, app), reviews) : [];
  }
  const differences = await readDifferences(db, app);
  const approvals = await readApprovals(db, app.id);
  return differences
    .filter((difference) => {
      const approval = findOf(approvals, difference);
      return approval === undefined || !isSameValue(approval.kept.value, difference.after);
    })
    .map((difference) => ({ ...difference, submittedByUid: null }));
}

function submittedOf(fields: readonly Difference[], reviews: readonly ListingReviewRow[]): WaitingChange[] {
  return fields.flatMap((field) => {
    const review = findOf(reviews, field);
    const after = readSubmitted(review, field);
    if (!review || after === null || isSameValue(field.before, after)) return [];
    return [{ ...field, after, submittedByUid: review.submittedByUid }];
  });
}

/** Returns the value of a field that waits; null without one. A server of the release before submits drafts without a copy. */
function readSubmitted(review: ListingReviewRow | undefined, { after }: Difference): ListingValue | null {
  return review?.status === 'waiting' ? (review.submitted?.value ?? after) : null;
}

/** A field that isn't live as its publisher drafted it. */
export interface Unpublished extends Difference {
  readonly status: UnpublishedChange['status'];
  /** An earlier value that waits for approval; null without one. */
  readonly submitted: ListingValue | null;
}

/** Returns the fields of an app that was live whose draft isn't, and those where an earlier value waits. */
export async function findUnpublished(db: Db | Tx, app: AppRow, locale?: string): Promise<Unpublished[]> {
  const fields = await readFields(db, app, locale);
  const approvals = await readApprovals(db, app.id);
  const reviews = await readReviews(db, app.id, locale);
  const different = new Set(onlyDifferent(fields));
  return fields.flatMap((field): Unpublished[] => {
    const review = findOf(reviews, field);
    const waiting = readSubmitted(review, field);
    const submitted = waiting === null || isSameValue(waiting, field.after) ? null : waiting;
    if (!different.has(field) && submitted === null) return [];
    const approval = findOf(approvals, field);
    const isApproved = approval !== undefined && isSameValue(approval.kept.value, field.after);
    const isRejected = review?.status === 'rejected' && review.revision === revisionOf(field);
    const isWaiting = waiting !== null && submitted === null;
    const status = isApproved ? 'approved' : isWaiting ? 'waiting' : isRejected ? 'rejected' : 'draft';
    return [{ ...field, status, submitted }];
  });
}

/** Returns the fields that aren't live and the reasons, for the app's publisher. */
export async function readUnpublished(
  db: Db | Tx,
  app: AppRow,
  now: Date,
): Promise<{ unpublished: UnpublishedChange[]; held: LocaleField[] }> {
  if (!wasEverPublic(app)) return { unpublished: [], held: [] };
  const reviews = await readReviews(db, app.id);
  const unpublished = await findUnpublished(db, app);
  const { listingChanges: setting } = await readSettings(db);
  const room = unpublished.length === 0 ? null : await readDailyRoom(db, app.id, now);
  const isOverLimit = room !== null && (room.changes <= 0 || room.bytes <= 0);
  return {
    unpublished: unpublished.map((one) => ({
      locale: one.locale,
      field: one.field,
      before: one.before,
      after: one.after,
      revision: revisionOf(one),
      status: one.status,
      approvalReason: approvalReason({
        ...one,
        wasPublic: true,
        isHeld: findOf(reviews, one)?.isHeld ?? false,
        isOverLimit,
        setting,
      }),
      submitted: one.submitted,
      reason: findOf(reviews, one)?.reason ?? null,
    })),
    held: reviews.filter(({ isHeld }) => isHeld).map(({ locale, field }) => ({ locale, field })),
  };
}

const LIVE_LANGUAGES = defineStatement('listings:live', ({ appId }: StatementValues<{ appId: string }>) => ({
  select: { locale: appListings.locale },
  from: sql`FROM ${appListings} WHERE ${appListings.appId} = ${appId} AND ${appListings.publicTexts} IS NOT NULL`,
}));

/** Returns the live languages of an app. */
export async function readLiveLanguages(db: Db | Tx, appId: string): Promise<Set<string>> {
  const rows = await LIVE_LANGUAGES.all(db, { appId });
  return new Set(rows.map(({ locale }) => locale));
}

/** Returns the changes of a set that can go live together. */
export function withoutNameless<Change extends Difference>(
  changes: readonly Change[],
  live: ReadonlySet<string>,
): Change[] {
  const nameless = findNameless(changes, live);
  if (nameless === undefined) return [...changes];
  return withoutNameless(
    changes.filter((one) => one !== nameless),
    live,
  );
}
