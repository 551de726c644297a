import { z } from 'zod';
import { appSchema, storeReasonSchema } from '../apps/app.ts';
import { idSchema, revisionSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { listingFieldSchema } from './fields.ts';
import { lookalikesSchema } from './lookalike.ts';
import { listingValueSchema } from './values.ts';

/** Maximum listing changes per decision: 100 languages of 11 fields, and the language-independent ones. */
export const MAX_LISTING_CHANGES = 1200;

/** Empty for language-independent fields. */
const localeSchema = z.string().max(35);
/** SHA-256 of the content that a change would publish. */
const digestSchema = z.string().max(64);
const nameSchema = z.string().max(320).nullable();

/** A field of a listing that differs from its live value. */
export const listingDifferenceSchema = z.object({
  locale: localeSchema,
  field: listingFieldSchema,
  /** The live value. */
  before: listingValueSchema,
  /** The new value. */
  after: listingValueSchema,
  /** Identifies `after`, so that a decision applies to exactly the reviewed value. */
  revision: digestSchema,
});
export type ListingDifference = z.infer<typeof listingDifferenceSchema>;

/** Fields of a listing, each with the `revision` of the value that the caller saw. */
export const namedChangesSchema = z
  .array(z.object({ locale: localeSchema, field: listingFieldSchema, revision: digestSchema }))
  .max(MAX_LISTING_CHANGES, t`Select at most ${MAX_LISTING_CHANGES} changes at once.`);
export type NamedChange = z.infer<typeof namedChangesSchema>[number];

/** At least one such field. */
export const chosenChangesSchema = namedChangesSchema.min(1, t`Select at least one change.`);

/** A change that went live without approval. */
const liveChangeSchema = z.object({
  id: idSchema,
  app: appSchema,
  locale: localeSchema,
  field: listingFieldSchema,
  before: listingValueSchema,
  after: listingValueSchema,
  /** Pass to `listings.revert`. */
  revision: z.number().int(),
  changedAt: z.iso.datetime(),
  changedByUid: idSchema,
  changedByName: nameSchema,
  /** Null unless reverted. */
  reverted: z
    .object({
      at: z.iso.datetime(),
      byName: nameSchema,
      reason: z.string().max(4000).nullable(),
    })
    .nullable(),
});
export type LiveListingChange = z.infer<typeof liveChangeSchema>;

const decisionSchema = z.object({
  appId: idSchema,
  /** The reviewed changes. Those that were submitted again since fail with `details.changed`. */
  changes: chosenChangesSchema,
});
const decisionResult = z.object({
  /** Number of this app's changes that still wait. */
  waiting: z.number().int(),
});
const decisionErrors = ['not-found', 'permission-denied', 'failed-precondition'] as const;

/** The reason of a revert, shown to the publisher. */
export const revertReasonSchema = z.string().trim().max(4000, t`Use at most 4,000 characters.`);

export const listingReviewCalls = {
  /** Returns the apps with listing changes that wait for approval, oldest first. */
  'listings.waiting': defineCall({
    access: 'admin',
    reads: ['listings'],
    input: pageSchema,
    output: z.object({
      items: pageOf(z.object({ app: appSchema, changes: z.number().int(), since: z.iso.datetime() })),
      nextCursor: cursorSchema.nullable(),
    }),
    errors: [],
  }),
  /** Returns the waiting changes of one app's listing, as they were submitted. */
  'listings.getReview': defineCall({
    access: 'admin',
    reads: ['apps', 'listings', 'settings'],
    input: z.object({ appId: idSchema }),
    output: z.object({
      app: appSchema,
      differences: z.array(listingDifferenceSchema).max(MAX_LISTING_CHANGES),
      /** Apps of other publishers that this one looks like, with the changes; public ones first. */
      lookalikes: lookalikesSchema,
      /** The live languages. */
      liveLanguages: z.array(localeSchema).max(1000),
      /** Null when nothing waits. */
      since: z.iso.datetime().nullable(),
      /** A version of the app that waits for review; its approval includes the listing changes. */
      waitingVersionId: idSchema.nullable(),
      /** Reason why the caller cannot approve, as a sentence; null when they can. */
      denialReason: z.string().max(500).nullable(),
    }),
    errors: ['not-found'],
  }),
  'listings.approve': defineCall({
    access: 'admin',
    input: decisionSchema,
    output: decisionResult,
    errors: decisionErrors,
  }),
  'listings.reject': defineCall({
    access: 'admin',
    input: decisionSchema.extend({ reason: storeReasonSchema }),
    output: decisionResult,
    errors: decisionErrors,
  }),
  /** Returns the changes that went live without approval, newest first. */
  'listings.recentChanges': defineCall({
    access: 'admin',
    reads: ['listings'],
    input: pageSchema.extend({ appId: idSchema.optional() }),
    output: z.object({
      changes: pageOf(liveChangeSchema),
      nextCursor: cursorSchema.nullable(),
    }),
    errors: [],
  }),
  /** Restores the value before a change, and holds the field's further changes for approval. */
  'listings.revert': defineCall({
    access: 'admin',
    input: z.object({
      changeId: idSchema,
      revision: revisionSchema,
      reason: revertReasonSchema.optional(),
    }),
    output: z.object({}),
    /** `failed-precondition` with the reason `changed-again` gives the newest change as `details.changeId`. */
    errors: ['not-found', 'failed-precondition'],
  }),
};
