import { eq } from 'drizzle-orm';
import { approvalReason, wasEverPublic } from '#shared/listings/publication.ts';
import { isSameValue } from '#shared/listings/values.ts';
import type { Tx } from '../../platform/db/open.ts';
import { apps } from '../../platform/db/tables/apps.ts';
import { type ListingReviewRow, listingReviews } from '../../platform/db/tables/listings.ts';
import { readSettings } from '../../platform/settings.ts';
import { storeMarks } from '../lookalikes/marks.ts';
import { type Difference, readDifferences, revisionOf } from './differences.ts';
import { nameApp } from './name-app.ts';
import { isOverDailyLimit, recordChanges } from './record-changes.ts';
import { goLiveComplete } from './require-publishable.ts';
import { findOf, noteWaiting, readApprovals, readReviews, settleReview } from './review-rows.ts';

/** The author and time of a listing edit. */
interface ListingEdit {
  readonly byUid: string;
  readonly now: Date;
  /** Only this language, or `EVERY_LANGUAGE` for shared fields; everything when omitted. */
  readonly locale?: string;
  /** Every change needs approval, because it was made after the first version had been approved. */
  readonly waits?: boolean;
}

/**
 * Decides about a publisher's edit after it was stored, in the same transaction: each changed field goes live
 * immediately or waits for approval, by `approvalReason`. The app must be locked. An app that was never live waits
 * for its first version instead, and only takes its name from the draft. Throws `failed-precondition` when people would no longer
 * see something that the store requires.
 */
export async function settleListing(tx: Tx, appId: string, edit: ListingEdit): Promise<void> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  if (!app) return;
  if (!wasEverPublic(app)) {
    await nameApp(tx, appId);
    return storeMarks(tx, appId);
  }
  const { locale, now, waits = false } = edit;
  const differences = await readDifferences(tx, app, locale);
  const reviews = await readReviews(tx, appId, locale);
  const approvals = await readApprovals(tx, appId);
  const { listingChanges: setting } = await readSettings(tx);
  const isOverLimit = await isOverDailyLimit(tx, appId, now);
  const live: Difference[] = [];
  for (const difference of differences) {
    const review = findOf(reviews, difference);
    const isHeld = review?.isHeld ?? false;
    const approval = findOf(approvals, difference);
    const isApproved = approval !== undefined && isSameValue(approval.kept.value, difference.after);
    const reason = approvalReason({ ...difference, wasPublic: true, isHeld, isOverLimit, setting });
    if (isApproved) await settleReview(tx, review);
    else if (reason === null && !waits) live.push(difference);
    else await wait(tx, { appId, difference, review, now });
  }
  const isSettled = (review: ListingReviewRow) =>
    !differences.some((one) => one.locale === review.locale && one.field === review.field) ||
    findOf(live, review) !== undefined;
  for (const review of reviews) if (isSettled(review)) await settleReview(tx, review);
  await goLiveComplete(
    tx,
    app,
    live.map(({ locale: place, field, after }) => ({ locale: place, field, value: after })),
  );
  await recordChanges(tx, live, { appId, ...edit });
  await noteWaiting(tx, appId);
  await storeMarks(tx, appId);
}

interface WaitingChange {
  readonly appId: string;
  readonly difference: Difference;
  readonly review: ListingReviewRow | undefined;
  readonly now: Date;
}

/** Adds a change to those that wait, since the first edit. A rejected value stays rejected until it is changed. */
async function wait(tx: Tx, { appId, difference, review, now }: WaitingChange): Promise<void> {
  const revision = revisionOf(difference);
  if (review?.status === 'rejected' && review.revision === revision) return;
  const { locale, field } = difference;
  const set = {
    status: 'waiting' as const,
    revision,
    waitingSince: review?.status === 'waiting' ? review.waitingSince : now,
  };
  await tx
    .insert(listingReviews)
    .values({ appId, locale, field, ...set })
    .onConflictDoUpdate({
      target: [listingReviews.appId, listingReviews.locale, listingReviews.field],
      set,
    });
}
