import { z } from 'zod';
import { appSchema } from '../apps/app.ts';
import { appDetailsSchema } from '../apps/details.ts';
import { auditEntrySchema } from '../audit/calls.ts';
import { defineCall } from '../call.ts';
import { pageSchema } from '../page.ts';
import { releaseSchema } from '../releases/release.ts';
import { versionSchema } from '../versions/version.ts';
import { rejectionReasonSchema } from './reasons.ts';

const versionIdSchema = z.object({ versionId: z.string() });
const versionResult = z.object({ version: versionSchema });

/** A decision's text; the rejection dialog and the server read the same schema. */
export const rejectionSchema = z.object({
  versionId: z.string(),
  reason: z
    .string()
    .trim()
    .min(1, 'Say why, so that the publisher knows what to change.')
    .max(4000, 'Use at most 4,000 characters.'),
  /** From the store's list, beside the text. */
  reasons: z.array(rejectionReasonSchema).max(9).default([]),
});

/** How long recent decisions of reviewers took, from submission on; those of policies do not count. */
export const waitingTimesSchema = z.object({
  /** How many decisions were measured: the last hundred at most. */
  decisions: z.number(),
  medianSeconds: z.number().nullable(),
  /** Nine of ten took no longer. */
  p90Seconds: z.number().nullable(),
});
export type WaitingTimes = z.infer<typeof waitingTimesSchema>;

/** What was said about a version. Publishers see neither internal notes nor who of the store wrote. */
export const reviewMessageSchema = z.object({
  id: z.string(),
  versionId: z.string(),
  /** Null where the store wrote and the reader is not of the store. */
  authorUid: z.string().nullable(),
  authorName: z.string().nullable(),
  byStore: z.boolean(),
  isInternal: z.boolean(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type ReviewMessage = z.infer<typeof reviewMessageSchema>;

/** One difference between two versions; null means that this side does not have it. */
export const changeSchema = z.object({
  kind: z.string(),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Whether a person has to look at it. */
  sensitive: z.boolean(),
});

/** Everything that a reviewer needs to decide about one version. */
const reviewSchema = z.object({
  app: appSchema,
  details: appDetailsSchema,
  version: versionSchema,
  waitingSeconds: z.number(),
  /** Who has claimed it or decided; null while nobody has. */
  reviewerName: z.string().nullable(),
  /** Claimed for longer than the store's setting `review.staleClaimHours`. */
  isStale: z.boolean(),
  /** How it will be given out; null when it was never submitted. */
  release: releaseSchema.nullable(),
  /** The version that people have now; null before the first one. */
  published: versionSchema.nullable(),
  /** What differs from it, sensitive first; null without one. */
  changes: z.array(changeSchema).nullable(),
  /** Differences of the listing from what people see now, by locale and field. */
  listingChanges: z.array(
    z.object({
      locale: z.string(),
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** All versions of the app, newest first. */
  versions: z.array(versionSchema),
  /** What happened to the app lately, newest first. */
  history: z.array(auditEntrySchema),
  publisher: z.object({
    uid: z.string(),
    name: z.string().nullable(),
    email: z.string(),
    isVerified: z.boolean(),
    since: z.iso.datetime(),
    apps: z.number(),
    publishedVersions: z.number(),
    rejectedVersions: z.number(),
    removedApps: z.number(),
  }),
  messages: z.array(reviewMessageSchema),
});
export type Review = z.infer<typeof reviewSchema>;

export const reviewCalls = {
  /** How long decisions take at present, for everybody who waits for one. */
  'reviews.waitingTimes': defineCall({
    access: 'signedIn',
    token: 'apps:read',
    input: z.object({}),
    output: waitingTimesSchema,
    errors: [],
  }),
  'reviews.queue': defineCall({
    access: 'admin',
    input: pageSchema,
    output: z.object({
      items: z.array(
        z.object({
          app: appSchema,
          version: versionSchema,
          waitingSeconds: z.number(),
          /** Who has claimed it; null while nobody has. */
          reviewerName: z.string().nullable(),
          /** Claimed for longer than the store's setting `review.staleClaimHours`. */
          isStale: z.boolean(),
        }),
      ),
      nextCursor: z.string().nullable(),
      /** How many wait in all. */
      waiting: z.number(),
      times: waitingTimesSchema,
    }),
    errors: [],
  }),
  'reviews.get': defineCall({
    access: 'admin',
    input: versionIdSchema,
    output: reviewSchema,
    errors: ['not-found'],
  }),
  'reviews.claim': defineCall({
    access: 'admin',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.release': defineCall({
    access: 'admin',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'reviews.approve': defineCall({
    access: 'admin',
    input: z.object({
      versionId: z.string(),
      note: z.string().trim().max(4000, 'Use at most 4,000 characters.').optional(),
    }),
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
    input: versionIdSchema,
    /** Oldest first, of all versions of the app. */
    output: z.object({ messages: z.array(reviewMessageSchema) }),
    errors: ['not-found'],
  }),
  'reviews.comment': defineCall({
    access: 'signedIn',
    input: z.object({
      versionId: z.string(),
      text: z.string().trim().min(1, 'Write something.').max(4000, 'Use at most 4,000 characters.'),
      /** A note that only the store's people read. */
      internal: z.boolean().default(false),
      /** Chosen by the client, so that sending again after a lost answer writes it once. */
      id: z.uuid('Give a UUID, or leave it out.').optional(),
    }),
    output: z.object({ message: reviewMessageSchema }),
    errors: ['not-found', 'permission-denied'],
  }),
};
