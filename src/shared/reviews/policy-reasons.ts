import { t } from '../languages/translate.ts';
import { type CapabilityId, capability } from '../packages/capability-records.ts';
import { labelOfChange } from '../packages/change-labels.ts';
import { cutValues, type FindingValues } from '../packages/finding.ts';
import { describeFinding } from '../packages/rules/catalogue.ts';
import { PROVENANCE_CHANGES } from '../provenance/rules.ts';
import type { PolicyDecision, PolicyReason, StoredPolicyDecision } from './policy.ts';

type Change = { readonly kind: string; readonly name: string };
type InLocale = { readonly locale: string };

const REASONS = {
  reviewsAll: () => t`This store reviews every version manually.`,
  ofAdmin: () => t`An admin of this store works on it, so another admin must review it.`,
  rejected: () => t`An earlier submission was rejected.`,
  first: () => t`It’s the first version to be published.`,
  newCapability: ({ id }: { id: CapabilityId }) => t`New: ${capability(id).sentence}`,
  widerCapability: ({ id }: { id: CapabilityId }) =>
    t`On more Android versions than before: ${capability(id).sentence}`,
  exposed: ({ name }: { name: string }) => t`New: every other app can use ${name}.`,
  added: (change: Change) => t`New: ${labelOfChange(change)}.`,
  removed: (change: Change) => t`Removed: ${labelOfChange(change)}.`,
  changed: (change: Change) => t`Changed: ${labelOfChange(change)}.`,
  unreadable: () => t`The package couldn’t be read.`,
  unread: () => t`It was inspected before special access was read. Upload it again to have it read.`,
  specialAccess: ({ name, kind }: { name: string; kind: CapabilityId }) =>
    t`Special access by ${name}: ${capability(kind).sentence}`,
  sharedUserId: ({ id }: { id: string }) => t`It shares the user ID ${id} with other apps.`,
  finding: ({ rule }: { rule: string }) =>
    t`The inspection found: ${describeFinding({ rule, severity: 'warning' }).title}.`,
  ...PROVENANCE_CHANGES,
  newName: ({ locale, name }: InLocale & { name: string }) =>
    t`The listing’s name in ${locale} is new: “${name}”.`,
  changedName: ({ locale, before, after }: InLocale & { before: string; after: string }) =>
    t`The listing’s name in ${locale} changes from “${before}” to “${after}”.`,
  newIcon: ({ locale }: InLocale) => t`The listing’s icon in ${locale} is new.`,
  releaseNotes: ({ locales }: { locales: readonly string[] }) =>
    t`Its release notes need approval (${locales.join(', ')}).`,
  noMoreAccess: () => t`It needs no more access than the published version.`,
  sameIdentity: () => t`The signer, name and icon are unchanged.`,
  noFindings: () => t`The inspection found no problems.`,
};
type ReasonName = keyof typeof REASONS;

/** Creates a reason of the policy, with the values that its sentence needs. */
export function policyReason<Name extends ReasonName>(
  reason: Name,
  ...values: Parameters<(typeof REASONS)[Name]>
): PolicyReason {
  const [given = {}]: readonly FindingValues[] = values;
  return { reason, values: cutValues(given) };
}

/**
 * Returns a reason as a sentence in the page's language; the sentence it came with for a reason of an earlier release.
 */
export function describePolicyReason({
  reason = '',
  values = {},
  sentence = reason,
}: PolicyDecision['reasons'][number] | (PolicyReason & { sentence?: undefined })): string {
  if (!Object.hasOwn(REASONS, reason)) return sentence;
  const describe: (given: never) => string = REASONS[reason as ReasonName];
  try {
    return describe(values as never);
  } catch {
    // Another release may have kept other values, and one reason must not hide the review.
    return sentence;
  }
}

/** Returns a kept decision with the sentences of its reasons. */
export function describePolicyDecision({ reasons, ...decision }: StoredPolicyDecision): PolicyDecision {
  const described = reasons.map((reason) =>
    typeof reason === 'string' ? { sentence: reason } : { ...reason, sentence: describePolicyReason(reason) },
  );
  return { ...decision, reasons: described };
}
