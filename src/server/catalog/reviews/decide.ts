import { t } from '#shared/languages/translate.ts';
import { removedAppDenialReason } from '#shared/reviews/rules.ts';
import type { VersionAction } from '#shared/versions/actions.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { Tx } from '../../platform/db/open.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { ReviewRow } from '../../platform/db/tables/reviews.ts';
import { callError, requireAllowed } from '../../platform/input/call-error.ts';
import { isAlreadyDone } from '../lifecycle/change-version.ts';
import { type FoundVersion, findReview, lockVersion } from '../versions/queries.ts';

/** A version with its current review; null when it was never submitted. */
export interface FoundReview extends FoundVersion {
  readonly review: ReviewRow | null;
}

/** Locks a version (`lockVersion`), and returns it with its current review, which changes only under that lock. */
export async function lockReview(tx: Tx, versionId: string): Promise<FoundReview> {
  const locked = await lockVersion(tx, versionId);
  return { ...locked, review: await findReview(tx, versionId) };
}

/**
 * Returns true when this reviewer has already done this. Throws `failed-precondition` when another reviewer has
 * decided or has claimed the review, so that of two at once one wins and the other gets the reason.
 */
export function hasAlreadyDone(
  { version, review }: FoundReview,
  action: VersionAction,
  caller: Caller,
): boolean {
  const reviewerUid = review?.reviewerUid ?? null;
  const isOthers = reviewerUid !== null && reviewerUid !== caller.uid;
  if (isOthers && review?.decision) {
    throw callError('failed-precondition', () => t`Another reviewer has already decided on this version.`, {
      reason: 'decided',
      status: version.status,
    });
  }
  if (isOthers && version.status === 'in_review') {
    throw callError('failed-precondition', () => t`Another reviewer has claimed this version.`, {
      reason: 'claimed',
      status: version.status,
    });
  }
  return isAlreadyDone(version, action);
}

/** Throws `failed-precondition` when the app was removed, since its version couldn't be published. */
export function requireReviewable({ status }: AppRow): void {
  requireAllowed(() => removedAppDenialReason(status, 'version'), { reason: 'app-removed' });
}
