import { and, eq, ne } from 'drizzle-orm';
import { CallError } from '#shared/errors.ts';
import { wasEverPublic } from '#shared/listings/publication.ts';
import { isSameValue, picturesOf } from '#shared/listings/values.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { listingApprovals, listingReviews } from '../../platform/db/tables/listings.ts';
import { type ReviewRow, rejectedListings } from '../../platform/db/tables/reviews.ts';
import { findReview } from '../versions/queries.ts';
import { readFields, revisionOf, revisionOfAll } from './differences.ts';
import { noteDrafts } from './drafts.ts';
import { goLive } from './go-live.ts';
import { recordChanges } from './record-changes.ts';
import { findOf, isField, noteWaiting, readReviews, settleReview } from './review-rows.ts';
import { settlePublisherName } from './settle.ts';
import { readLiveLanguages, readWaiting, type WaitingChange, withoutNameless } from './waiting.ts';

interface Reviewed {
  readonly app: AppRow;
  /** The review of the version; null when it was never submitted. */
  readonly review: ReviewRow | null;
  /** `listingRevision` from `reviews.get`; undefined for a caller who reviewed the version alone. */
  readonly seen: string | undefined;
}

/**
 * Returns the listing changes that an approval of a version covers: those that its reviewer saw. Without their
 * revision it covers what was submitted with the version, unless that has changed since. Throws `failed-precondition`
 * when the listing isn't the one that was reviewed.
 */
export async function readCovered(tx: Tx, { app, review, seen }: Reviewed): Promise<WaitingChange[]> {
  const waiting = await readWaiting(tx, app);
  const revision = revisionOfAll(waiting);
  if (seen !== undefined && seen !== revision) {
    throw new CallError(
      'failed-precondition',
      'The listing changed after you opened this review. Review its changes again, then decide.',
      { reason: 'listing-changed' },
    );
  }
  if (seen === undefined && revision !== review?.listingRevision) return [];
  return withoutNameless(waiting, await readLiveLanguages(tx, app.id));
}

interface ApprovedListing {
  readonly app: AppRow;
  readonly versionId: string;
  readonly changes: readonly WaitingChange[];
}

/** Stores what was approved with a version until the version is published, whatever its publisher edits meanwhile. */
export async function approveWithVersion(
  tx: Tx,
  { app, versionId, changes }: ApprovedListing,
): Promise<void> {
  const reviews = changes.length === 0 ? [] : await readReviews(tx, app.id);
  for (const change of changes) {
    const { locale, field, after, submittedByUid } = change;
    const set = {
      versionId,
      kept: { value: after },
      pictureKeys: [...new Set(picturesOf(after).map(({ key }) => key))],
      submittedByUid,
    };
    await tx
      .insert(listingApprovals)
      .values({ appId: app.id, locale, field, ...set })
      .onConflictDoUpdate({
        target: [listingApprovals.appId, listingApprovals.locale, listingApprovals.field],
        set,
      });
    // A hold lasts until the value is live, because the approval can be undone.
    await settleReview(tx, findOf(reviews, change));
  }
  await noteWaiting(tx, app.id);
}

interface ListingPublication {
  /** The app before the version was published. */
  readonly app: AppRow;
  readonly versionId: string;
  readonly now: Date;
}

/**
 * Makes live what was approved with a version that was just published, and nothing else; with an app's first publication what
 * was approved with any of its versions, because a later version's approval doesn't repeat that of an earlier one.
 */
export async function publishListing(tx: Tx, { app, versionId, now }: ListingPublication): Promise<void> {
  const wasPublic = wasEverPublic(app);
  // What was rejected before doesn't concern later reviews.
  await tx.delete(rejectedListings).where(eq(rejectedListings.appId, app.id));
  const approved = await tx
    .delete(listingApprovals)
    .where(
      and(
        eq(listingApprovals.appId, app.id),
        wasPublic ? eq(listingApprovals.versionId, versionId) : undefined,
      ),
    )
    .returning();
  // The first publication shows nothing that was live before; the history begins with the next change.
  if (wasPublic) {
    await recordApproved(tx, { app, versionId, now }, approved);
    await endHolds(tx, app.id, approved);
  }
  await goLive(
    tx,
    app.id,
    approved.map(({ locale, field, kept: { value } }) => ({ locale, field, value })),
  );
  if (!wasPublic) await settlePublisherName(tx, app.id, { uid: app.ownerUid, now });
  else if (approved.length > 0) await noteDrafts(tx, app.id);
}

type ApprovalRow = typeof listingApprovals.$inferSelect;

async function endHolds(tx: Tx, appId: string, approved: readonly ApprovalRow[]): Promise<void> {
  if (approved.length === 0) return;
  for (const review of await readReviews(tx, appId)) {
    if (review.status !== 'held' || findOf(approved, review) === undefined) continue;
    await tx.delete(listingReviews).where(isField(listingReviews, appId, review));
  }
}

async function recordApproved(
  tx: Tx,
  { app, versionId, now }: ListingPublication,
  approved: readonly ApprovalRow[],
): Promise<void> {
  if (approved.length === 0) return;
  const fields = await readFields(tx, app);
  const review = await findReview(tx, versionId);
  const approvedByUid = review?.reviewerUid ?? '';
  for (const [submittedByUid, all] of Map.groupBy(approved, (one) => one.submittedByUid)) {
    const changes = all.flatMap(({ locale, field, kept: { value: after } }) => {
      const before = findOf(fields, { locale, field })?.before ?? '';
      return isSameValue(before, after) ? [] : [{ locale, field, before, after }];
    });
    const byUid = submittedByUid ?? app.ownerUid;
    await recordChanges(tx, changes, { appId: app.id, byUid, approvedByUid, now });
  }
}

/**
 * Makes what was approved with a version wait for approval again as it was submitted, because its reviewer undid the decision.
 * What its publisher has submitted of a field since then replaces it.
 */
export async function revokeApproval(tx: Tx, { app, versionId, now }: ListingPublication): Promise<void> {
  const approved = await tx
    .delete(listingApprovals)
    .where(and(eq(listingApprovals.appId, app.id), eq(listingApprovals.versionId, versionId)))
    .returning();
  // Of an app that was never live the draft waits, which it does without its approval.
  if (!wasEverPublic(app)) return;
  for (const { locale, field, kept, pictureKeys, submittedByUid } of approved) {
    const set = {
      status: 'waiting' as const,
      revision: revisionOf({ after: kept.value }),
      submitted: kept,
      pictureKeys,
      submittedByUid,
      waitingSince: now,
    };
    await tx
      .insert(listingReviews)
      .values({ appId: app.id, locale, field, ...set })
      .onConflictDoUpdate({
        target: [listingReviews.appId, listingReviews.locale, listingReviews.field],
        set,
        setWhere: ne(listingReviews.status, 'waiting'),
      });
  }
  await noteWaiting(tx, app.id);
  await noteDrafts(tx, app.id);
}
