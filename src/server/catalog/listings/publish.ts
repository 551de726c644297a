import { and, eq } from 'drizzle-orm';
import { t } from '#shared/languages/translate.ts';
import { wasEverPublic } from '#shared/listings/publication.ts';
import { picturesOf } from '#shared/listings/values.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import { listingApprovals, listingReviews } from '../../platform/db/tables/listings.ts';
import type { ReviewRow } from '../../platform/db/tables/reviews.ts';
import { callError } from '../../platform/input/call-error.ts';
import { type Difference, revisionOfAll } from './differences.ts';
import { goLive } from './go-live.ts';
import { noteWaiting } from './review-rows.ts';
import { settleListing } from './settle.ts';
import { readLiveLanguages, readWaiting, withoutNameless } from './waiting.ts';

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
export async function readCovered(tx: Tx, { app, review, seen }: Reviewed): Promise<Difference[]> {
  const waiting = await readWaiting(tx, app);
  const revision = revisionOfAll(waiting);
  if (seen !== undefined && seen !== revision) {
    throw callError(
      'failed-precondition',
      () => t`The listing changed after you opened this review. Review its changes again, then decide.`,
      { reason: 'listing-changed' },
    );
  }
  if (seen === undefined && revision !== review?.listingRevision) return [];
  return withoutNameless(waiting, await readLiveLanguages(tx, app.id));
}

interface ApprovedListing {
  readonly app: AppRow;
  readonly versionId: string;
  readonly changes: readonly Difference[];
}

/** Stores what was approved with a version until the version is published, whatever its publisher edits meanwhile. */
export async function approveWithVersion(
  tx: Tx,
  { app, versionId, changes }: ApprovedListing,
): Promise<void> {
  for (const { locale, field, after } of changes) {
    const set = {
      versionId,
      kept: { value: after },
      pictureKeys: [...new Set(picturesOf(after).map(({ key }) => key))],
    };
    await tx
      .insert(listingApprovals)
      .values({ appId: app.id, locale, field, ...set })
      .onConflictDoUpdate({
        target: [listingApprovals.appId, listingApprovals.locale, listingApprovals.field],
        set,
      });
    await tx
      .delete(listingReviews)
      .where(
        and(
          eq(listingReviews.appId, app.id),
          eq(listingReviews.locale, locale),
          eq(listingReviews.field, field),
        ),
      );
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
  const approved = await tx
    .delete(listingApprovals)
    .where(
      and(
        eq(listingApprovals.appId, app.id),
        wasEverPublic(app) ? eq(listingApprovals.versionId, versionId) : undefined,
      ),
    )
    .returning();
  await goLive(
    tx,
    app.id,
    approved.map(({ locale, field, kept: { value } }) => ({ locale, field, value })),
  );
  if (!wasEverPublic(app)) {
    await settleListing(tx, app.id, { byUid: app.ownerUid, now, waits: true });
  }
}

/** Makes what was approved with a version wait for approval again, because its reviewer undid the decision. */
export async function revokeApproval(tx: Tx, { app, versionId, now }: ListingPublication): Promise<void> {
  await tx
    .delete(listingApprovals)
    .where(and(eq(listingApprovals.appId, app.id), eq(listingApprovals.versionId, versionId)));
  await settleListing(tx, app.id, { byUid: app.ownerUid, now, waits: true });
}
