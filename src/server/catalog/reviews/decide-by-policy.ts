import { sensitiveChanges } from '#shared/packages/capabilities.ts';
import { isCapability } from '#shared/packages/capability-records.ts';
import type { PackageChange } from '#shared/packages/changes.ts';
import type { PackageFacts } from '#shared/packages/facts.ts';
import type { StoredFinding } from '#shared/packages/finding.ts';
import type { ProvenanceChange } from '#shared/provenance/rules.ts';
import type { PolicyReason, StoredPolicyDecision } from '#shared/reviews/policy.ts';
import { policyReason } from '#shared/reviews/policy-reasons.ts';
import type { StoreSettings } from '#shared/settings/settings.ts';

type PolicyOutcome = StoredPolicyDecision & { readonly reasons: readonly PolicyReason[] };

/** The input of the policy. */
export interface PolicySubmission {
  readonly updates: StoreSettings['review']['updates'];
  /** Null when the package could not be read. */
  readonly package: PackageFacts | null;
  /** Compared with the newest published version; null when nothing is published. */
  readonly changes: readonly PackageChange[] | null;
  readonly findings: readonly StoredFinding[];
  /**
   * True when an admin publishes the app, is a member or uploaded the version, and admins may only decide
   * about others' apps.
   */
  readonly isOfAdmin: boolean;
  /** True when an earlier submission was rejected and nothing was published since. */
  readonly wasRejected: boolean;
  /** The difference between its origin and that of the published version; null without one. */
  readonly provenanceChange: ProvenanceChange | null;
  /** New names and icons in the listing. */
  readonly listingChanges: readonly PolicyReason[];
  /** Rules by which it looks like a public app of another publisher. */
  readonly confusing?: readonly string[];
  /** Languages with release notes that need approval before they are shown. */
  readonly releaseNotes?: readonly string[];
}

/**
 * Decides if a submitted version is approved automatically (design, section 6: new or widened permissions, a
 * changed signer, name or icon always need manual review). So do special access, a shared user ID and facts that were
 * not read. Returns every reason that applies.
 */
export function decideByPolicy(submission: PolicySubmission): PolicyOutcome {
  const {
    updates,
    changes,
    findings,
    isOfAdmin,
    wasRejected,
    provenanceChange,
    listingChanges,
    confusing = [],
    releaseNotes = [],
  } = submission;
  const policy = 'updatesWithoutSensitiveChanges';
  const reasons: PolicyReason[] = [];
  if (updates === 'review') reasons.push(policyReason('reviewsAll'));
  if (isOfAdmin) reasons.push(policyReason('ofAdmin'));
  if (wasRejected) reasons.push(policyReason('rejected'));
  if (changes === null) reasons.push(policyReason('first'));
  reasons.push(...sensitiveChanges(changes ?? []).map(reasonOf));
  reasons.push(...findControl(submission.package));
  for (const { severity, rule } of findings) {
    if (severity !== 'info') reasons.push(policyReason('finding', { rule }));
  }
  for (const rule of confusing) reasons.push(policyReason('finding', { rule }));
  if (provenanceChange !== null) {
    const { found, ...values } = provenanceChange;
    reasons.push({ reason: found, values });
  }
  reasons.push(...listingChanges);
  if (releaseNotes.length > 0) reasons.push(policyReason('releaseNotes', { locales: releaseNotes }));
  if (reasons.length > 0) return { policy, decision: 'toReview', reasons };
  return {
    policy,
    decision: 'approved',
    reasons: [policyReason('noMoreAccess'), policyReason('sameIdentity'), policyReason('noFindings')],
  };
}

/** Returns what gives a package control over the device or other apps, and what of it is unknown. */
function findControl(facts: PackageFacts | null): PolicyReason[] {
  if (facts === null) return [policyReason('unreadable')];
  if (facts.platform === 'ios') return [];
  const { sharedUserId, specialAccess } = facts;
  if (sharedUserId === undefined || specialAccess === undefined) {
    return [policyReason('unread')];
  }
  const reasons = specialAccess.map(({ kind, name }) => policyReason('specialAccess', { kind, name }));
  return sharedUserId === null ? reasons : [...reasons, policyReason('sharedUserId', { id: sharedUserId })];
}

function reasonOf({ kind, name, before, after }: PackageChange): PolicyReason {
  if (kind === 'capabilities' && isCapability(name)) {
    return policyReason(before === null ? 'newCapability' : 'widerCapability', { id: name });
  }
  if (kind === 'exposedComponents') return policyReason('exposed', { name });
  if (before === null) return policyReason('added', { kind, name });
  return policyReason(after === null ? 'removed' : 'changed', { kind, name });
}
