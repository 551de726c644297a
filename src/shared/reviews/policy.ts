import { z } from 'zod';
import { sentenceSchema } from '../bounded.ts';
import { findingValuesSchema } from '../packages/finding.ts';
import { MAX_CHANGES, MAX_FINDINGS } from '../packages/limits.ts';

/** One for each sensitive change and each finding, and some for the listing. */
export const MAX_REASONS = MAX_CHANGES + MAX_FINDINGS + 1_000;

/** A reason of the policy, from which `describePolicyReason` makes a sentence. */
export const policyReasonSchema = z.object({ reason: z.string().max(100), values: findingValuesSchema });
export type PolicyReason = z.infer<typeof policyReasonSchema>;

const decisionSchema = z.object({
  /** The policy that decided. */
  policy: z.literal('updatesWithoutSensitiveChanges'),
  decision: z.enum(['approved', 'toReview']),
});

/** A decision as it's kept: those of earlier releases have sentences as reasons. */
export const storedPolicyDecisionSchema = decisionSchema.extend({
  reasons: z.array(z.union([policyReasonSchema, sentenceSchema])).max(MAX_REASONS),
});
export type StoredPolicyDecision = z.infer<typeof storedPolicyDecisionSchema>;

/** The store policy's decision about a submission with its reasons, shown to publisher and reviewers. */
export const policyDecisionSchema = decisionSchema.extend({
  /** The checks of an approval, otherwise the reasons for manual review. */
  reasons: z
    .array(policyReasonSchema.partial().extend({ /** In English. */ sentence: sentenceSchema }))
    .max(MAX_REASONS),
});
export type PolicyDecision = z.infer<typeof policyDecisionSchema>;
