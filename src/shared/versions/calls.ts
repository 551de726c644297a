import { z } from 'zod';
import { storeReasonSchema } from '../apps/app.ts';
import { receiptSchema } from '../audit/approval.ts';
import { addressSchema, idSchema, pathSchema } from '../bounded.ts';
import { defineCall } from '../call.ts';
import { t } from '../languages/translate.ts';
import { vulnerabilityReasonSchema } from '../listings/anti-feature.ts';
import { namedChangesSchema } from '../listings/review-calls.ts';
import { nameSchema } from '../name-schema.ts';
import { cursorSchema, pageOf, pageSchema } from '../page.ts';
import { percentageSchema, publicationSchema, trackSchema } from '../releases/release.ts';
import { changesSchema } from '../reviews/calls.ts';
import { versionStatusSchema } from '../statuses/version-status.ts';
import { historyEntrySchema } from './history.ts';
import {
  releaseNotesByLocaleSchema,
  reviewerNotesSchema,
  submissionDraftSchema,
  testCredentialsSchema,
} from './submission.ts';
import { comparedVersionSchema, versionSchema, versionSummarySchema } from './version.ts';

const versionIdSchema = z.object({ versionId: idSchema });
const versionResult = z.object({ version: versionSchema });
const reasonedSchema = z.object({ versionId: idSchema, reason: storeReasonSchema });

const vulnerableSchema = z.object({
  versionId: idSchema,
  /** Includes all earlier versions of the app that were published. */
  andEarlier: z.boolean().default(false),
});
/** The version, and how many versions changed. */
const markedResult = z.object({ version: versionSchema, changed: z.number() });

/** Maximum package size in bytes: 2 GiB. */
export const MAX_PACKAGE_BYTES = 2 * 1024 ** 3;

/** The longest wait for another status; below the time-out of calls. */
const MAX_WAIT_SECONDS = 50;

/** The submission of a version for review. */
export const submissionSchema = versionIdSchema.extend({
  /** When it is published after approval. */
  publication: publicationSchema.default({ kind: 'immediate' }),
  track: trackSchema.default('stable'),
  /** Initial percentage of devices. */
  percentage: percentageSchema.default(100),
  /**
   * The version's release notes by language. Without it they are those written for it, otherwise those imported for its
   * versionCode, otherwise those of the listing unless an earlier version had them.
   */
  releaseNotes: releaseNotesByLocaleSchema.optional(),
  /** Notes that only reviewers read. Without it they stay those written for it. */
  reviewerNotes: reviewerNotesSchema.optional(),
  /** An account with which reviewers can try the app. It is stored encrypted, and erased after the decision. */
  testCredentials: testCredentialsSchema.optional(),
  /**
   * Drafted changes of the listing to publish first, as `apps.publishListing` does, for which a token needs the scope
   * `listing` too. Others stay drafts.
   */
  listingChanges: namedChangesSchema.default([]),
});

