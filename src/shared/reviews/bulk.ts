import { t } from '../languages/translate.ts';
import type { PolicyReason } from './policy.ts';
import { describePolicyReason } from './policy-reasons.ts';
import { type OwnAppFacts, ownAppDenialReason } from './rules.ts';

/** The versions that reviewers may decide about together: a setting of the store. */
export const BULK_DECISIONS = ['off', 'updates'] as const;

/** Maximum number of versions to decide about together. */
export const MAX_BULK_DECISIONS = 50;

/** The input for deciding if a version may be approved or rejected together with others. */
export interface BulkFacts {
  readonly bulkDecisions: (typeof BULK_DECISIONS)[number];
  readonly isAwaitingReview: boolean;
  readonly isAppRemoved: boolean;
  /** True when another reviewer has claimed it. */
  readonly isClaimedByOther: boolean;
  readonly own: OwnAppFacts;
  /** True when listing changes wait for approval, which nobody has seen in a list. */
  readonly hasListingChanges: boolean;
  /** The reasons why the store's policy would not approve it by itself. */
  readonly policyReasons: readonly PolicyReason[];
}

/**
 * Returns why a version must be decided about on its own page, as a sentence; null when it may be decided about together
 * with others: an update that the store could approve automatically. The same rule guards the server and the preview.
 */
export function bulkDenialReason(facts: BulkFacts): string | null {
  if (facts.bulkDecisions === 'off') return t`This store decides about each version on its own page.`;
  if (!facts.isAwaitingReview) return t`It no longer waits for a decision.`;
  if (facts.isAppRemoved) return t`This app was removed from the store.`;
  if (facts.isClaimedByOther) return t`Another reviewer has claimed this version.`;
  const own = ownAppDenialReason(facts.own, 'approve');
  if (own !== null) return own;
  const [reason] = facts.policyReasons;
  if (reason !== undefined) return describePolicyReason(reason);
  return facts.hasListingChanges ? t`Listing changes wait for approval with it.` : null;
}
