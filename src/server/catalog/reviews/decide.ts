import { CallError } from '#shared/errors.ts';
import type { VersionAction } from '#shared/versions/actions.ts';
import type { Caller } from '../../identity/authenticate.ts';
import type { AppRow } from '../../platform/db/tables/apps.ts';
import type { VersionRow } from '../../platform/db/tables/versions.ts';
import { denied } from '../../platform/input/denied.ts';
import { isAlreadyDone } from '../lifecycle/change-version.ts';

/**
 * Returns true when this reviewer has already done this. Throws `failed-precondition` when another reviewer has
 * decided or has claimed the review, so that of two at once one wins and the other gets the reason.
 */
export function hasAlreadyDone(version: VersionRow, action: VersionAction, caller: Caller): boolean {
  const isOthers = version.reviewerUid !== null && version.reviewerUid !== caller.uid;
  if (isOthers && version.decidedAt !== null) {
    throw new CallError('failed-precondition', 'Another reviewer has already decided on this version.', {
      reason: 'decided',
      status: version.status,
    });
  }
  if (isOthers && version.status === 'in_review') {
    throw new CallError('failed-precondition', 'Another reviewer has claimed this version.', {
      reason: 'claimed',
      status: version.status,
    });
  }
  return isAlreadyDone(version, action);
}

/** Throws `failed-precondition` when the app was removed, since its version couldn't be published. */
export function requireReviewable({ status }: AppRow): void {
  if (status !== 'removed') return;
  throw denied('This app was removed by staff. Restore it first, or reject the version.');
}