export const versionCalls = {
  'versions.create': defineCall({
    access: 'developer',
    token: 'upload',
    input: z.object({
      appId: idSchema,
      fileName: nameSchema(255, () => t`Enter the file name.`),
      size: z
        .number()
        .int()
        .min(1, { error: () => t`The file is empty.` })
        .max(MAX_PACKAGE_BYTES, {
          error: () => t`The file is larger than 2 GiB, the maximum for this store.`,
        }),
      sha256: z
        .string()
        .max(64, { error: () => t`Use 64 lowercase hexadecimal digits for the SHA-256.` })
        .regex(/^[0-9a-f]{64}$/, { error: () => t`Use 64 lowercase hexadecimal digits for the SHA-256.` })
        .optional(),
    }),
    /** With the SHA-256 of a version that the app has, that version, so that a program may repeat itself. */
    output: z.object({
      version: versionSchema,
      /** The address for the file, and the first byte to send; the offset is the size when nothing is left. */
      upload: z.object({ url: addressSchema, offset: z.number() }),
    }),
    errors: ['not-found', 'failed-precondition', 'resource-exhausted'],
  }),
  'versions.get': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['reviews', 'versions'],
    input: versionIdSchema.extend({
      /** Responds when the status is another than `knownStatus`, at the latest after so many seconds. */
      waitSeconds: z
        .number()
        .int({ error: () => t`Use whole seconds.` })
        .min(0, { error: () => t`Use at least 0 seconds.` })
        .max(MAX_WAIT_SECONDS, { error: () => t`Use at most 50 seconds.` })
        .default(0),
      /** The status that the caller knows; by default the one at the beginning of the call. */
      knownStatus: versionStatusSchema.optional(),
    }),
    output: z.object({
      version: versionSchema,
      /** Address and position to continue an incomplete upload; null when complete. */
      upload: z.object({ url: addressSchema, offset: z.number() }).nullable(),
    }),
    errors: ['not-found', 'resource-exhausted'],
  }),
  /** All versions of an app, newest first and without deleted ones. */
  'versions.list': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['versions'],
    input: pageSchema.extend({ appId: idSchema }),
    output: z.object({ versions: pageOf(versionSummarySchema), nextCursor: cursorSchema.nullable() }),
    errors: ['not-found'],
  }),
  /** Returns the differences from the live version. */
  'versions.compare': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['versions'],
    input: versionIdSchema,
    output: z.object({
      /** The version compared with; null when no other is published. */
      published: comparedVersionSchema.nullable(),
      /** Sensitive ones first; null unless both versions were readable. */
      changes: changesSchema.nullable(),
    }),
    errors: ['not-found'],
  }),
  /** Returns a version's history as its publisher may see it. */
  'versions.history': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['reviews', 'versions'],
    input: pageSchema.extend({ versionId: idSchema }),
    /** Newest first. */
    output: z.object({ entries: pageOf(historyEntrySchema), nextCursor: cursorSchema.nullable() }),
    errors: ['not-found'],
  }),
  /** Returns the receipt of a version's last approval, for those who may see the version. */
  'versions.getReceipt': defineCall({
    access: 'signedIn',
    token: 'read',
    reads: ['reviews', 'versions'],
    input: versionIdSchema,
    output: z.object({ receipt: receiptSchema.nullable() }),
    errors: ['not-found'],
  }),
  'versions.getFileLink': defineCall({
    access: 'signedIn',
    token: 'read',
    input: versionIdSchema,
    /** A path below the base path that works for five minutes. */
    output: z.object({ path: pathSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Returns what the next submission of a version begins with, or for one that waits, what was submitted. */
  'versions.getSubmissionDraft': defineCall({
    access: 'signedIn',
    reads: ['listings', 'reviews', 'versions'],
    input: versionIdSchema,
    output: z.object({ draft: submissionDraftSchema }),
    errors: ['not-found', 'permission-denied'],
  }),
  /** Stores what is written for the next submission of a version; languages that aren't named stay as they are. */
  'versions.saveSubmissionDraft': defineCall({
    access: 'developer',
    input: versionIdSchema.extend({
      releaseNotes: releaseNotesByLocaleSchema.default({}),
      reviewerNotes: reviewerNotesSchema.optional(),
    }),
    output: z.object({ draft: submissionDraftSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.submit': defineCall({
    access: 'developer',
    token: 'submit',
    input: submissionSchema,
    output: z.object({ version: versionSchema }),
    /**
     * Until the app's first version is published, an incomplete listing fails with `failed-precondition` and
     * `details.missing` (`missingRequirementsSchema`).
     */
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.withdraw': defineCall({
    access: 'developer',
    token: 'submit',
    input: versionIdSchema,
    output: z.object({ version: versionSchema }),
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.unpublish': defineCall({
    access: 'developer',
    token: 'release',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'versions.republish': defineCall({
    access: 'developer',
    token: 'release',
    input: versionIdSchema,
    output: versionResult,
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'versions.delete': defineCall({
    access: 'developer',
    token: 'upload',
    input: versionIdSchema,
    /**
     * The version code that stays reserved because the version was submitted; null when it is available
     * again.
     */
    output: z.object({ reservedVersionCode: z.number().nullable() }),
    errors: ['not-found', 'permission-denied', 'failed-precondition'],
  }),
  'versions.remove': defineCall({
    access: 'admin',
    reauthentication: true,
    input: reasonedSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  /** Marks a version, and with `andEarlier` every earlier one too, as having a known vulnerability. */
  'versions.markVulnerable': defineCall({
    access: 'admin',
    reauthentication: true,
    input: vulnerableSchema.extend({ reason: vulnerabilityReasonSchema }),
    output: markedResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.unmarkVulnerable': defineCall({
    access: 'admin',
    reauthentication: true,
    input: vulnerableSchema,
    output: markedResult,
    errors: ['not-found', 'failed-precondition'],
  }),
  'versions.restore': defineCall({
    access: 'admin',
    reauthentication: true,
    input: reasonedSchema,
    output: versionResult,
    errors: ['not-found', 'failed-precondition'],
  }),
};
