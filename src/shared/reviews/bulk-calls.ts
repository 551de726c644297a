import { z } from 'zod';
import { idSchema, sentenceSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { BULK_DECISIONS, type BulkFacts, MAX_BULK_DECISIONS } from './bulk.ts';
import { ownAppFactsSchema, rejectionSchema } from './calls.ts';
import { MAX_REASONS, policyReasonSchema } from './policy.ts';

const versionIdsSchema = z
  .array(idSchema)
  .min(1, t`Select at least one version.`)
  .max(MAX_BULK_DECISIONS, t`Decide about at most ${MAX_BULK_DECISIONS} versions at once.`);

const bulkFactsSchema = z.object({
  bulkDecisions: z.enum(BULK_DECISIONS),
  isAwaitingReview: z.boolean(),
  isAppRemoved: z.boolean(),
  isClaimedByOther: z.boolean(),
  own: ownAppFactsSchema,
  hasListingChanges: z.boolean(),
  policyReasons: z.array(policyReasonSchema).max(MAX_REASONS),
}) satisfies z.ZodType<BulkFacts>;

export const bulkCalls = {
  /** Returns the input of `bulkDenialReason` for several versions, without those that don't exist. */
  'reviews.getBulkFacts': defineCall({
    access: 'admin',
    reads: ['apps', 'listings', 'reviews', 'settings', 'versions'],
    input: z.object({ versionIds: versionIdsSchema }),
    output: z.object({
      versions: z.array(z.object({ versionId: idSchema, facts: bulkFactsSchema })).max(MAX_BULK_DECISIONS),
    }),
    errors: [],
  }),
  /** Approves or rejects several versions, each by itself: those that can't be decided about don't stop the rest. */
  'reviews.decideSeveral': defineCall({
    access: 'admin',
    input: z.object({
      versionIds: versionIdsSchema,
      decision: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('approve') }),
        rejectionSchema.omit({ versionId: true }).extend({ kind: z.literal('reject') }),
      ]),
    }),
    output: z.object({
      /** One for each version; the reason why it couldn't be decided about, or null. */
      results: z
        .array(z.object({ versionId: idSchema, denialReason: sentenceSchema.nullable() }))
        .max(MAX_BULK_DECISIONS),
    }),
    errors: [],
  }),
};
