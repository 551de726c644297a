import { CallError } from '#shared/errors.ts';
import type { VersionAction } from '#shared/versions/rules.ts';
import type { Caller } from '../auth/authenticate.ts';
import type { AppRow, VersionRow } from '../db/tables.ts';
import { isAlreadyDone } from '../versions/transition.ts';

/**
 * Whether this reviewer's same decision stands already. When somebody else has decided or holds the review,
 * it throws `failed-precondition` that says so: of two people at once, one wins and the other is told.
 */
export function standsAlready(version: VersionRow, action: VersionAction, caller: Caller): boolean {
  const isOthers = version.reviewerUid !== null && version.reviewerUid !== caller.uid;
  if (isOthers && version.decidedAt !== null) {
    throw new CallError('failed-precondition', 'Another reviewer has decided about this version already.', {
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

/** Refuses to approve what could not be published: the store removed the app. Throws `failed-precondition`. */
export function requireReviewable({ status }: AppRow): void {
  if (status !== 'removed') return;
  const reason = 'The store removed this app. Restore it first, or reject the version.';
  throw new CallError('failed-precondition', reason, { reason });
}
