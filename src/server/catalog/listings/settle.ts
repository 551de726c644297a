import { eq } from 'drizzle-orm';
import { MAX_NAMED_FIELDS } from '#shared/listings/events.ts';
import { approvalReason, wasEverPublic } from '#shared/listings/publication.ts';
import { isSameValue, picturesOf } from '#shared/listings/values.ts';
import { emit } from '../../events/emit.ts';
import type { Tx } from '../../platform/db/open.ts';
import { type AppRow, apps } from '../../platform/db/tables/apps.ts';
import {
  type ListingReviewRow,
  listingApprovals,
  listingReviews,
} from '../../platform/db/tables/listings.ts';
import { readSettings } from '../../platform/settings.ts';
import { storeMarks } from '../lookalikes/marks.ts';
import { type Difference, EVERY_LANGUAGE, readFields, revisionOf } from './differences.ts';
import { noteDrafts } from './drafts.ts';
import { bytesOfChange, readDailyRoom, recordChanges } from './record-changes.ts';
import { goLiveComplete } from './require-publishable.ts';
import { findOf, isField, noteWaiting, readApprovals, readReviews, settleReview } from './review-rows.ts';
import type { Editor } from './store-texts.ts';

interface LocaleField {
  readonly locale: string;
  readonly field: Difference['field'];
}

/** What became of published changes. */
export interface SettledChanges {
  /** Fields whose draft is live now. */
  readonly live: LocaleField[];
  /** Fields whose draft waits for approval, or goes live with its version. */
  readonly waiting: LocaleField[];
  /** Fields that staff rejected as they still are. */
  readonly rejected: LocaleField[];
}

interface Publication {
  readonly app: AppRow;
  /** Fields of the app that was live, with their drafts. */
  readonly changes: readonly Difference[];
  readonly by: Editor;
}

/**
 * Publishes drafted fields of a locked app: each goes live immediately or waits for approval, by `approvalReason`; nothing else
 * publishes a draft. One that equals what is live withdraws an earlier value that waits. Throws `failed-precondition`
 * when people would no longer see something that the store requires.
 */
export async function settleChanges(tx: Tx, { app, changes, by }: Publication): Promise<SettledChanges> {
  const settled: SettledChanges = { live: [], waiting: [], rejected: [] };
  const reviews = await readReviews(tx, app.id);
  const approvals = await readApprovals(tx, app.id);
  const { listingChanges: setting } = await readSettings(tx);
  const room = await readDailyRoom(tx, app.id, by.now);
  const goingLive: Difference[] = [];
  const submitted: Difference[] = [];
  for (const change of changes) {
    const { locale, field, before, after } = change;
    const place = { locale, field };
    const review = findOf(reviews, change);
    const approval = findOf(approvals, change);
    if (isSameValue(before, after)) {
      await settleReview(tx, review);
      settled.live.push(place);
      continue;
    }
    if (approval && isSameValue(approval.kept.value, after)) {
      await settleReview(tx, review);
      settled.waiting.push(place);
      continue;
    }
    const isHeld = review?.isHeld ?? false;
    const isOverLimit = room.changes <= 0 || room.bytes <= 0;
    if (approvalReason({ ...change, wasPublic: true, isHeld, isOverLimit, setting }) === null) {
      room.changes -= 1;
      room.bytes -= bytesOfChange(change);
      goingLive.push(change);
      settled.live.push(place);
      await settleReview(tx, review);
      // An older approval must not return with its version.
      await tx.delete(listingApprovals).where(isField(listingApprovals, app.id, change));
    } else if (review?.status === 'rejected' && review.revision === revisionOf(change)) {
      settled.rejected.push(place);
    } else {
      settled.waiting.push(place);
      const isNew = await wait(tx, { appId: app.id, change, review, by });
      if (isNew) submitted.push(change);
    }
    if (field === 'language') await withdrawOthers(tx, reviews, place);
  }
  await goLiveComplete(
    tx,
    app,
    goingLive.map(({ locale, field, after }) => ({ locale, field, value: after })),
  );
  await recordChanges(tx, goingLive, { appId: app.id, byUid: by.uid, now: by.now });
  await noteWaiting(tx, app.id);
  await noteDrafts(tx, app.id);
  if (goingLive.length > 0) {
    await emit(tx, { by: by.uid, name: 'listing.published', appId: app.id, details: nameChanges(goingLive) });
  }
  if (submitted.length > 0) {
    await emit(tx, { by: by.uid, name: 'listing.submitted', appId: app.id, details: nameChanges(submitted) });
  }
  return settled;
}

/** Returns changes in the shape of an event's details. */
export function nameChanges(changes: readonly Difference[]) {
  const changed = changes.slice(0, MAX_NAMED_FIELDS).map(({ locale, field }) => ({ locale, field }));
  return { changed, count: changes.length };
}

/**
 * Submits the publisher's name at a locked app that was live, because it isn't part of the listing's drafts. The name at an
 * app that never was goes live with its first version.
 */
export async function settlePublisherName(tx: Tx, appId: string, by: Editor): Promise<void> {
  const [app] = await tx.select().from(apps).where(eq(apps.id, appId));
  if (!app) return;
  if (!wasEverPublic(app)) return storeMarks(tx, appId);
  const fields = await readFields(tx, app, EVERY_LANGUAGE);
  const changes = fields.filter(({ field }) => field === 'developerName');
  await settleChanges(tx, { app, changes, by });
}

interface SubmittedChange {
  readonly appId: string;
  readonly change: Difference;
  readonly review: ListingReviewRow | undefined;
  readonly by: Editor;
}

/** Submits the value of a change in place of one that waits; returns false when that is the same. */
async function wait(tx: Tx, { appId, change, review, by }: SubmittedChange): Promise<boolean> {
  const revision = revisionOf(change);
  const isWaiting = review?.status === 'waiting';
  if (isWaiting && review.submitted && revisionOf({ after: review.submitted.value }) === revision)
    return false;
  const { locale, field, after } = change;
  const set = {
    status: 'waiting' as const,
    revision,
    submitted: { value: after },
    pictureKeys: [...new Set(picturesOf(after).map(({ key }) => key))],
    submittedByUid: by.uid,
    waitingSince: isWaiting ? review.waitingSince : by.now,
  };
  await tx
    .insert(listingReviews)
    .values({ appId, locale, field, ...set })
    .onConflictDoUpdate({
      target: [listingReviews.appId, listingReviews.locale, listingReviews.field],
      set,
    });
  return true;
}

/** Withdraws what waits of a language that is to be deleted. */
async function withdrawOthers(
  tx: Tx,
  reviews: readonly ListingReviewRow[],
  { locale }: LocaleField,
): Promise<void> {
  const others = reviews.filter((one) => one.locale === locale && one.field !== 'language');
  for (const review of others) if (review.status === 'waiting') await settleReview(tx, review);
}
