import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { auditEntrySchema } from '../audit/calls.ts';
import { idSchema, shownEmailSchema, shownNameSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { appDetailsSchema } from '../listings/details.ts';
import { lookalikesSchema } from '../listings/lookalike.ts';
import { listingDifferenceSchema, MAX_LISTING_CHANGES, ownAppFactsSchema } from '../listings/review-calls.ts';
import { MAX_CHANGES, MAX_FACT_LENGTH, MAX_FACT_NAME_LENGTH, MAX_LISTED } from '../packages/limits.ts';
import { provenancePolicySchema } from '../provenance/provenance.ts';
import { releaseSchema } from '../releases/release.ts';
import { MAX_THREAD_MESSAGES } from '../users/message-limits.ts';
import {
  submissionDraftSchema,
  testCredentialsSchema,
  testCredentialsStateSchema,
} from '../versions/submission.ts';
import {
  comparedVersionSchema,
  NEWEST_VERSIONS,
  versionSchema,
  versionSummarySchema,
} from '../versions/version.ts';
import { rejectionReasonSchema } from './reasons.ts';
import type { DecisionFacts } from './rules.ts';
import { waitingTimesSchema } from './waiting-times.ts';

/** Longest PNG of 96 by 96 pixels in Base64, with room for what cannot be compressed. */
const MAX_ICON_LENGTH = 60_000;

const versionIdSchema = z.object({ versionId: idSchema });
const versionResult = z.object({ version: versionSchema });

/** The text of a rejection; the dialog and the server share this schema. */
export const rejectionSchema = z.object({
  versionId: idSchema,
  reason: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a reason, so the publisher knows what to change.` })
    .max(4000, { error: () => t`Use at most 4,000 characters.` }),
  /** Chosen from the store's list, in addition to the text. */
  reasons: z.array(rejectionReasonSchema).max(9).default([]),
});

/** A message about a version. Publishers see neither internal notes nor the names of staff. */
export const reviewMessageSchema = z.object({
  id: idSchema,
  versionId: idSchema,
  /** Null for staff, unless the caller is staff. */
  authorUid: idSchema.nullable(),
  authorName: shownNameSchema.nullable(),
  byStaff: z.boolean(),
  isInternal: z.boolean(),
  text: z.string().max(4000),
  createdAt: z.iso.datetime(),
});
export type ReviewMessage = z.infer<typeof reviewMessageSchema>;

/** A difference between two versions; null means missing on this side. */
const changeSchema = z.object({
  kind: z.string().max(MAX_FACT_NAME_LENGTH),
  name: z.string().max(MAX_FACT_NAME_LENGTH),
  before: z.string().max(MAX_FACT_LENGTH).nullable(),
  after: z.string().max(MAX_FACT_LENGTH).nullable(),
  /** True when it needs manual review. */
  sensitive: z.boolean(),
});
export const changesSchema = z.array(changeSchema).max(MAX_CHANGES);

/** The input of `undoDenialReason`. */
const decisionFactsSchema = z.object({
  isOwnDecision: z.boolean(),
  isSuperseded: z.boolean(),
  hasNoFile: z.boolean(),
}) satisfies z.ZodType<DecisionFacts>;

/** Newest entries of the app's history in `reviews.get`. */
export const REVIEW_HISTORY_ENTRIES = 50;

/** A field of a listing that isn't as it was rejected. */
const listingEditSchema = listingDifferenceSchema.pick({ locale: true, field: true }).extend({
  /** Null for images and languages, of which earlier ones aren't kept. */
  values: listingDifferenceSchema.pick({ before: true, after: true }).nullable(),
});
export type ListingEdit = z.infer<typeof listingEditSchema>;

/** The last rejection of the app before this submission, and what its publisher has changed since. */
const earlierRejectionSchema = z.object({
  /** The rejected version; the same as the submitted one when only its listing was rejected. */
  version: comparedVersionSchema,
  reviewerName: shownNameSchema.nullable(),
  /** True when the caller rejected it. */
  isOwn: z.boolean(),
  decidedAt: z.iso.datetime(),
  rejectionReasons: versionSummarySchema.shape.rejectionReasons,
  decisionNote: versionSummarySchema.shape.decisionNote,
  /** Differences from the rejected package; null for the same one, or when one couldn't be read. */
  changes: changesSchema.nullable(),
  /** What is submitted or live now and wasn't then; null when the rejected listing isn't kept. */
  listingEdits: z.array(listingEditSchema).max(MAX_LISTING_CHANGES).nullable(),
});

/** Everything that a reviewer needs to decide about a version. */
const reviewSchema = z.object({
  app: appSchema,
  details: appDetailsSchema,
  version: versionSchema,
  /** The reviewer who claimed or decided it; null without one. */
  reviewerName: shownNameSchema.nullable(),
  /** Claimed for longer than the store's setting `review.staleClaimHours`. */
  isStale: z.boolean(),
  /** Input of `ownAppDenialReason`, which decides if the caller may approve it. */
  own: ownAppFactsSchema,
  /** Input of `undoDenialReason`, which decides if the caller may undo the decision; null when there is none. */
  undo: decisionFactsSchema.nullable(),
  /** Its release settings; null when it was never submitted. */
  release: releaseSchema.nullable(),
  /** The live version, or for a version that was published itself the one before it; null without one. */
  published: comparedVersionSchema.nullable(),
  /** Differences from it, sensitive ones first; null without a live version. */
  changes: changesSchema.nullable(),
  /** Null without one, or when a version was published since. */
  earlierRejection: earlierRejectionSchema.nullable(),
  /** The origin that the app's versions must have; null when none is required. */
  provenancePolicy: provenancePolicySchema.nullable(),
  /** Apps of other publishers that this one looks like, public ones first. */
  lookalikes: lookalikesSchema,
  /** Listing changes that wait for approval; approving the version approves them. */
  listingChanges: z.array(listingDifferenceSchema).max(MAX_LISTING_CHANGES),
  /** Pass to `reviews.approve`: identifies these changes, so that later ones are not approved with them. */
  listingRevision: z.string().max(64),
  /** The newest versions of the app. */
  versions: z.array(versionSummarySchema).max(NEWEST_VERSIONS),
  /** Recent events of the app, newest first. */
  history: z.array(auditEntrySchema).max(REVIEW_HISTORY_ENTRIES),
  publisher: z.object({
    uid: idSchema,
    name: shownNameSchema.nullable(),
    email: shownEmailSchema,
    /** True when they followed the link in the confirmation email. */
    emailVerified: z.boolean(),
    isVerified: z.boolean(),
    since: z.iso.datetime(),
    apps: z.number(),
    publishedVersions: z.number(),
    /** The rejections of their apps' versions, also of those that were submitted again since. */
    rejections: z.number(),
    removedApps: z.number(),
  }),
  messages: z.array(reviewMessageSchema).max(MAX_THREAD_MESSAGES),
  /** What the publisher wrote for the reviewer at submission; empty without any. */
  reviewerNotes: submissionDraftSchema.shape.reviewerNotes,
  /** `reviews.getTestCredentials` returns those that were given. */
  testCredentials: testCredentialsStateSchema,
});
export type Review = z.infer<typeof reviewSchema>;

export const reviewCalls = {
  /** Returns current decision times, for everyone who waits. */
  'reviews.waitingTimes': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['reviews'],
    input: z.object({}),
    output: waitingTimesSchema,
    errors: [],
  }),
  'reviews.get': defineCall({
    access: 'admin',
    reads: ['apps', 'listings', 'releases', 'reviews', 'settings', 'versions'],
    input: versionIdSchema,
    output: reviewSchema,
    errors: ['not-found'],
  }),
  /** Returns the publisher's test credentials for those who may approve the version, until a decision. */
  'reviews.getTestCredentials': defineCall({
    access: 'admin',
    reads: ['reviews', 'versions'],
    input: versionIdSchema,
    /** Null without any, once they were erased, or when the store's secret has changed. */
    output: z.object({ credentials: testCredentialsSchema.nullable() }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** The pictures of `otherIcons` in a version's facts, in their order, as PNG in Base64. */
  'reviews.icons': defineCall({
    access: 'admin',
    reads: ['versions'],
    input: versionIdSchema,
    output: z.object({
      icons: z.array(z.string().max(MAX_ICON_LENGTH).nullable()).max(MAX_LISTED.otherIcons),
    }),
    errors: ['not-found'],
  }),
  'reviews.claim': defineCall({
    access: 'admin',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.unclaim': defineCall({
    access: 'admin',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.approve': defineCall({
    access: 'admin',
    input: z.object({
      versionId: idSchema,
      note: z
        .string()
        .trim()
        .max(4000, { error: () => t`Use at most 4,000 characters.` })
        .optional(),
      /**
       * The value from `reviews.get`: approves the reviewed listing changes with the version. Fails with the
       * reason `listing-changed` when there are others. Without it the approval covers what was submitted
       * with the version, unless the listing has changed since.
       */
      listingRevision: z.string().max(64).optional(),
      /** Lets an immediate publication wait ten seconds, in which `reviews.undo` can still prevent it. */
      withUndo: z.boolean().default(false),
    }),
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  /**
   * Undoes the caller's own decision: the version is in review again, claimed by them. Works until an approved version is
   * published or the publisher of a rejected one submits again.
   */
  'reviews.undo': defineCall({
    access: 'admin',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.reject': defineCall({
    access: 'admin',
    input: rejectionSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.thread': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['reviews'],
    input: versionIdSchema,
    /** The newest 500 of all versions of the app, oldest first. */
    output: z.object({ messages: z.array(reviewMessageSchema).max(MAX_THREAD_MESSAGES) }),
    errors: ['not-found'],
  }),
  'reviews.comment': defineCall({
    access: 'signedIn',
    input: z.object({
      versionId: idSchema,
      text: z
        .string()
        .trim()
        .min(1, { error: () => t`Enter a message.` })
        .max(4000, { error: () => t`Use at most 4,000 characters.` }),
      /** True for a note that only staff can read. */
      internal: z.boolean().default(false),
      /** Chosen by the client, so that a retry after a lost response writes it once. */
      id: z.uuid({ error: () => t`Use a UUID, or omit it.` }).optional(),
    }),
    output: z.object({ message: reviewMessageSchema }),
    errors: ['not-found', 'permission-denied', 'failed-precondition', 'resource-exhausted'],
  }),
};
