import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { denialFields, idSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { CAPABILITY_IDS } from '../packages/capability-records.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { versionSummarySchema } from '../versions/version.ts';
import { queueFilterSchema } from './queue-filter.ts';
import { AGE_LIMITS_HOURS, MAX_CLAIMS } from './queue-limits.ts';

/** Days of `reviews.activity`. */
export const ACTIVITY_DAYS = 30;

/** A version that waits for a decision. */
const queueItemSchema = z.object({
  app: appSchema,
  version: versionSummarySchema,
  change: queueFilterSchema.shape.change.unwrap(),
  /** True when listing changes wait for approval too. */
  hasListingChanges: z.boolean(),
  /** Sensitive capabilities that are new since the live version, as of the submission; the gravest first. */
  newCapabilities: z.array(z.enum(CAPABILITY_IDS)).max(CAPABILITY_IDS.length),
  /** Number of findings without consequences; `version.findingCounts` has the others. */
  infos: z.number(),
  /** Number of rejections of the app so far. */
  earlierRejections: z.number(),
  /** Messages of its publisher since staff last wrote about it. */
  unansweredMessages: z.number(),
  /** The reviewer who claimed it; null without one. */
  reviewerName: shownNameSchema.nullable(),
  /** Claimed for longer than the store's setting `review.staleClaimHours`. */
  isStale: z.boolean(),
});
export type QueueItem = z.infer<typeof queueItemSchema>;

export const queueCalls = {
  'reviews.queue': defineCall({
    access: 'admin',
    reads: ['apps', 'listings', 'reviews', 'versions'],
    input: pageSchema.extend(queueFilterSchema.shape),
    output: z.object({ items: pageOf(queueItemSchema), nextCursor: cursorSchema.nullable() }),
    errors: [],
  }),
  /** Counts the versions in the queue: all of them, some that a reviewer may want, and by age. */
  'reviews.queueSummary': defineCall({
    access: 'admin',
    reads: ['apps', 'reviews', 'versions'],
    input: z.object({}),
    output: z.object({
      all: z.number(),
      mine: z.number(),
      unassigned: z.number(),
      overdue: z.number(),
      sensitive: z.number(),
      /** Versions younger than each of `AGE_LIMITS_HOURS`, and the rest. */
      ages: z.array(z.number()).max(AGE_LIMITS_HOURS.length + 1),
    }),
    errors: [],
  }),
  /** Counts submissions and decisions on each of the last 30 days in UTC, oldest first. */
  'reviews.activity': defineCall({
    access: 'admin',
    reads: ['reviews'],
    input: z.object({}),
    output: z.object({
      days: z
        .array(
          z.object({ day: z.iso.date(), submitted: z.number(), approved: z.number(), rejected: z.number() }),
        )
        .max(ACTIVITY_DAYS),
    }),
    errors: [],
  }),
  /** Returns the versions around one in the queue, which may have been decided meanwhile. */
  'reviews.neighbors': defineCall({
    access: 'admin',
    reads: ['apps', 'listings', 'reviews', 'versions'],
    input: queueFilterSchema.extend({ versionId: idSchema }),
    output: z.object({
      previousId: idSchema.nullable(),
      nextId: idSchema.nullable(),
      /** The next one that no other reviewer has claimed, continued at the start of the queue. */
      nextToReviewId: idSchema.nullable(),
    }),
    errors: ['not-found'],
  }),
  'reviews.claimSeveral': defineCall({
    access: 'admin',
    input: z.object({
      versionIds: z
        .array(idSchema)
        .min(1, { error: () => t`Select at least one version.` })
        .max(MAX_CLAIMS, { error: () => t`Claim at most ${MAX_CLAIMS} versions at once.` }),
    }),
    output: z.object({
      /** One for each version; the reason why it couldn't be claimed, or null. */
      results: z.array(z.object({ versionId: idSchema, ...denialFields })).max(MAX_CLAIMS),
    }),
    errors: [],
  }),
};
