import { z } from 'zod';
import { sentenceSchema } from '../bounded.ts';
import { MAX_CHANGES, MAX_FINDINGS } from '../packages/limits.ts';

/** One for each sensitive change and each finding, and some for the listing. */
const MAX_REASONS = MAX_CHANGES + MAX_FINDINGS + 1_000;

/** The store policy's decision about a submission with its reasons, shown to publisher and reviewers. */
export const policyDecisionSchema = z.object({
  /** The policy that decided. */
  policy: z.literal('updatesWithoutSensitiveChanges'),
  decision: z.enum(['approved', 'toReview']),
  /** Sentences: the checks of an approval, otherwise the reasons for manual review. */
  reasons: z.array(sentenceSchema).max(MAX_REASONS),
});
export type PolicyDecision = z.infer<typeof policyDecisionSchema>;
