import { t } from '#shared/languages/translate.ts';
import { labelOfChange } from '#shared/packages/change-labels.ts';
import type { Change } from '#shared/packages/changes.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import { describeFinding } from '#shared/packages/rules/catalogue.ts';
import { SPECIAL_ACCESS } from '#shared/packages/special-access.ts';
import type { PolicyDecision } from '#shared/reviews/policy.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';

/** The input of the policy. */
export interface Submission {
  readonly updates: StoreSettings['review']['updates'];
  /** Null when the package could not be read. */
  readonly package: PackageFacts | null;
  /** Compared with the newest published version; null when nothing is published. */
  readonly changes: readonly Change[] | null;
  readonly findings: readonly StoredFinding[];
  /**
   * True when an admin publishes the app, is a member or uploaded the version, and admins may only decide
   * about others' apps.
   */
  readonly isOfAdmin: boolean;
  /** True when an earlier submission was rejected and nothing was published since. */
  readonly wasRejected: boolean;
  /** The difference between its origin and that of the published version, as a sentence; null without one. */
  readonly provenanceChange: string | null;
  /** New names and icons in the listing, as sentences. */
  readonly listingChanges: readonly string[];
  /** Languages with release notes that need approval before they are shown. */
  readonly releaseNotes?: readonly string[];
}

/**
 * Decides if a submitted version is approved automatically (design, section 6: new or widened permissions, a
 * changed signer, name or icon always need manual review). So do special access, a shared user ID and facts that were
 * not read. Returns every reason that applies.
 */
export function decideByPolicy(submission: Submission): PolicyDecision {
  const {
    updates,
    changes,
    findings,
    isOfAdmin,
    wasRejected,
    provenanceChange,
    listingChanges,
    releaseNotes = [],
  } = submission;
  const policy = 'updatesWithoutSensitiveChanges';
  const reasons: string[] = [];
  if (updates === 'review') reasons.push(t`This store reviews every version manually.`);
  if (isOfAdmin) reasons.push(t`An admin of this store works on it, so another admin must review it.`);
  if (wasRejected) reasons.push(t`An earlier submission was rejected.`);
  if (changes === null) reasons.push(t`It’s the first version to be published.`);
  for (const change of changes ?? []) if (change.sensitive) reasons.push(describeChange(change));
  reasons.push(...describeControl(submission.package));
  for (const finding of findings) {
    if (finding.severity !== 'info')
      reasons.push(t`The inspection found: ${describeFinding(finding).title}.`);
  }
  if (provenanceChange !== null) reasons.push(provenanceChange);
  reasons.push(...listingChanges);
  if (releaseNotes.length > 0) reasons.push(t`Its release notes need approval (${releaseNotes.join(', ')}).`);
  if (reasons.length > 0) return { policy, decision: 'toReview', reasons };
  return {
    policy,
    decision: 'approved',
    reasons: [
      t`It needs no more access than the published version.`,
      t`The signer, name and icon are unchanged.`,
      t`The inspection found no problems.`,
    ],
  };
}

/** Returns what gives a package control over the device or other apps, and what of it is unknown, as sentences. */
function describeControl(facts: PackageFacts | null): string[] {
  if (facts === null) return [t`The package couldn’t be read.`];
  if (facts.platform === 'ios') return [];
  const { sharedUserId, specialAccess } = facts;
  if (sharedUserId === undefined || specialAccess === undefined) {
    return [t`It was inspected before special access was read. Upload it again to have it read.`];
  }
  const reasons = specialAccess.map(({ kind, name }) => {
    const explanation = SPECIAL_ACCESS[kind].explanation;
    return t`Special access by ${name}: ${explanation}`;
  });
  return sharedUserId === null
    ? reasons
    : [...reasons, t`It shares the user ID ${sharedUserId} with other apps.`];
}

function describeChange(change: Change): string {
  const label = labelOfChange(change);
  if (change.before === null) return t`New: ${label}.`;
  if (change.after === null) return t`Removed: ${label}.`;
  return t`Changed: ${label}.`;
}
