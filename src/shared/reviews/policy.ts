import { z } from 'zod';
import type { Change } from '../packages/changes.ts';
import type { Finding } from '../packages/finding.ts';
import type { StoreSettings } from '../settings/settings.ts';

/** What the store's policy decided about a submission, and why: both publisher and reviewers see it. */
export const policyDecisionSchema = z.object({
  /** Which policy decided. */
  policy: z.literal('updatesWithoutSensitiveChanges'),
  decision: z.enum(['approved', 'toReview']),
  /** Sentences; for an approval what was looked at, otherwise what a person has to look at. */
  why: z.array(z.string()),
});
export type PolicyDecision = z.infer<typeof policyDecisionSchema>;

/** Everything that the policy looks at. */
export interface Submission {
  readonly updates: StoreSettings['review']['updates'];
  /** Against the newest published version; null when nothing is published. */
  readonly changes: readonly Change[] | null;
  readonly findings: readonly Finding[];
  /** Names and icons of the listing that people would see for the first time, as sentences. */
  readonly listingChanges: readonly string[];
}

/**
 * Decides whether a submitted version is approved without a person (design, section 6: new or widened permissions, a
 * changed signer, name or icon always go to one). The reasons are complete: every one that applies is named.
 */
export function decideByPolicy({ updates, changes, findings, listingChanges }: Submission): PolicyDecision {
  const policy = 'updatesWithoutSensitiveChanges';
  const why: string[] = [];
  if (updates === 'review') why.push('This store has a person look at every version.');
  if (changes === null) why.push('It is the first version to be published.');
  for (const change of changes ?? []) if (change.sensitive) why.push(describeChange(change));
  for (const { severity, title } of findings)
    if (severity !== 'info') why.push(`The inspection found: ${title}.`);
  why.push(...listingChanges);
  if (why.length > 0) return { policy, decision: 'toReview', why };
  return {
    policy,
    decision: 'approved',
    why: [
      'It asks for no more access than the published version.',
      'Signer, name and icon are unchanged.',
      'The inspection found nothing to look at.',
    ],
  };
}

function describeChange({ kind, name, before, after }: Change): string {
  const what = name === '' ? kind : `${kind} ${name}`;
  if (before === null) return `New: ${what}.`;
  if (after === null) return `Gone: ${what}.`;
  return `Changed: ${what}.`;
}
